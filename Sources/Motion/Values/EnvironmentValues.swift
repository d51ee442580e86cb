/// The values that a view hands to the views below it, by key; an animation reads them from its ``AnimationContext``.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    /// An environment in which every key has its default.
    public init() {}

    /// The value set for `key`, or the key's default.
    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

/// A key's values may be of any kind, as the original's.
@available(*, unavailable)
extension EnvironmentValues: Sendable {}

/// A key of ``EnvironmentValues``.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value of an environment in which nothing was set for this key.
    static var defaultValue: Value { get }
}

extension EnvironmentValues {
    /// Whether the screen shows Always-On, at reduced luminance: nothing is animated then. `false` by default.
    public var isLuminanceReduced: Bool {
        get { self[IsLuminanceReducedKey.self] }
        set { self[IsLuminanceReducedKey.self] = newValue }
    }

    /// Whether the user asked for less motion: what would move fades instead. `false` by default.
    public var accessibilityReduceMotion: Bool {
        get { self[ReduceMotionKey.self] }
        set { self[ReduceMotionKey.self] = newValue }
    }
}

private enum IsLuminanceReducedKey: EnvironmentKey { static var defaultValue: Bool { false } }
private enum ReduceMotionKey: EnvironmentKey { static var defaultValue: Bool { false } }
