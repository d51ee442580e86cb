/// A transition between two sets of effects that are given as they are.
struct EffectsTransition: Transition, Equatable, Sendable {
    /// When the view isn't there.
    let active: TransitionEffects
    /// When it is.
    let identity: TransitionEffects

    var structure: TransitionStructure { .effects(active: active, identity: identity) }

    func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        [TransitionLayer(phase.isIdentity ? identity : active)]
    }
}
