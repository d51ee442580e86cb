import Foundation
import Motion
import Testing

/// When a spring has come to rest.
@Suite struct SpringSettlingTests {
    /// Q3 makes the duration too long for springs that swing faster than a radian per second, and too short for slower ones: these aren't tried.
    @Test func aSettledSpringStaysWhereItIs() {
        for motion in RandomMotion.many(seed: 30) where motion.spring.bounce <= 0 || swing(motion.spring) > 1 {
            let settled = motion.spring.settlingDuration(target: motion.target, initialVelocity: motion.velocity, epsilon: 0.01)
            #expect(settled > 0 && settled.isFinite, "\(motion)")
            for step in 0..<200 {
                let time = settled + Double(step) * 0.05
                #expect(abs(motion.value(at: time) - motion.target) < 0.01 + 1e-9, "\(motion) at \(time), settled at \(settled)")
            }
        }
    }

    @Test func theDurationOfASwingingSpringIsThatOfAnEnvelopeWhichIsNotDividedByTheFrequency() {
        let spring = Spring(mass: 1, stiffness: 100, damping: 4)
        let expected = log((abs(3.0 * 2 - 5) + 3) / 0.001) / 2
        #expect(abs(spring.settlingDuration(target: 3, initialVelocity: 5, epsilon: 0.001) - expected) < 1e-12)
    }

    @Test func aSpringWithoutDampingNeverSettles() {
        #expect(Spring(duration: 0.5, bounce: 1).settlingDuration == .infinity)
        #expect(Spring(mass: 1, stiffness: 10, damping: 0).settlingDuration == .infinity)
    }

    @Test func whatIsThereFromTheStartHasSettled() {
        for spring in [Spring.smooth, .bouncy, Spring(duration: 0.5, bounce: -0.5)] { #expect(spring.settlingDuration(target: 0.0, epsilon: 0.001) == 0) }
    }

    @Test func aSpringThatIsNotThereAfterAHundredSecondsCountsAsSettledAtOnce() {
        #expect(Spring(duration: 100, bounce: 0).settlingDuration == 0)
        #expect(Spring(duration: 30, bounce: 0).settlingDuration > 30)
    }

    @Test func aSpringThatPassesItsTargetHasNotSettledThere() {
        // Critically damped, it is at its target after 2 seconds, beyond it by 0.025 at 4, and within 0.01 again after 5.
        let spring = Spring(mass: 1, stiffness: 1, damping: 2)
        #expect(abs(spring.value(target: 1, initialVelocity: 1.5, time: 2) - 1) < 1e-12)
        let settled = spring.settlingDuration(target: 1, initialVelocity: 1.5, epsilon: 0.01)
        #expect(settled > 4.5 && settled < 6)
    }

    @Test func aSlowSpringSettlesOnATenthOfASecond() {
        for motion in RandomMotion.many([.critical, .over], count: 50, seed: 31) {
            let tenths = motion.spring.settlingDuration * 10
            #expect(abs(tenths - tenths.rounded()) < 1e-9, "\(motion)")
        }
    }

    @Test(arguments: [0.1, 0.5, 1, 3, 10], [0.1, 0.3, 0.5, 0.825, 0.95, 1])
    func aSpringMadeToSettleDoesSo(duration: Double, ratio: Double) {
        let spring = Spring(settlingDuration: duration, dampingRatio: ratio)
        #expect(abs(spring.dampingRatio - ratio) < 1e-9 && spring.mass == 1)
        // The equation that the original solves, and how near it comes.
        let frequency = 2 * Double.pi / spring.response
        let rest =
            ratio < 1
            ? ratio / (1 - ratio * ratio).squareRoot() * exp(-duration * ratio * frequency) : (1 + duration * frequency) * exp(-duration * frequency)
        #expect(abs(rest / 0.001 - 1) < 1e-3)
        #expect(abs(spring.value(target: 1, time: duration) - 1) < 0.01)
    }

    /// The search doesn't go on until nothing changes. It comes as near as the original's, which follows from its beginning and the number of its steps. The
    /// figures were computed apart from this code.
    @Test(arguments: [
        (1.0, 0.5, 1e-3, 12.716898269278913), (0.5, 0.825, 1e-3, 17.663219501420084), (3, 0.1, 1e-3, 15.367317844401967), (1, 1, 1e-3, 9.233413476451434),
        (1, 0.002, 1e-9, 5981.386282171819), (0.1, 0.01, 1e-6, 9210.336578093333), (1, 0.9, 1e-9, 18.32875010394607),
    ])
    func theSearchBeginsAndEndsWhereTheOriginalsDoes(duration: Double, ratio: Double, epsilon: Double, frequency: Double) {
        let found = 2 * Double.pi / Spring(settlingDuration: duration, dampingRatio: ratio, epsilon: epsilon).response
        #expect(abs(found / frequency - 1) < 1e-11, "\(found)")
    }

    @Test func theSettlingDurationAndTheRatioAreKeptInTheirRanges() {
        #expect(Spring(settlingDuration: 0, dampingRatio: 0.5) == Spring(settlingDuration: 0.01, dampingRatio: 0.5))
        #expect(Spring(settlingDuration: -3, dampingRatio: 0.5) == Spring(settlingDuration: 0.01, dampingRatio: 0.5))
        #expect(Spring(settlingDuration: 99, dampingRatio: 0.5) == Spring(settlingDuration: 10, dampingRatio: 0.5))
        #expect(Spring(settlingDuration: 1, dampingRatio: 7) == Spring(settlingDuration: 1, dampingRatio: 1))
        #expect(Spring(settlingDuration: 1, dampingRatio: -1) == Spring(settlingDuration: 1, dampingRatio: .ulpOfOne))
        let durations = [0.01, 0.011, 9.9, 10].map { Spring(settlingDuration: $0, dampingRatio: 0.5).response }
        #expect(durations == durations.sorted() && Set(durations).count == 4)
    }

    /// Without damping nothing settles: the natural frequency is one radian in the given duration then.
    @Test(arguments: [0, 1e-12, 1e-6, 0.0005, 0.000_999], [0.001, 0.5])
    func aSpringOfHardlyAnyDampingSwings(ratio: Double, epsilon: Double) {
        let spring = Spring(settlingDuration: 1, dampingRatio: ratio, epsilon: epsilon)
        #expect(abs(spring.response - 2 * .pi) < 1e-9, "\(spring)")
    }

    private func swing(_ spring: Spring) -> Double { 2 * .pi / spring.response * max(0, 1 - spring.dampingRatio * spring.dampingRatio).squareRoot() }
}
