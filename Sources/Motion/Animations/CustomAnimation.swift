public import Foundation

/// An algorithm that moves a vector from zero to a given value: what an ``Animation`` is made of.
///
/// An animated value changes from one state to another by a *delta*; the animation is asked again and again which part of the delta has been covered.
public protocol CustomAnimation: Hashable, Sendable {
    /// The part of `value` that has been covered `time` seconds after the start, or `nil` once the animation has finished.
    ///
    /// State from one call to the next is kept in `context`.
    /// - Parameters:
    ///   - value: The whole delta.
    ///   - time: Seconds since the start, rising from call to call.
    func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V?

    /// How fast the value moves, per second, or `nil` where that isn't known. An animation that merges with this one starts with it.
    func velocity<V: VectorArithmetic>(value: V, time: TimeInterval, context: AnimationContext<V>) -> V?

    /// Whether this animation takes the place of `previous`, which runs on the same value, and goes on from its state. Otherwise both run, and their results
    /// are combined.
    /// - Parameters:
    ///   - value: The delta of `previous`.
    ///   - time: Seconds since the start of `previous`.
    ///   - context: The state of `previous`; what this method leaves there is the state that this animation starts with.
    func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>) -> Bool
}

extension CustomAnimation {
    public func velocity<V: VectorArithmetic>(value: V, time: TimeInterval, context: AnimationContext<V>) -> V? { nil }

    public func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>) -> Bool { false }
}

/// An animation's state from one call to the next, and its surroundings.
public struct AnimationContext<Value: VectorArithmetic> {
    /// The animation's state.
    public var state: AnimationState<Value>

    /// Set to `true` when the animation is over for a user who looks at it, though its tail may still move. It isn't set back.
    /// An animation that never sets it is logically complete when it has finished.
    public var isLogicallyComplete: Bool

    /// The environment of the view whose value is animated.
    public let environment: EnvironmentValues

    /// A context to call an animation with.
    public init(state: AnimationState<Value> = AnimationState(), environment: EnvironmentValues = EnvironmentValues(), isLogicallyComplete: Bool = false) {
        self.state = state
        self.environment = environment
        self.isLogicallyComplete = isLogicallyComplete
    }

    /// The same surroundings with another state, for an animation that runs another one inside.
    public func withState<T: VectorArithmetic>(_ state: AnimationState<T>) -> AnimationContext<T> {
        AnimationContext<T>(state: state, environment: environment, isLogicallyComplete: isLogicallyComplete)
    }
}

@available(*, unavailable)
extension AnimationContext: Sendable {}

/// An animation's state from one call to the next, by key.
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
    /// The value of a state in which nothing was kept under this key.
    static var defaultValue: Value { get }
}
