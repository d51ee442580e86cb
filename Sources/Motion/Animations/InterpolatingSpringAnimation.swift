public import Foundation

/// A spring from 0 to 1 that scales the delta. Several on one value run beside each other, and what they do adds up.
public struct InterpolatingSpringAnimation: CustomAnimation {
    public let mass: Double
    public let stiffness: Double
    public let damping: Double
    /// Deltas per second.
    public let initialVelocity: Double

    public init(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double) {
        self.mass = mass
        self.stiffness = stiffness
        self.damping = damping
        self.initialVelocity = initialVelocity
    }

    /// How near to 1 it must stay to have finished.
    static let epsilon = 0.001

    public func animate<V: VectorArithmetic>(value: V, time: TimeInterval, context: inout AnimationContext<V>) -> V? {
        let course = Course(of: self)
        if time >= course.logicalDuration { context.isLogicallyComplete = true }
        guard time < course.duration else { return nil }
        let progress = course.spring.value(target: 1.0, initialVelocity: initialVelocity, time: time)
        return progress.isFinite ? value.scaled(by: progress) : nil
    }

    public func velocity<V: VectorArithmetic>(value: V, time: TimeInterval, context: AnimationContext<V>) -> V? {
        let course = Course(of: self)
        guard time < course.duration else { return nil }
        return value.scaled(by: course.spring.derivativeFactors(at: time).applied(target: 1.0, initialVelocity: initialVelocity))
    }

    /// The spring and how long it runs.
    struct Course {
        let spring: Spring
        let duration: TimeInterval
        let logicalDuration: TimeInterval

        init(of animation: InterpolatingSpringAnimation) {
            spring = Spring(mass: animation.mass, stiffness: animation.stiffness, damping: animation.damping)
            let frequency = (animation.stiffness / animation.mass).squareRoot()
            let dampingRatio = animation.damping / (2 * (animation.mass * animation.stiffness).squareRoot())
            guard frequency.isFinite, frequency > 0, dampingRatio.isFinite, animation.initialVelocity.isFinite else {
                // No spring at all, or one that arrives at once.
                duration = 0
                logicalDuration = 0
                return
            }
            logicalDuration = 2 * Double.pi / animation.stiffness.squareRoot()
            if dampingRatio <= 0 {
                duration = .infinity
            } else if dampingRatio < 1 {
                let decay = dampingRatio * frequency
                let amplitude = 1 + abs((decay - animation.initialVelocity) / (frequency * (1 - dampingRatio * dampingRatio).squareRoot()))
                duration = log(amplitude / InterpolatingSpringAnimation.epsilon) / decay
            } else {
                duration = spring.settlingDuration(target: 1.0, initialVelocity: animation.initialVelocity, epsilon: InterpolatingSpringAnimation.epsilon)
            }
        }
    }
}
