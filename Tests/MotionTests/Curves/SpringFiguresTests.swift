import Foundation
import Motion
import Testing

/// The figures that are published, to their digits.
@Suite struct SpringFiguresTests {
    @Test func aBouncySpringReadsBackAsStiffnessAndDamping() {
        let spring = Spring(duration: 0.5, bounce: 0.3)
        #expect(rounded(spring.stiffness) == 157.91 && rounded(spring.damping) == 17.59 && spring.mass == 1)
    }

    @Test func aSpringOfStiffnessAndDampingReadsBackAsDurationAndBounce() {
        let spring = Spring(mass: 1, stiffness: 100, damping: 10)
        #expect((spring.duration * 10_000).rounded() == 6283 && abs(spring.bounce - 0.5) < 1e-12)
        #expect(spring.response == spring.duration && abs(spring.dampingRatio - 0.5) < 1e-12)
    }

    @Test(arguments: [(Spring.smooth, [0.36, 0.82, 0.99]), (.snappy, [0.39, 0.89, 1.01]), (.bouncy, [0.42, 0.98, 1.01])])
    func aPresetIsWhereItIsSaidToBe(spring: Spring, values: [Double]) {
        #expect([0.1, 0.25, 0.5].map { rounded(spring.value(target: 1, time: $0)) } == values)
    }

    @Test func aSpringSettlesAfterEightTenthsOfASecond() {
        #expect(rounded(Spring().settlingDuration) == 0.8)
    }

    @Test func thePresetsAreHalfASecondLongAndDifferByTheirBounce() {
        #expect(Spring.smooth == Spring() && Spring.smooth == Spring(duration: 0.5, bounce: 0))
        #expect(Spring.snappy == Spring(duration: 0.5, bounce: 0.15))
        #expect(Spring.bouncy == Spring(duration: 0.5, bounce: 0.3))
        #expect(Spring.smooth(duration: 2, extraBounce: 0.1) == Spring(duration: 2, bounce: 0.1))
        #expect(Spring.snappy(duration: 2, extraBounce: 0.1) == Spring(duration: 2, bounce: 0.15 + 0.1))
        #expect(Spring.bouncy(duration: 2, extraBounce: 0.1) == Spring(duration: 2, bounce: 0.3 + 0.1))
    }

    private func rounded(_ number: Double) -> Double { (number * 100).rounded() / 100 }
}
