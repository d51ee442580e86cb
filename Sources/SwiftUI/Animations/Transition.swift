import MotionArchive
import WidgetCore

/// How a view appears and disappears: in each phase, ``body(content:phase:)`` puts modifiers around the view.
///
/// An archive keeps the body's opacity, offset, scale, rotation and blur in each phase. Another effect isn't kept.
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

extension Transition {
    /// The content as the transition shows it in a phase.
    public func apply<V: View>(content: V, phase: TransitionPhase) -> some View { AppliedTransition(content: content, transition: self, phase: phase) }
}

/// A view as a transition shows it in a phase.
nonisolated private struct AppliedTransition<Content: View, Applied: Transition>: PrimitiveView {
    let content: Content
    let transition: Applied
    let phase: TransitionPhase

    @MainActor func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let content = content
        let placeholder = Applied.Content { outputs, inputs in content._append(to: &outputs, inputs.child(.content)) }
        transition.body(content: placeholder, phase: phase)._append(to: &outputs, inputs)
    }
}

/// A view with the effects of one of Motion's transitions, in the room that it is offered.
nonisolated public struct _TransitionView<Content: View>: PrimitiveView {
    let content: Content
    let transition: any Motion.Transition
    let phase: TransitionPhase

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        var view = AnyView(content)
        let context = TransitionContext(size: inputs.proposal, layoutDirection: inputs.environment.layoutDirection, isWidget: true)
        for effects in transition.layers(phase: phase, in: context).map(\.effects) where effects != .identity {
            view = AnyView(
                view.blur(radius: effects.blurRadius).scaleEffect(effects.scale, anchor: effects.anchor)
                    .rotationEffect(effects.rotation, anchor: effects.anchor).offset(effects.offset).opacity(effects.opacity))
        }
        view._append(to: &outputs, inputs)
    }
}

extension Motion.Transition {
    fileprivate func view<Content: View>(_ content: Content, _ phase: TransitionPhase) -> _TransitionView<Content> {
        _TransitionView(content: content, transition: self, phase: phase)
    }
}

// The transitions that there are have bodies too, so that another transition can be made of them.
extension IdentityTransition: Transition { public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) } }
extension OpacityTransition: Transition { public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) } }
extension SlideTransition: Transition { public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) } }
extension MoveTransition: Transition { public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) } }
extension PushTransition: Transition { public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) } }
extension OffsetTransition: Transition { public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) } }
extension ScaleTransition: Transition { public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) } }
extension BlurReplaceTransition: Transition { public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) } }
extension SymbolEffectTransition: Transition { public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) } }
extension AsymmetricTransition: Transition where Insertion: Transition, Removal: Transition {
    public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) }
}
extension CombinedTransition: Transition where First: Transition, Second: Transition {
    public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) }
}
extension AnimatedTransition: Transition where Base: Transition {
    public func body(content: Content, phase: TransitionPhase) -> _TransitionView<Content> { view(content, phase) }
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
            case .rotation(let angle): rotation += .radians(angle)
            case .rotationAbout(let angle, let point):
                rotation += .radians(angle)
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
