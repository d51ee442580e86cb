import Foundation
import Motion
import Testing

/// Bad parameters of a spring, and their results.
@Suite struct SpringBadInputTests {
    static let bad: [Double] = [
        .nan, .infinity, -.infinity, 0, -0.0, -1, -1e300, 1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e-300, 0.5, 2,
    ]

    private static var springs: [Spring] {
        bad.flatMap { first in
            bad.flatMap { second in
                [
                    Spring(duration: first, bounce: second), Spring(response: first, dampingRatio: second),
                    Spring(settlingDuration: first, dampingRatio: second), Spring(settlingDuration: 1, dampingRatio: first, epsilon: second),
                    Spring(stiffness: first, damping: second), Spring(stiffness: first, damping: second, allowOverDamping: true),
                    Spring(mass: first, stiffness: second, damping: 10), Spring(mass: first, stiffness: second, damping: 10, allowOverDamping: true),
                    Spring(mass: first, stiffness: 100, damping: second, allowOverDamping: true),
                ]
            }
        }
    }

    @Test func everySpringIsFiniteAtEveryTimeUnlessItIsMadeOfNaN() {
        for spring in Self.springs {
            for time in [0, 1e-300, 0.001, 0.5, 3, 1e6, 1e15, 1e300, .greatestFiniteMagnitude, .infinity] {
                let value = spring.value(target: 2.0, initialVelocity: 3, time: time)
                let velocity = spring.velocity(target: 2.0, initialVelocity: 3, time: time)
                let isNaN = spring.damping.isNaN
                #expect(
                    value.isNaN == isNaN && velocity.isNaN == isNaN && !value.isInfinite && !velocity.isInfinite, "\(spring) at \(time): \(value), \(velocity)")
            }
            let settling = spring.settlingDuration
            #expect(settling >= 0, "\(spring)")
        }
    }

    @Test func onlyNaNAndABounceThatNoDampingReachesMakeNaN() {
        for number in Self.bad {
            #expect(Spring(duration: number).value(target: 1, time: 0.1).isNaN == number.isNaN, "\(number)")
            #expect(Spring(bounce: number).value(target: 1, time: 0.1).isNaN == !(number > -1), "\(number)")
            #expect(Spring(response: number, dampingRatio: 1).value(target: 1, time: 0.1).isNaN == number.isNaN, "\(number)")
            #expect(Spring(response: 1, dampingRatio: number).value(target: 1, time: 0.1).isNaN == number.isNaN, "\(number)")
            #expect(Spring(mass: number, stiffness: 1, damping: 1).value(target: 1, time: 0.1).isNaN == number.isNaN, "\(number)")
        }
        let never = Spring(bounce: -1)
        #expect(never.dampingRatio.isNaN && never.bounce.isNaN && never.settlingDuration == 0)
    }

    @Test func aSpringOfNoDurationIsAtItsTargetAtOnce() {
        for duration in [0, -0.0, -1, -.infinity, .leastNonzeroMagnitude] {
            for bounce in [-0.5, 0, 0.3] {
                let spring = Spring(duration: duration, bounce: bounce)
                #expect(spring.value(target: 5, time: 0) == 0 && spring.value(target: 5, time: 0.001) == 5)
                #expect(spring.duration < 1e-8)
            }
        }
        #expect(Spring(mass: 0, stiffness: 100, damping: 10).value(target: 5, initialVelocity: 10, time: 0.001) == 5)
    }

    @Test func aSpringOfEndlessDurationKeepsItsVelocity() {
        let spring = Spring(duration: .infinity)
        #expect(spring.value(target: 5, initialVelocity: 2, time: 3) == 6 && spring.settlingDuration == .infinity)
        #expect(Spring(stiffness: -4, damping: -4) == Spring(stiffness: 0, damping: 0))
    }

    @Test func bounceBeyondItsRangeNeverComesToRest() {
        #expect(Spring(bounce: 1.5) == Spring(bounce: 1) && Spring(bounce: .infinity) == Spring(bounce: 1))
    }

    @Test func aSpringIsAtItsTargetAfterAllTime() {
        for motion in RandomMotion.many(count: 50, seed: 40) {
            for time in [1e15, 1e300, .infinity] { #expect(motion.value(at: time) == motion.target) }
        }
    }

    @Test func noTimeIsNoNumber() {
        #expect(Spring().value(target: 1, time: .nan).isNaN && Spring().velocity(target: 1, time: .nan).isNaN)
    }

    @Test func settlingDurationsOfBadTargetsAndDistancesAreNeverNegative() {
        for spring in [Spring.smooth, .bouncy, Spring(bounce: -0.5), Spring(bounce: 1)] {
            for target in Self.bad {
                for epsilon in Self.bad { #expect(spring.settlingDuration(target: target, initialVelocity: -target, epsilon: epsilon) >= 0) }
            }
        }
    }
}
