/// When an animation counts as complete for who waits for it.
public struct AnimationCompletionCriteria: Equatable, Hashable, Sendable {
    private let includesTail: Bool

    /// When a user sees it as complete, though a spring's long tail may still move.
    ///
    /// A later change of the same value doesn't put this off: what counts is the animation that was created with the completion.
    public static let logicallyComplete = AnimationCompletionCriteria(includesTail: false)

    /// When it is over and gone. A later change that animates the same value on puts this off until that is over, too.
    public static let removed = AnimationCompletionCriteria(includesTail: true)
}
