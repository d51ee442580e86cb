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
    public static func _valuesEqual(_ lhs: Value, _ rhs: Value) -> Bool {
        if let lhs = lhs as? any Equatable { return lhs.isEqual(to: rhs) }
        guard Value.self is AnyObject.Type else { return false }
        return lhs as AnyObject === rhs as AnyObject
    }
}

extension TransactionKey where Value: Equatable {
    public static func _valuesEqual(_ lhs: Value, _ rhs: Value) -> Bool { lhs == rhs }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
