/// What a change of state carries to everything that it changes: above all the animation to do it with.
///
/// A transaction is made where the change is made, with ``withAnimation(_:_:)`` or ``withTransaction(_:_:)``, and is gone once the change has been shown.
/// It holds a value for each ``TransactionKey``; keys that weren't set have their default.
public struct Transaction {
    private var values: [ObjectIdentifier: any TransactionValue] = [:]
    /// Who is told of the animations that are created under this transaction: who was added first comes first.
    private(set) var listeners: [ListenerEntry] = []

    /// A transaction in which nothing is set.
    public init() {}

    /// A transaction that sets the animation; `nil` says that the change isn't animated, also where it is made inside of one that is.
    public init(animation: Animation?) { self.animation = animation }

    /// The value for `key`, or the key's default where none was set.
    public subscript<K: TransactionKey>(key: K.Type) -> K.Value {
        get { (values[ObjectIdentifier(key)] as? StoredValue<K>)?.value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = StoredValue<K>(value: newValue) }
    }

    /// Whether a value was set for `key`, be it the default.
    func isSet<K: TransactionKey>(_ key: K.Type) -> Bool { values[ObjectIdentifier(key)] != nil }

    /// Takes over everything that is set in `other`. What only this transaction has, it keeps; who listens, listens to both.
    public mutating func merge(_ other: Transaction) {
        values.merge(other.values) { _, new in new }
        for entry in other.listeners { add(entry) }
    }

    /// This transaction with everything that is set in `other`.
    public func merging(_ other: Transaction) -> Transaction {
        var result = self
        result.merge(other)
        return result
    }

    /// Whether a change with this transaction and one with `other` may be shown as one: both set the same keys to the same values, and the same closures wait for them.
    public func mayConcatenate(with other: Transaction) -> Bool {
        guard values.count == other.values.count, listeners == other.listeners else { return false }
        return values.allSatisfy { key, value in other.values[key].map(value.isEqual(to:)) ?? false }
    }

    mutating func add(_ entry: ListenerEntry) {
        if !listeners.contains(entry) { listeners.append(entry) }
    }
}

/// A transaction belongs to the thread that makes the change.
@available(*, unavailable)
extension Transaction: Sendable {}

/// A value of a transaction, whatever its key.
private protocol TransactionValue {
    func isEqual(to other: any TransactionValue) -> Bool
}

private struct StoredValue<Key: TransactionKey>: TransactionValue {
    let value: Key.Value

    func isEqual(to other: any TransactionValue) -> Bool {
        (other as? Self).map { Key._valuesEqual(value, $0.value) } ?? false
    }
}

/// A listener with what it waits for.
struct ListenerEntry: Equatable {
    let listener: AnimationListener
    let criteria: AnimationCompletionCriteria

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.listener === rhs.listener && lhs.criteria == rhs.criteria }
}
