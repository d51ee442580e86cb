public import Foundation

/// A curve over a fixed time. A duration that isn't above zero finishes at once.
public struct TimingCurveAnimation: CustomAnimation {
    /// From progress in time to progress in value.
    public let curve: UnitCurve
    /// Seconds.
    public let duration: TimeInterval

    public init(curve: UnitCurve, duration: TimeInterval) {
        self.curve = curve
        self.duration = duration
    }

    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        guard duration > 0, time <= duration else { return nil }
        return value.scaled(by: curve.value(at: time / duration))
    }

    public func velocity<V: VectorArithmetic>(value: V, time: TimeInterval, context: AnimationContext<V>) -> V? {
        guard duration > 0, time <= duration else { return nil }
        return value.scaled(by: curve.velocity(at: time / duration) / duration)
    }
}

/// ``Animation/default``: a type of its own, so that it equals nothing that was chosen.
public struct DefaultAnimation: CustomAnimation, CustomStringConvertible {
    /// The spring that it is.
    public static let spring = SpringAnimation(response: 0.5, dampingFraction: 1, blendDuration: 0)

    public init() {}

    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        Self.spring.animate(value: value, time: time, context: &context)
    }

    public func velocity<V: VectorArithmetic>(value: V, time: TimeInterval, context: AnimationContext<V>) -> V? {
        Self.spring.velocity(value: value, time: time, context: context)
    }

    public func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>) -> Bool {
        Self.spring.shouldMerge(previous: previous, value: value, time: time, context: &context)
    }

    public var description: String { "DefaultAnimation()" }
}
