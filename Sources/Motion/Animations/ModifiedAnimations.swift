public import Foundation

/// An animation that starts later.
public struct DelayAnimation: CustomAnimation {
    /// The animation that starts later.
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

/// An animation that runs faster or slower.
public struct SpeedAnimation: CustomAnimation {
    /// The animation that runs at another speed.
    public let base: Animation
    /// How many times as fast. 0, less, and what isn't a number never move.
    public let speed: Double

    public init(base: Animation, speed: Double) {
        self.base = base
        self.speed = speed
    }

    /// The base's time.
    func elapsed(at time: TimeInterval) -> TimeInterval { speed > 0 && time > 0 ? time * speed : 0 }

    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        base.animate(value: value, time: elapsed(at: time), context: &context)
    }

    public func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>) -> Bool {
        guard let previous = previous.base as? SpeedAnimation, previous.speed == speed else { return false }
        return base.shouldMerge(previous: previous.base, value: value, time: elapsed(at: time), context: &context)
    }
}

/// An animation that runs several times.
///
/// A cycle ends at the first call past its end, which gives the cycle's last value; the next cycle starts there.
public struct RepeatAnimation: CustomAnimation {
    /// The animation that is repeated.
    public let base: Animation
    /// How often it runs, from 1 to 2³¹ - 1; others count as the nearest of these, and `nil` is without end.
    public let repeatCount: Int?
    /// Whether each second cycle runs backwards.
    public let autoreverses: Bool

    public init(base: Animation, repeatCount: Int?, autoreverses: Bool) {
        self.base = base
        self.repeatCount = repeatCount.map { min(max($0, 1), Int(Int32.max)) }
        self.autoreverses = autoreverses
    }

    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        var cycle = context.state[Cycle<V>.self]
        if let repeatCount, cycle.index >= repeatCount { return nil }
        var inner = context.withState(cycle.state)
        let isReversed = autoreverses && cycle.index % 2 == 1
        let covered = base.animate(value: value, time: time - cycle.start, context: &inner)
        // A cycle that is logically complete doesn't make the whole so.
        if covered == nil {
            cycle = Cycle(index: cycle.index + 1, start: time)
        } else {
            cycle.state = inner.state
        }
        context.state[Cycle<V>.self] = cycle
        if covered == nil, let repeatCount, cycle.index >= repeatCount { return nil }
        let forward = covered ?? value
        return isReversed ? value - forward : forward
    }

    /// Which cycle runs, since when, and what the base keeps in it.
    private struct Cycle<V: VectorArithmetic>: AnimationStateKey {
        var index = 0
        var start: TimeInterval = 0
        var state = AnimationState<V>()
        static var defaultValue: Self { Self() }
    }
}

/// An animation that counts as complete after a time of its own.
public struct LogicalCompletionAnimation: CustomAnimation {
    /// The animation that runs.
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
