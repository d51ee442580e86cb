/// Runs `body`; the changes that it makes carry what `transaction` sets, and otherwise what the transaction carries in which this is called.
///
/// - Returns: What `body` returns.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result {
    let listeners = transaction.listeners.map(\.listener)
    for listener in listeners { listener.animationWasAdded() }
    defer { for listener in listeners { listener.animationWasRemoved() } }
    return try CurrentTransaction.with(Transaction.current.merging(transaction), body)
}

/// Runs `body`; the changes that it makes carry `value` for the property at `keyPath`, and otherwise what the transaction carries in which this is called.
///
/// - Returns: What `body` returns.
public func withTransaction<R, V>(_ keyPath: WritableKeyPath<Transaction, V>, _ value: V, _ body: () throws -> R) rethrows -> R {
    var transaction = Transaction()
    transaction[keyPath: keyPath] = value
    return try withTransaction(transaction, body)
}
