import Foundation

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
enum SpringTrajectoryLimits {
    static let framesPerSecond = 60.0
    /// 100 s: what swings for longer is taken to swing for ever. A widget draws for 2 s.
    static let frames = 6_000
}
