/// Runs `body`; the changes that it makes are animated with `animation`, or not at all where it is `nil`.
///
/// - Returns: What `body` returns.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try withTransaction(Transaction(animation: animation), body)
}

/// Runs `body`; the changes that it makes are animated with `animation`, or not at all where it is `nil`. When these animations are complete, `completion` is called.
///
/// - Parameters:
///   - completionCriteria: When an animation is complete.
///   - completion: Called exactly once: when all animations that `body` created are complete, or at once after `body` where it created none, also where it throws.
/// - Returns: What `body` returns.
public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete, _ body: () throws -> Result,
    completion: @escaping () -> Void
) rethrows -> Result {
    var transaction = Transaction(animation: animation)
    transaction.addAnimationCompletion(criteria: completionCriteria, completion)
    return try withTransaction(transaction, body)
}
