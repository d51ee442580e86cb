/// The view comes and leaves at once, as it is.
public struct IdentityTransition: Transition, Equatable, Sendable {
    public init() {}

    public static let properties = TransitionProperties(hasMotion: false)
    public var structure: TransitionStructure { .identity }

    public func layers(phase: TransitionPhase, in context: TransitionContext) -> [TransitionLayer] { [] }
}

extension Transition where Self == IdentityTransition {
    /// The view comes and leaves at once, as it is.
    public static var identity: IdentityTransition { IdentityTransition() }
}
