import Foundation

/// Where a persistent spring is: what ``SpringAnimation`` keeps from one call to the next.
struct SpringMotion<V: VectorArithmetic>: AnimationStateKey {
    /// The part of the delta that is covered, and how fast and how much faster it grows, per second and per second squared.
    var offset = V.zero
    var velocity = V.zero
    var acceleration = V.zero
    /// The moment of these three, and the start of the spring. Both count in seconds since the first animation of a sequence in which each replaced the one
    /// before.
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

/// The course of a persistent spring that nothing disturbs, from wherever it starts: ``Spring``'s formula.
struct SpringTrajectory<V: VectorArithmetic> {
    let spring: Spring
    /// Where it starts, with which velocity, and how far it has to go from there.
    let origin: V
    let velocity: V
    let distance: V
    private let stiffness: Double
    private let friction: Double
    /// Seconds from its start until it stands still, infinity if it never does.
    let duration: TimeInterval

    init(_ animation: SpringAnimation, from motion: SpringMotion<V>, target: V) {
        stiffness = SpringAnimation.stiffness(response: animation.response)
        friction = SpringAnimation.friction(dampingFraction: animation.dampingFraction, stiffness: stiffness)
        spring = Spring(mass: 1, stiffness: stiffness, damping: friction, allowOverDamping: true)
        origin = motion.offset
        velocity = motion.velocity
        distance = target - motion.offset
        duration = Self.duration(spring, stiffness: stiffness, friction: friction, distance: distance, velocity: velocity, target: target)
    }

    /// The part of the delta that is covered `time` seconds after the start.
    func covered(at time: TimeInterval) -> V { origin + spring.valueFactors(at: time).applied(target: distance, initialVelocity: velocity) }

    func velocity(at time: TimeInterval) -> V { spring.derivativeFactors(at: time).applied(target: distance, initialVelocity: velocity) }

    func acceleration(at time: TimeInterval) -> V {
        (distance + origin - covered(at: time)).scaled(by: stiffness) - velocity(at: time).scaled(by: friction)
    }

    /// The original asks at each frame whether a spring stands still; so does this, at 60 frames a second.
    private static func duration(_ spring: Spring, stiffness: Double, friction: Double, distance: V, velocity: V, target: V) -> TimeInterval {
        let (d, v) = (distance.magnitudeSquared, velocity.magnitudeSquared)
        guard d.isFinite, v.isFinite else { return 0 }
        guard d > 0 || v > 0 else { return 0 }
        guard friction > 0 else { return .infinity }
        let dv = ((distance + velocity).magnitudeSquared - d - v) / 2
        /// The square of a * distance + b * velocity.
        func squared(_ a: Double, _ b: Double) -> Double { a * a * d + 2 * a * b * dv + b * b * v }
        let nearness = target.magnitudeSquared == 0 ? .infinity : target.magnitudeSquared * SpringAnimation.nearness * SpringAnimation.nearness
        for frame in 1...SpringTrajectoryLimits.frames {
            let time = Double(frame) / SpringTrajectoryLimits.framesPerSecond
            let (value, rate) = (spring.valueFactors(at: time), spring.derivativeFactors(at: time))
            let left = (target: 1 - value.target, velocity: -value.velocity)
            guard squared(left.target, left.velocity) <= nearness, squared(rate.target, rate.velocity) <= SpringAnimation.stillness,
                squared(stiffness * left.target - friction * rate.target, stiffness * left.velocity - friction * rate.velocity)
                    <= SpringAnimation.stillness
            else { continue }
            return time
        }
        return .infinity
    }
}

/// How long a spring is watched for the moment at which it stands still.
private enum SpringTrajectoryLimits {
    static let framesPerSecond = 60.0
    /// 100 s: what swings for longer is taken to swing for ever. A widget draws for 2 s.
    static let frames = 6_000
}
