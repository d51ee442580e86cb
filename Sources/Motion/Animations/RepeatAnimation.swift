public import Foundation

/// An animation that runs several times.
///
/// A cycle ends at the first call past its end, which gives the cycle's last value; the next cycle starts there.
public struct RepeatAnimation: CustomAnimation {
    /// What is repeated.
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
