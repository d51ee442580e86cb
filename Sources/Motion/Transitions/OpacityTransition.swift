/// The view fades in and out. What happens to a view for which nothing else was said, and to all where a user asked for less motion.
public struct OpacityTransition: Transition, Equatable, Sendable {
    public init() {}

    public static let properties = TransitionProperties(hasMotion: false)
    public var structure: TransitionStructure { .opacity }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] {
        [TransitionLayer(TransitionEffects(opacity: phase.isIdentity ? 1 : 0))]
    }
}

extension Transition where Self == OpacityTransition {
    /// The view fades in and out.
    public static var opacity: OpacityTransition { OpacityTransition() }
}
