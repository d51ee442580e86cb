import Foundation

/// Where a persistent spring is: what ``SpringAnimation`` keeps from one call to the next.
struct SpringMotion<V: VectorArithmetic>: AnimationStateKey {
    /// The part of the delta that is covered, and how fast and how much faster it grows, per second and per second squared.
    var offset = V.zero
    var velocity = V.zero
    var acceleration = V.zero
    /// The moment of these three, and when the spring started: seconds since the start of the first animation of a sequence in which each replaced the one before.
    var time: TimeInterval = 0
    var start: TimeInterval = 0
    /// How much the response of the spring that was replaced was longer, and since when the difference fades.
    var blendInterval: Double = 0
    var blendStart: TimeInterval = 0

    static var defaultValue: Self { Self() }

    /// The spring's response at `time`: while it blends, between that of the spring before and its own.
    func response(of spring: SpringAnimation, at time: TimeInterval) -> Double {
        guard isBlending(spring) else { return spring.response }
        let progress = min(max((time - blendStart) / spring.blendDuration, 0), 1)
        let smoothed = progress * progress * (3 - 2 * progress)
        return spring.response + blendInterval * (1 - smoothed)
    }

    /// Whether the response changes over time at all.
    func isBlending(_ spring: SpringAnimation) -> Bool { spring.blendDuration > 0 && blendInterval != 0 }

    mutating func advance(to time: TimeInterval, target: V, stiffness: Double, dampingFraction: Double) {
        guard time.isFinite, time > self.time else { return }
        if time - self.time > SpringAnimation.longestGap { self.time = time - SpringAnimation.restart }
        let friction = SpringAnimation.friction(dampingFraction: dampingFraction, stiffness: stiffness)
        // Counted: so far from zero that a step is lost in rounding, time alone would never arrive.
        var steps = Int(((time - self.time) / SpringAnimation.step).rounded(.up)) + 1
        while self.time < time, steps > 0 {
            let middle = velocity + acceleration.scaled(by: SpringAnimation.step / 2)
            offset += middle.scaled(by: SpringAnimation.step)
            acceleration = (target - offset).scaled(by: stiffness) - middle.scaled(by: friction)
            velocity = middle + acceleration.scaled(by: SpringAnimation.step / 2)
            self.time += SpringAnimation.step
            steps -= 1
        }
    }

    func isStill(at target: V) -> Bool {
        guard max(velocity.magnitudeSquared, acceleration.magnitudeSquared) <= SpringAnimation.stillness else { return false }
        return (target - offset).magnitudeSquared <= target.scaled(by: SpringAnimation.nearness).magnitudeSquared || target.magnitudeSquared == 0
    }
}
