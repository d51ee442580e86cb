import Foundation
import Motion
import Testing

/// Laws of the motion of any spring.
@Suite struct SpringMotionTests {
    @Test func aMotionStartsAtZeroWithItsVelocityAndEndsAtItsTarget() {
        for motion in RandomMotion.many(seed: 1) {
            #expect(abs(motion.value(at: 0)) < 1e-12, "\(motion)")
            let derivative = (motion.value(at: 1e-7) - motion.value(at: 0)) / 1e-7
            #expect(abs(derivative - motion.velocity) < 0.1, "\(motion)")
            #expect(abs(motion.value(at: 1000) - motion.target) < 1e-9, "\(motion)")
        }
    }

    @Test func theVelocityIsTheDerivativeOfTheValue() {
        for motion in RandomMotion.many([.under, .critical], seed: 2) {
            let velocity = motion.spring.velocity(target: motion.target, initialVelocity: motion.velocity, time: motion.time)
            #expect(abs(velocity - derivative(motion)) < 1e-3, "\(motion)")
        }
    }

    @Test func theVelocityOfAnOverDampedSpringIsTooLargeByItsTarget() {
        for motion in RandomMotion.many([.over], seed: 3) {
            let velocity = motion.spring.velocity(target: motion.target, initialVelocity: motion.velocity, time: motion.time)
            #expect(abs(velocity - derivative(motion) - motion.target) < 1e-3, "\(motion)")
        }
    }

    @Test func aMotionObeysTheForceOfItsSpring() {
        for motion in RandomMotion.many([.under, .critical], seed: 4) {
            let (spring, step) = (motion.spring, 1e-5)
            func velocity(_ time: Double) -> Double { spring.velocity(target: motion.target, initialVelocity: motion.velocity, time: time) }
            let acceleration = (velocity(motion.time + step) - velocity(motion.time - step)) / (2 * step)
            let force = spring.force(target: motion.target, position: motion.value(at: motion.time), velocity: velocity(motion.time))
            #expect(abs(acceleration - force / spring.mass) < 0.05, "\(motion)")
        }
    }

    @Test func aMotionHasNoJumps() {
        for motion in RandomMotion.many(seed: 5) {
            for step in 0..<200 {
                let time = Double(step) * 0.01
                // Nothing here moves faster than its initial velocity and a turn of the shortest duration, 100 points, together.
                #expect(abs(motion.value(at: time + 1e-6) - motion.value(at: time)) < 0.01, "\(motion) at \(time)")
            }
        }
    }

    @Test func manySmallUpdatesAreOneMotion() {
        for motion in RandomMotion.many([.under, .critical], count: 100, seed: 6) {
            var (value, velocity) = (0.0, motion.velocity)
            for _ in 0..<50 { motion.spring.update(value: &value, velocity: &velocity, target: motion.target, deltaTime: motion.time / 50) }
            #expect(abs(value - motion.value(at: motion.time)) < 1e-8, "\(motion)")
        }
    }

    @Test func anUpdateOfAnOverDampedSpringInheritsItsVelocity() {
        for motion in RandomMotion.many([.over], count: 100, seed: 7) {
            let start = 5.0
            var (value, velocity) = (start, motion.velocity)
            motion.spring.update(value: &value, velocity: &velocity, target: motion.target, deltaTime: motion.time)
            let delta = motion.target - start
            #expect(value == start + motion.spring.value(target: delta, initialVelocity: motion.velocity, time: motion.time))
            #expect(velocity == motion.spring.velocity(target: delta, initialVelocity: motion.velocity, time: motion.time))
        }
    }

    @Test func littleDampingAndMuchMeetAtTheCritical() {
        for motion in RandomMotion.many([.critical], seed: 8) {
            for bounce in [1e-6, -1e-6, 1e-9, -1e-9] {
                let near = Spring(duration: motion.spring.duration, bounce: bounce)
                let value = near.value(target: motion.target, initialVelocity: motion.velocity, time: motion.time)
                #expect(abs(value - motion.value(at: motion.time)) < 0.01, "\(motion) with bounce \(bounce)")
            }
        }
    }

    @Test func aVectorMovesAsItsPartsDo() {
        for motion in RandomMotion.many(seed: 9) {
            let both = motion.spring.value(
                target: AnimatablePair(motion.target, -3.0), initialVelocity: AnimatablePair(motion.velocity, 2.0), time: motion.time)
            #expect(both.first == motion.value(at: motion.time))
            #expect(both.second == motion.spring.value(target: -3, initialVelocity: 2, time: motion.time))
        }
    }

    @Test func theFormWithBothEndsIsTheFormWithTheWayFromTheStart() {
        for motion in RandomMotion.many(seed: 10) {
            let (spring, time, start) = (motion.spring, motion.time, 17.0)
            let end = start + motion.target
            let delta = end - start
            func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-9 * max(1, abs(one), abs(other)) }
            let value = spring.value(fromValue: start, toValue: end, initialVelocity: motion.velocity, time: time)
            #expect(near(value, start + spring.value(target: delta, initialVelocity: motion.velocity, time: time)), "\(motion)")
            let velocity = spring.velocity(fromValue: start, toValue: end, initialVelocity: motion.velocity, time: time)
            #expect(near(velocity, spring.velocity(target: delta, initialVelocity: motion.velocity, time: time)), "\(motion)")
            let force = spring.force(fromValue: start, toValue: end, position: value, velocity: velocity)
            #expect(near(force, spring.force(target: end, position: value, velocity: velocity)), "\(motion)")
            let settling = spring.settlingDuration(fromValue: start, toValue: end, initialVelocity: motion.velocity, epsilon: 0.01)
            #expect(settling == spring.settlingDuration(target: delta, initialVelocity: motion.velocity, epsilon: 0.01), "\(motion)")
        }
    }

    @Test func anAngleMovesFromOneToTheOther() {
        let spring = Spring.bouncy
        let (start, end) = (Angle.degrees(10), Angle.degrees(110))
        let angle = spring.value(fromValue: start, toValue: end, initialVelocity: .zero, time: 0.2)
        #expect(abs(angle.degrees - 10 - 100 * spring.value(target: 1, time: 0.2)) < 1e-9)
        let speed = spring.velocity(fromValue: start, toValue: end, initialVelocity: .zero, time: 0.2)
        #expect(abs(speed.degrees - 100 * spring.velocity(target: 1, time: 0.2)) < 1e-9)
    }

    private func derivative(_ motion: RandomMotion) -> Double {
        let step = 1e-6
        return (motion.value(at: motion.time + step) - motion.value(at: motion.time - step)) / (2 * step)
    }
}
