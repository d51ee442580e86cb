public import Foundation

/// An animation that counts as complete after a time of its own.
public struct LogicalCompletionAnimation: CustomAnimation {
    /// What runs.
    public let base: Animation
    /// Seconds after which it counts as complete.
    public let duration: TimeInterval

    public init(base: Animation, duration: TimeInterval) {
        self.base = base
        self.duration = duration
    }

    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        var inner = context.withState(context.state)
        let covered = base.animate(value: value, time: time, context: &inner)
        context.state = inner.state
        if time >= duration { context.isLogicallyComplete = true }
        return covered
    }

    public func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>) -> Bool {
        guard let previous = previous.base as? LogicalCompletionAnimation, previous.duration == duration else { return false }
        return base.shouldMerge(previous: previous.base, value: value, time: time, context: &context)
    }
}
