import Foundation
import Motion

/// An animation of one's own, without a state: swings once on its way.
struct Wobble: CustomAnimation {
    let duration: TimeInterval

    func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        guard time <= duration else { return nil }
        let progress = time / duration
        return value.scaled(by: progress + 0.2 * sin(progress * 2 * .pi))
    }
}

/// An animation of one's own that keeps a state and merges with its like: covers each second a part of what is left.
struct Follower: CustomAnimation {
    let rate: Double

    private struct Position<V: VectorArithmetic>: AnimationStateKey {
        var covered = V.zero
        var time: TimeInterval = 0
        static var defaultValue: Self { Self() }
    }

    func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        var position = context.state[Position<V>.self]
        let left = (value - position.covered).scaled(by: exp(-rate * max(0, time - position.time)))
        position.covered = value - left
        position.time = time
        context.state[Position<V>.self] = position
        return left.magnitudeSquared < 1e-4 ? nil : position.covered
    }

    func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>) -> Bool {
        previous.base is Self
    }
}
