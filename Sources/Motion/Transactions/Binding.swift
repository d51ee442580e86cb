/// Reads and writes a value that something else keeps, and knows the transaction that a change of it carries.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    /// The transaction of a change through this binding, where the change around it says nothing else.
    public var transaction = Transaction()
    private let get: () -> Value
    private let set: (Value, Transaction) -> Void

    /// A binding to what `get` reads and `set` writes.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.init(get: get) { value, _ in set(value) }
    }

    /// A binding to what `get` reads and `set` writes, with the transaction that the change carries. It is also the thread's transaction meanwhile.
    public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
        self.get = get
        self.set = set
    }

    /// The binding that another one was handed on as.
    public init(projectedValue: Binding<Value>) { self = projectedValue }

    /// A binding to a value that never changes.
    public static func constant(_ value: Value) -> Binding<Value> { Binding(get: { value }, set: { _ in }) }

    /// The value. Where it is set in ``withAnimation(_:_:)`` or ``withTransaction(_:_:)``, what they say counts before ``transaction``.
    public var wrappedValue: Value {
        get { get() }
        nonmutating set {
            let transaction = transaction.merging(.current)
            withTransaction(transaction) { set(newValue, transaction) }
        }
    }

    /// The binding itself.
    public var projectedValue: Binding<Value> { self }

    /// A binding to a part of the value.
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        let set = set
        let get = get
        var part = Binding<Subject>(
            get: { get()[keyPath: keyPath] },
            set: { subject, transaction in
                var value = get()
                value[keyPath: keyPath] = subject
                set(value, transaction)
            })
        part.transaction = transaction
        return part
    }

    /// This binding with another transaction.
    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        var result = self
        result.transaction = transaction
        return result
    }

    /// This binding, whose changes are animated with `animation`, or not at all where it is `nil`.
    public func animation(_ animation: Animation? = .default) -> Binding<Value> {
        var result = self
        result.transaction.animation = animation
        return result
    }
}

@available(*, unavailable)
extension Binding: Sendable {}
