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
