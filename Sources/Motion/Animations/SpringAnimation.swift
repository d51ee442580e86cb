public import Foundation

/// A persistent spring: one that starts while another one moves the same value takes its place, and goes on from where that is with its velocity.
///
/// ``animate(value:time:context:)`` steps the spring's motion by 1/300 s, as the original does. An undisturbed spring's course is the formula of ``Spring``.
public struct SpringAnimation: CustomAnimation {
    /// The stiffness as a duration in seconds. 0, less, and what isn't a number are as stiff as it gets.
    public let response: Double
    /// 0 swings for ever, 1 doesn't swing. Less than 0 is 0, what isn't a number is 1.
    public let dampingFraction: Double
    /// Seconds over which the response changes from that of the spring which this one replaces.
    public let blendDuration: TimeInterval

    public init(response: Double, dampingFraction: Double, blendDuration: TimeInterval) {
        self.response = response
        self.dampingFraction = dampingFraction
        self.blendDuration = blendDuration
    }

    /// The stiffest spring there is, per second squared: a stiffer one would run away in steps of 1/300 s.
    private static let stiffnessLimit = 45_000.0
    /// The largest damping fraction there is: such a spring doesn't seem to move at all.
    private static let dampingLimit = 1e6
    /// Seconds of a step.
    static let step = 1.0 / 300
    /// Seconds between two calls after which the motion in between isn't followed any more.
    static let longestGap = 1.0
    /// Where it goes on after such a gap: so many seconds before the call.
    static let restart = 1.0 / 60
    /// The square of the velocity, per second, and of the acceleration, per second squared, below which a spring stands still.
    static let stillness = 0.0036
    /// How near to its end a spring must be to stand still, as a part of the delta.
    static let nearness = 0.01

    static func stiffness(response: Double) -> Double {
        guard response > 0 else { return stiffnessLimit }
        let frequency = 2 * Double.pi / response
        return min(frequency * frequency, stiffnessLimit)
    }

    /// Twice the damping fraction times the frequency: the acceleration against each unit of velocity.
    static func friction(dampingFraction: Double, stiffness: Double) -> Double {
        2 * (dampingFraction.isNaN ? 1 : min(max(dampingFraction, 0), dampingLimit)) * stiffness.squareRoot()
    }

    /// Seconds after which it is complete for a user who looks at it.
    var logicalDuration: TimeInterval { response > 0 ? response : 0 }

    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        var motion = context.state[SpringMotion<V>.self]
        let response = motion.response(of: self, at: time)
        if time - motion.start >= response { context.isLogicallyComplete = true }
        motion.advance(to: time, target: value, stiffness: Self.stiffness(response: response), dampingFraction: dampingFraction)
        context.state[SpringMotion<V>.self] = motion
        return motion.isStill(at: value) || !motion.offset.magnitudeSquared.isFinite ? nil : motion.offset
    }

    public func velocity<V: VectorArithmetic>(value: V, time: TimeInterval, context: AnimationContext<V>) -> V? {
        context.state[SpringMotion<V>.self].velocity
    }

    public func shouldMerge<V: VectorArithmetic>(previous: Animation, value: V, time: TimeInterval, context: inout AnimationContext<V>) -> Bool {
        let offset = previous.animate(value: value, time: time, context: &context) ?? value
        let velocity = previous.velocity(value: value, time: time, context: context)
        var motion = context.state[SpringMotion<V>.self]
        motion.offset = offset
        // A curve may be vertical for a moment.
        motion.velocity = velocity.flatMap { $0.magnitudeSquared.isFinite ? $0 : nil } ?? .zero
        motion.time = time
        motion.start = time
        motion.blendStart = time
        motion.blendInterval = previous.persistentSpring.map { $0.response - response } ?? 0
        context.state[SpringMotion<V>.self] = motion
        context.isLogicallyComplete = false
        return true
    }
}

extension Animation {
    /// The persistent spring that this animation is, if it is one.
    var persistentSpring: SpringAnimation? { base is DefaultAnimation ? DefaultAnimation.spring : base as? SpringAnimation }
}
