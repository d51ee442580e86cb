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
