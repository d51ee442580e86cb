public import Foundation

/// An animation that starts later.
public struct DelayAnimation: CustomAnimation {
    /// What starts later.
    public let base: Animation
    /// Seconds; negative ones start in the middle.
    public let delay: TimeInterval

    public init(base: Animation, delay: TimeInterval) {
        self.base = base
        self.delay = delay
    }

    /// The base's time; a delay that isn't a number is none.
    func elapsed(at time: TimeInterval) -> TimeInterval { delay.isNaN ? time : max(0, time - delay) }

    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        base.animate(value: value, time: elapsed(at: time), context: &context)
    }

    public func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>) -> Bool {
        guard let previous = previous.base as? DelayAnimation, previous.delay == delay else { return false }
        return base.shouldMerge(previous: previous.base, value: value, time: elapsed(at: time), context: &context)
    }
}
