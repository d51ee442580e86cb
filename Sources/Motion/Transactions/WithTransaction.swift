import Glibc

/// Runs `body`; the changes that it makes carry what `transaction` sets, and otherwise what the transaction carries in which this is called.
///
/// - Returns: The result of `body`.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    let listeners = transaction.listeners.map(\.listener)
    for listener in listeners { listener.animationWasAdded() }
    defer { for listener in listeners { listener.animationWasRemoved() } }
    return try CurrentTransaction.with(Transaction.current.merging(transaction), body)
}

/// Runs `body`; the changes that it makes carry `value` for the property at `keyPath`, and otherwise what the transaction carries in which this is called.
///
/// - Returns: The result of `body`.
public func withTransaction<R, V>(_ keyPath: WritableKeyPath<Transaction, V>, _ value: V, _ body: () throws -> R) rethrows -> R {
    var transaction = Transaction()
    transaction[keyPath: keyPath] = value
    return try withTransaction(transaction, body)
}

/// Runs `body`; the changes that it makes are animated with `animation`, or not at all where it is `nil`.
///
/// - Returns: The result of `body`.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try withTransaction(Transaction(animation: animation), body)
}

/// Runs `body`; its changes are animated with `animation`, or not at all where it is `nil`. When these animations are complete, `completion` is called.
///
/// - Parameters:
///   - completionCriteria: When an animation is complete.
///   - completion: Called exactly once: when all animations of `body` are complete, or at once after `body` where it created none, also where it throws.
/// - Returns: The result of `body`.
public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete, _ body: () throws -> Result,
    completion: @escaping () -> Void
) rethrows -> Result {
    var transaction = Transaction(animation: animation)
    transaction.addAnimationCompletion(criteria: completionCriteria, completion)
    return try withTransaction(transaction, body)
}

extension Transaction {
    /// The transaction of the change that this thread is making, from ``withTransaction(_:_:)`` and ``withAnimation(_:_:)``. Outside of them it is a
    /// transaction in which nothing is set.
    public static var current: Transaction { CurrentTransaction.onThisThread ?? Transaction() }
}

/// The transaction of each thread.
private enum CurrentTransaction {
    private final class Box {
        let transaction: Transaction
        init(_ transaction: Transaction) { self.transaction = transaction }
    }

    /// The thread's place for it. There is none only where the process has used up all of its keys: then changes aren't animated.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    static var onThisThread: Transaction? {
        guard let key, let pointer = pthread_getspecific(key) else { return nil }
        return Unmanaged<Box>.fromOpaque(pointer).takeUnretainedValue().transaction
    }

    /// Runs `body` with `transaction` as the thread's, and puts back what was there, also where the body throws.
    static func with<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
        guard let key else { return try body() }
        let before = pthread_getspecific(key)
        let box = Box(transaction)
        // The thread's place doesn't own the box: this call keeps it, and takes it out again before it ends.
        return try withExtendedLifetime(box) {
            pthread_setspecific(key, Unmanaged.passUnretained(box).toOpaque())
            defer { pthread_setspecific(key, before) }
            return try body()
        }
    }
}
