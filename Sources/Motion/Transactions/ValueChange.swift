/// Tells whether a value is another one than at the last update: what `animation(_:value:)` and `transaction(value:_:)` go by.
public struct ValueChange<Value: Equatable> {
    private var last: Value?

    /// Nothing was seen yet.
    public init() {}

    /// Whether `value` differs from that of the last update. The first value is none that changed. A value that isn't equal to itself, such as NaN, always has.
    public mutating func update(_ value: Value) -> Bool {
        defer { last = value }
        guard let last else { return false }
        return last != value
    }
}

extension ValueChange: Sendable where Value: Sendable {}
