/// The data that a change of state carries to everything that it changes: above all the animation.
///
/// A transaction is made where the change is made, with ``withAnimation(_:_:)`` or ``withTransaction(_:_:)``, and is gone once the change has been shown.
/// It holds a value for each ``TransactionKey``; keys that weren't set have their default.
public struct Transaction {
    private var values: [ObjectIdentifier: any TransactionValue] = [:]
    /// The listeners to the animations that are created under this transaction, in the order in which they were added.
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

    /// Takes over everything that is set in `other`, and keeps the rest. Listeners of both are kept.
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

    /// Whether a change with this transaction and one with `other` may be shown as one. Both set the same keys to the same values, and the same closures wait
    /// for them.
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

/// A key of a ``Transaction``: a type of your own that says what a transaction carries where nothing was set.
public protocol TransactionKey {
    /// The type of what is carried.
    associatedtype Value
    /// The value of a transaction in which nothing was set for this key.
    static var defaultValue: Value { get }
    /// Whether two values are the same. The default is `==` where the values have it, identity where they are objects, and otherwise `false`.
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

extension Transaction {
    /// The animation to make the change with. `nil`, the default: the change isn't animated.
    public var animation: Animation? {
        get { self[AnimationKey.self] }
        set { self[AnimationKey.self] = newValue }
    }

    /// Whether views mustn't add animations of their own: those of `animation(_:value:)` then don't count. `false` by default.
    public var disablesAnimations: Bool {
        get { self[DisablesAnimationsKey.self] }
        set { self[DisablesAnimationsKey.self] = newValue }
    }

    /// Whether the change is one of a sequence, such as those that a finger on a slider makes. `false` by default.
    public var isContinuous: Bool {
        get { self[IsContinuousKey.self] }
        set { self[IsContinuousKey.self] = newValue }
    }

    /// Whether the velocity is followed though nothing is animated, so that an animation that comes later can start with it. `false` by default.
    public var tracksVelocity: Bool {
        get { self[TracksVelocityKey.self] }
        set { self[TracksVelocityKey.self] = newValue }
    }

    /// How a window that the change closes is closed. ``DismissBehavior/interactive`` by default.
    public var dismissBehavior: DismissBehavior {
        get { self[DismissBehaviorKey.self] }
        set { self[DismissBehaviorKey.self] = newValue }
    }

    /// The point of what a scroll view is to show that goes to the same point of the scroll view; `nil`, the default: the least way that shows it.
    public var scrollTargetAnchor: UnitPoint? {
        get { self[ScrollTargetAnchorKey.self] }
        set { self[ScrollTargetAnchorKey.self] = newValue }
    }

    /// Whether the change is animated: it has an animation, and animations aren't disabled.
    public var isAnimated: Bool { animation != nil && !disablesAnimations }
}

private enum AnimationKey: TransactionKey { static var defaultValue: Animation? { nil } }
private enum DisablesAnimationsKey: TransactionKey { static var defaultValue: Bool { false } }
private enum IsContinuousKey: TransactionKey { static var defaultValue: Bool { false } }
private enum TracksVelocityKey: TransactionKey { static var defaultValue: Bool { false } }
private enum DismissBehaviorKey: TransactionKey { static var defaultValue: DismissBehavior { .interactive } }
private enum ScrollTargetAnchorKey: TransactionKey { static var defaultValue: UnitPoint? { nil } }

extension Transaction {
    /// Whether an animation was set, be it none.
    public var setsAnimation: Bool { isSet(AnimationKey.self) }

    /// The animation of a change in a widget or a Live Activity: the one that was set, even if that is none. Where nothing was said it is
    /// ``Animation/default``.
    ///
    /// There is none where animations are disabled.
    /// - Parameter isLuminanceReduced: Whether the display is in Always-On, where nothing is animated.
    public func widgetAnimation(isLuminanceReduced: Bool = false) -> Animation? {
        guard !isLuminanceReduced, !disablesAnimations else { return nil }
        return setsAnimation ? animation : .default
    }
}

/// How a program closes a window.
public struct DismissBehavior: Equatable, Hashable, Sendable {
    private let isDestructive: Bool

    /// As when a user closes it: a window that shows something that must be answered stays.
    public static let interactive = DismissBehavior(isDestructive: false)

    /// The window closes whatever it shows.
    public static let destructive = DismissBehavior(isDestructive: true)
}
