/// What may be known of a ``Transition`` without running it.
public struct TransitionProperties: Equatable, Sendable {
    /// Whether something moves or changes its size. Where a user asked for less motion, such a transition is replaced by one of opacity.
    public var hasMotion: Bool

    /// - Parameter hasMotion: Whether something moves; taken for granted where it isn't said.
    public init(hasMotion: Bool = true) { self.hasMotion = hasMotion }

    /// What holds for two transitions that act together.
    func union(_ other: TransitionProperties) -> TransitionProperties { TransitionProperties(hasMotion: hasMotion || other.hasMotion) }
}
