public import Foundation

/// An animation that runs faster or slower.
public struct SpeedAnimation: CustomAnimation {
    /// What runs at another speed.
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
