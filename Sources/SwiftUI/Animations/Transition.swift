import MotionArchive
import WidgetCore

/// How a view appears and disappears: in each phase, ``body(content:phase:)`` puts modifiers around the view.
///
/// An archive keeps the body's opacity, offset, scale and blur in each phase. A rotation or another effect isn't kept.
nonisolated public protocol Transition: Motion.Transition {
    associatedtype Body: View
    /// The view that comes or leaves.
    typealias Content = PlaceholderContentView<Self>

    @ViewBuilder @MainActor func body(content: Content, phase: TransitionPhase) -> Body
}

extension Transition {
    public var structure: TransitionStructure {
        // Views are archived on the main actor, and their transitions with them.
        nonisolated(unsafe) let transition = self
        return MainActor.assumeIsolated {
            let (coming, there, leaving) = (transition.effects(.willAppear), transition.effects(.identity), transition.effects(.didDisappear))
            let insertion = TransitionStructure.effects(active: coming, identity: there)
            return coming == leaving ? insertion : .asymmetric(insertion: insertion, removal: .effects(active: leaving, identity: there))
        }
    }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        nonisolated(unsafe) let transition = self
        return MainActor.assumeIsolated { [TransitionLayer(transition.effects(phase))] }
    }

    @MainActor private func effects(_ phase: TransitionPhase) -> TransitionEffects {
        let content = Content { outputs, inputs in Rectangle()._append(to: &outputs, inputs) }
        return TransitionEffects(of: body(content: content, phase: phase))
    }
}

extension TransitionEffects {
    /// The effects that modifiers around a view have.
    @MainActor init(of view: some View) {
        self.init()
        guard let tree = try? ViewRenderer.tree(of: view, environment: EnvironmentValues(), size: CGSize(width: 100, height: 100)) else { return }
        for modifier in tree.modifiers {
            switch modifier {
            case .opacity(let amount): opacity *= amount
            case .hidden: opacity = 0
            case .offset(let x, let y): offset = CGSize(width: offset.width + x, height: offset.height + y)
            case .scale(let x, let y): scale = CGSize(width: scale.width * x, height: scale.height * y)
            case .scaleAbout(let x, let y, let point):
                scale = CGSize(width: scale.width * x, height: scale.height * y)
                anchor = UnitPoint(point)
            case .blur(let radius): blurRadius += radius
            default: break
            }
        }
    }
}

extension AnyTransition {
    /// The view is drawn with `active` when it isn't there, and with `identity` when it is.
    @MainActor public static func modifier<E: ViewModifier>(active: E, identity: E) -> AnyTransition {
        .modifier(active: TransitionEffects(of: Rectangle().modifier(active)), identity: TransitionEffects(of: Rectangle().modifier(identity)))
    }
}

/// A change of where a view's points are drawn, which can be animated.
nonisolated public protocol GeometryEffect: Motion.GeometryEffect, ViewModifier {}

extension GeometryEffect {
    @MainActor public func body(content: Content) -> some View { GeometryEffectView(content: content, effect: self) }
}

/// A view whose points an effect maps.
nonisolated private struct GeometryEffectView<Content: View, Effect: Motion.GeometryEffect>: PrimitiveView {
    let content: Content
    let effect: Effect

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        content.projectionEffect(effect.effectValue(size: inputs.proposal))._append(to: &outputs, inputs)
    }
}

/// A modifier that can be animated.
public protocol AnimatableModifier: Animatable, ViewModifier {}

// A widget is still between its entries: an animator shows its first phase or value.
extension View {
    nonisolated public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping @MainActor (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        FirstValueView(content: self, value: phases.first { _ in true }, body: content)
    }

    nonisolated public func phaseAnimator<Phase: Equatable>(
        _ phases: some Sequence<Phase>, trigger: some Equatable,
        @ViewBuilder content: @escaping @MainActor (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        FirstValueView(content: self, value: phases.first { _ in true }, body: content)
    }

    nonisolated public func keyframeAnimator<Value>(
        initialValue: Value, repeating: Bool = true, @ViewBuilder content: @escaping @MainActor (PlaceholderContentView<Self>, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
    ) -> some View {
        FirstValueView(content: self, value: initialValue, body: content)
    }

    nonisolated public func keyframeAnimator<Value>(
        initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping @MainActor (PlaceholderContentView<Self>, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> some Keyframes<Value>
    ) -> some View {
        FirstValueView(content: self, value: initialValue, body: content)
    }
}

/// A view as it is with the first value of an animator. Without a value, the view itself.
nonisolated private struct FirstValueView<Content: View, Value, Animated: View>: PrimitiveView {
    let content: Content
    let value: Value?
    let body_: @MainActor (PlaceholderContentView<Content>, Value) -> Animated

    init(content: Content, value: Value?, body: @escaping @MainActor (PlaceholderContentView<Content>, Value) -> Animated) {
        self.content = content
        self.value = value
        body_ = body
    }

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let content = content
        guard let value else { return content._append(to: &outputs, inputs) }
        let placeholder = PlaceholderContentView<Content> { outputs, inputs in content._append(to: &outputs, inputs.child(.content)) }
        body_(placeholder, value)._append(to: &outputs, inputs)
    }
}

/// A view in the first of its phases.
nonisolated public struct PhaseAnimator<Phase: Equatable, Content: View>: View {
    private let first: Phase?
    private let content: (Phase) -> Content

    public init(
        _ phases: some Sequence<Phase>, @ViewBuilder content: @escaping (Phase) -> Content, animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) {
        first = phases.first { _ in true }
        self.content = content
    }

    public init(
        _ phases: some Sequence<Phase>, trigger: some Equatable, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) {
        self.init(phases, content: content, animation: animation)
    }

    public var body: some View { if let first { content(first) } }
}

/// A view with the first value of its keyframes.
nonisolated public struct KeyframeAnimator<Value, KeyframePath: Keyframes, Content: View>: View where KeyframePath.Value == Value {
    private let value: Value
    private let content: (Value) -> Content

    public init(
        initialValue: Value, repeating: Bool = true, @ViewBuilder content: @escaping (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
    ) {
        value = initialValue
        self.content = content
    }

    public init(
        initialValue: Value, trigger: some Equatable, @ViewBuilder content: @escaping (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> KeyframePath
    ) {
        value = initialValue
        self.content = content
    }

    public var body: some View { content(value) }
}
