/// A key of a ``Transaction``: a type of your own that says what a transaction carries where nothing was set.
public protocol TransactionKey {
    /// The type of what is carried.
    associatedtype Value
    /// What a transaction holds in which nothing was set for this key.
    static var defaultValue: Value { get }
    /// Whether two values are the same. Without an implementation of your own: `==` where the values have it, the same object where they are objects, and otherwise `false`.
    static func _valuesEqual(_ lhs: Value, _ rhs: Value) -> Bool
}

extension TransactionKey {
    public static func _valuesEqual(_ lhs: Value, _ rhs: Value) -> Bool { areEqual(lhs, rhs) }
}

extension TransactionKey where Value: Equatable {
    public static func _valuesEqual(_ lhs: Value, _ rhs: Value) -> Bool { lhs == rhs }
}

/// Compares values of one type of which only the run time may know how.
private func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    if let lhs = lhs as? any OptionalValue, let rhs = rhs as? any OptionalValue {
        guard let lhs = lhs.wrapped, let rhs = rhs.wrapped else { return lhs.wrapped == nil && rhs.wrapped == nil }
        return areEqual(lhs, rhs)
    }
    if let lhs = lhs as? any Equatable { return lhs.isEqual(to: rhs) }
    guard type(of: lhs) is AnyObject.Type, type(of: rhs) is AnyObject.Type else { return false }
    return lhs as AnyObject === rhs as AnyObject
}

private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 } }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
