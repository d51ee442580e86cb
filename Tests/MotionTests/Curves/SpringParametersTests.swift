import Foundation
import Motion
import Testing

/// The ways to describe a spring, and to read it.
@Suite struct SpringParametersTests {
    @Test func durationAndBounceAreReadAsTheyWereGiven() {
        for motion in RandomMotion.many(seed: 20) {
            let spring = Spring(duration: motion.spring.duration, bounce: motion.spring.bounce)
            #expect(near(spring.duration, motion.spring.duration) && near(spring.bounce, motion.spring.bounce), "\(motion)")
        }
        #expect(Spring(duration: 0.4, bounce: 1).bounce == 1 && near(Spring(duration: 0.4, bounce: -0.5).bounce, -0.5))
    }

    @Test func responseAndDampingRatioAreReadAsTheyWereGiven() {
        for ratio in [0, 0.2, 0.825, 1, 1.5, 4] {
            let spring = Spring(response: 0.4, dampingRatio: ratio)
            #expect(near(spring.response, 0.4) && near(spring.dampingRatio, ratio) && spring.mass == 1)
        }
        #expect(Spring(response: 0.5, dampingRatio: 1) == Spring(duration: 0.5, bounce: 0))
    }

    @Test func massStiffnessAndDampingAreReadAsTheyWereGiven() {
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<300 {
            let mass = Double.random(in: 0.1...10, using: &generator)
            let stiffness = Double.random(in: 1...500, using: &generator)
            let damping = 2 * (mass * stiffness).squareRoot() * Double.random(in: 0...0.99, using: &generator)
            let spring = Spring(mass: mass, stiffness: stiffness, damping: damping)
            #expect(spring.mass == mass && near(spring.stiffness, stiffness) && near(spring.damping, damping))
            #expect(spring == Spring(mass: mass, stiffness: stiffness, damping: damping, allowOverDamping: true))
        }
    }

    @Test func moreDampingThanIsCriticalCountsAsCriticalUnlessItIsAllowed() {
        let critical = Spring(mass: 1, stiffness: 100, damping: 50)
        #expect(critical.damping == 20 && critical.bounce == 0 && critical == Spring(mass: 1, stiffness: 100, damping: 20))
        let over = Spring(mass: 1, stiffness: 100, damping: 50, allowOverDamping: true)
        #expect(over.damping == 50 && near(over.dampingRatio, 2.5) && over.bounce < 0)
        #expect(over.value(target: 1, time: 0.5) < critical.value(target: 1, time: 0.5))
    }

    @Test func theStiffnessOfAnOverDampedSpringIsTooLargeAndItsForceToo() {
        let spring = Spring(mass: 2, stiffness: 200, damping: 100, allowOverDamping: true)
        // decay 25, frequency² 525: the sum, 1150, instead of the difference, 100.
        #expect(near(spring.stiffness, 2300))
        #expect(near(spring.force(target: 3, position: 1, velocity: 5), 2 * 2300 - 5 * 100))
        #expect(near(spring.response, 2 * .pi / 10))
    }

    @Test func theForcePullsToTheTargetAndAgainstTheMotion() {
        let spring = Spring(mass: 2, stiffness: 50, damping: 4)
        #expect(near(spring.force(target: 10, position: 7, velocity: 2), 50 * 3 - 4 * 2))
        #expect(spring.force(target: 10, position: 10, velocity: 0) == 0)
    }

    @Test func massDoesNotChangeTheMotionOfASpringThatIsStifferAlike() {
        let (light, heavy) = (Spring(mass: 1, stiffness: 100, damping: 10), Spring(mass: 3, stiffness: 300, damping: 30))
        #expect(near(light.value(target: 1, time: 0.3), heavy.value(target: 1, time: 0.3)) && light != heavy)
        #expect(near(heavy.force(target: 1, position: 0, velocity: 0), 3 * light.force(target: 1, position: 0, velocity: 0)))
    }

    @Test func equalSpringsHaveEqualHashes() {
        #expect(Set([Spring(), .smooth, .snappy, .bouncy, Spring(duration: 0.5, bounce: 0.3)]).count == 3)
    }

    private func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-9 * max(1, abs(one), abs(other)) }
}
