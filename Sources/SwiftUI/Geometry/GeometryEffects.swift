import WidgetCore

/// A change of where a view's points are drawn, which can be animated.
nonisolated public protocol GeometryEffect: Motion.GeometryEffect, ViewModifier {}

extension GeometryEffect {
    @MainActor public func body(content: Content) -> some View { GeometryEffectView(content: content, effect: self) }
}

extension IgnoredByLayoutEffect: ViewModifier where Base: GeometryEffect {
    @MainActor public func body(content: Content) -> some View { content.modifier(base) }
}

/// A view whose points an effect maps.
nonisolated private struct GeometryEffectView<Content: View, Effect: Motion.GeometryEffect>: PrimitiveView {
    let content: Content
    let effect: Effect

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        outputs.appendMeasured(content, inputs) { [.projection(effect.effectValue(size: $0))] }
    }
}

/// A modifier that can be animated.
public protocol AnimatableModifier: Animatable, ViewModifier {}

/// Effects on how a view is drawn, which leave its place as it is.
nonisolated public protocol VisualEffect: Sendable, Animatable {
    var _effects: _VisualEffects { get }
}

/// The effects that a ``VisualEffect`` has.
nonisolated public struct _VisualEffects: VisualEffect {
    fileprivate var modifiers: [WidgetCore.ViewModifier] = []
    public var _effects: _VisualEffects { self }
    public typealias AnimatableData = EmptyAnimatableData
}

/// No effect: what the closure of `visualEffect(_:)` starts from.
nonisolated public struct EmptyVisualEffect: VisualEffect {
    public init() {}
    public var _effects: _VisualEffects { _VisualEffects() }
    public typealias AnimatableData = EmptyAnimatableData
}

nonisolated extension VisualEffect {
    private func adding(_ modifier: WidgetCore.ViewModifier) -> _VisualEffects { _VisualEffects(modifiers: _effects.modifiers + [modifier]) }

    public func opacity(_ opacity: Double) -> some VisualEffect { adding(.opacity(opacity.isNaN ? 1 : min(1, max(0, opacity)))) }
    public func offset(_ offset: CGSize) -> some VisualEffect { adding(.offset(x: offset.width, y: offset.height)) }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some VisualEffect { adding(.offset(x: x, y: y)) }
    public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some VisualEffect {
        adding(.scaleAbout(x: scale.width, y: scale.height, anchor: ViewPoint(anchor)))
    }
    public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some VisualEffect { scaleEffect(CGSize(width: s, height: s), anchor: anchor) }
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some VisualEffect {
        scaleEffect(CGSize(width: x, height: y), anchor: anchor)
    }
    public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some VisualEffect {
        adding(.rotationAbout(angle.radians, anchor: ViewPoint(anchor)))
    }
    public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center, anchorZ: CGFloat = 0, perspective: CGFloat = 1
    ) -> some VisualEffect {
        adding(
            .rotation3D(
                ViewRotation3D(
                    angle: angle.radians, axisX: axis.x, axisY: axis.y, axisZ: axis.z, anchor: ViewPoint(anchor), anchorZ: anchorZ,
                    perspective: perspective)))
    }
    public func transformEffect(_ transform: CGAffineTransform) -> some VisualEffect { adding(.projection(ProjectionTransform(transform))) }
    public func transformEffect(_ transform: ProjectionTransform) -> some VisualEffect { adding(.projection(transform)) }
    public func blur(radius: CGFloat, opaque: Bool = false) -> some VisualEffect { adding(.blur(max(0, radius))) }
    public func brightness(_ amount: Double) -> some VisualEffect { adding(.color(.brightness(amount))) }
    public func contrast(_ amount: Double) -> some VisualEffect { adding(.color(.contrast(amount))) }
    public func saturation(_ amount: Double) -> some VisualEffect { adding(.color(.saturation(amount))) }
    public func grayscale(_ amount: Double) -> some VisualEffect { adding(.color(.grayscale(amount))) }
    public func hueRotation(_ angle: Angle) -> some VisualEffect { adding(.color(.hueRotation(angle.radians))) }
}

extension View {
    /// Effects that depend on the view's size.
    nonisolated public func visualEffect(_ effect: @escaping @Sendable (EmptyVisualEffect, GeometryProxy) -> some VisualEffect) -> some View {
        MeasuredView(content: self) { effect(EmptyVisualEffect(), GeometryProxy(size: $0))._effects.modifiers }
    }
}

/// A view with modifiers that depend on its size.
nonisolated private struct MeasuredView<Content: View>: PrimitiveView {
    let content: Content
    let modifiers: @Sendable (CGSize) -> [WidgetCore.ViewModifier]

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { outputs.appendMeasured(content, inputs, modifiers) }
}

extension _ViewOutputs {
    /// Adds views with modifiers that depend on the size of each.
    @MainActor fileprivate mutating func appendMeasured(
        _ content: some View, _ inputs: _ViewInputs, _ modifiers: (CGSize) -> [WidgetCore.ViewModifier]
    ) {
        let first = trees.count
        content._append(to: &self, inputs)
        for index in first..<trees.count {
            let size = trees[index].id.flatMap { inputs.resolution.room(of: $0, modifiers: trees[index].modifiers.count) }
            trees[index].modifiers += modifiers(size ?? inputs.proposal)
        }
    }
}
