/// What an animation keeps from one call to the next, by key.
public struct AnimationState<Value: VectorArithmetic> {
    private var values: [ObjectIdentifier: Any] = [:]

    /// A state in which every key has its default.
    public init() {}

    /// The value kept under `key`, or the key's default.
    public subscript<K: AnimationStateKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

@available(*, unavailable)
extension AnimationState: Sendable {}

/// A key of an ``AnimationState``.
public protocol AnimationStateKey {
    /// The type of what is kept.
    associatedtype Value
    /// What a state holds in which nothing was kept under this key.
    static var defaultValue: Value { get }
}
