public import Foundation

/// An algorithm that moves a vector from zero to a given value: what an ``Animation`` is made of.
///
/// An animated value changes from one state to another by a *delta*; the animation is asked again and again which part of the delta has been covered.
public protocol CustomAnimation: Hashable, Sendable {
    /// The part of `value` that has been covered `time` seconds after the start, or `nil` once the animation has finished.
    ///
    /// What has to be remembered from one call to the next is kept in `context`.
    /// - Parameters:
    ///   - value: The whole delta.
    ///   - time: Seconds since the start, rising from call to call.
    func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V?

    /// How fast the value moves, per second, or `nil` where that isn't known. An animation that merges with this one starts with it.
    func velocity<V: VectorArithmetic>(value: V, time: TimeInterval, context: AnimationContext<V>) -> V?

    /// Whether this animation takes the place of `previous`, which runs on the same value, and goes on from its state. Otherwise both run and their results are combined.
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
