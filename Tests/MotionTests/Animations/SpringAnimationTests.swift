import Foundation
import Motion
import Testing

@Suite struct SpringAnimationTests {
    /// The steps of 1/300 s and the formula are never further apart than the spring moves in two steps.
    @Test(arguments: 0..<40) func stepsAndFormulaAreOne(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let response = Double.random(in: 0.1...2, using: &random)
        let dampingFraction = Double.random(in: 0.2...1.5, using: &random)
        let target = Double.random(in: -500...500, using: &random)
        let animation = Animation.spring(response: response, dampingFraction: dampingFraction)
        let spring = Spring(response: response, dampingRatio: dampingFraction)
        let times = (0..<180).map { Double($0) / 60 }
        let fastest = times.map { abs(spring.value(target: target, time: $0 + 1 / 300) - spring.value(target: target, time: $0)) }.max() ?? 0
        var context = AnimationContext<Double>()
        for time in times {
            guard let stepped = animation.animate(value: target, time: time, context: &context) else { break }
            let formula = spring.value(target: target, time: time)
            #expect(abs(stepped - formula) <= 2 * fastest, "at \(time) of \(animation)")
        }
    }

    @Test func itEndsWhereItStandsStill() throws {
        var context = AnimationContext<Double>()
        var last = 0.0
        var frames = 0
        while let covered = Animation.bouncy.animate(value: 100.0, time: Double(frames) / 60, context: &context), frames < 600 {
            last = covered
            frames += 1
        }
        #expect(frames < 600 && abs(last - 100) < 1)
    }

    /// A spring is over with the first step at which neither its velocity nor its acceleration is above 0.06, and it is near its end. For a quick one the
    /// acceleration decides, for a slow one the velocity, for a small change the distance.
    @Test(arguments: [(4.0, 100.0), (12.0, 100.0), (1.0, 500.0), (4.0, 1.0)]) func itStandsStillAtTheStepAtWhichItIsSlowAndNear(
        response: Double, target: Double
    ) {
        let animation = Animation.spring(response: response, dampingFraction: 1)
        var context = AnimationContext<Double>()
        // The same steps, reckoned beside it.
        let (step, frequency) = (1.0 / 300, 2 * Double.pi / response)
        var (time, offset, velocity, acceleration) = (0.0, 0.0, 0.0, 0.0)
        var expected = 0
        while expected == 0 || max(abs(velocity), abs(acceleration)) > 0.06 || abs(target - offset) > 0.01 * target {
            expected += 1
            let middle = velocity + acceleration * step / 2
            offset += middle * step
            acceleration = (target - offset) * frequency * frequency - middle * 2 * frequency
            velocity = middle + acceleration * step / 2
        }
        var steps = 0
        repeat {
            steps += 1
            time += step
        } while animation.animate(value: target, time: time, context: &context) != nil && steps < 20_000
        #expect(steps == expected)
    }

    @Test func aGapIsNotFollowed() {
        var context = AnimationContext<Double>()
        _ = Animation.spring.animate(value: 100.0, time: 0, context: &context)
        let after = Animation.spring.animate(value: 100.0, time: 1e15, context: &context)
        #expect(after.map { $0 < 20 } == true)
        for time in [Double.infinity, .nan, -1, 4e13, 1e300] { _ = Animation.spring.animate(value: 100.0, time: time, context: &context) }
    }

    @Test func aSpringGoesOnFromAnotherWithItsVelocity() throws {
        var context = AnimationContext<Double>()
        for frame in 0...12 { _ = Animation.bouncy.animate(value: 100.0, time: Double(frame) / 60, context: &context) }
        let before = try #require(Animation.bouncy.velocity(value: 100.0, time: 0.2, context: context))
        let covered = try #require(Animation.bouncy.animate(value: 100.0, time: 0.2, context: &context))
        #expect(Animation.smooth.shouldMerge(previous: .bouncy, value: 100.0, time: 0.2, context: &context))
        #expect(Animation.smooth.velocity(value: 300.0, time: 0.2, context: context) == before)
        #expect(Animation.smooth.animate(value: 300.0, time: 0.2, context: &context) == covered)
        let later = try #require(Animation.smooth.animate(value: 300.0, time: 0.21, context: &context))
        #expect(later > covered && before > 0)
    }

    /// Half-way through the blend a spring is as stiff as one of a response between both.
    @Test func theResponseBlendsFromOneSpringToTheNext() {
        func covered(blendDuration: TimeInterval) -> Double {
            var context = AnimationContext<Double>()
            _ = Animation.spring(response: 2, dampingFraction: 1).animate(value: 100.0, time: 0, context: &context)
            let next = Animation.spring(response: 0.2, dampingFraction: 1, blendDuration: blendDuration)
            #expect(next.shouldMerge(previous: .spring(response: 2, dampingFraction: 1), value: 100.0, time: 0, context: &context))
            return (1...6).map { next.animate(value: 100.0, time: Double($0) / 60, context: &context) ?? 100 }.last ?? .nan
        }
        #expect(covered(blendDuration: 0) > covered(blendDuration: 0.1))
        #expect(covered(blendDuration: 0.1) > covered(blendDuration: 1))
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1e-300, 1e300], [0, -1, .nan, .infinity, 1e300])
    func oddParametersNeitherTrapNorHang(response: Double, dampingFraction: Double) {
        let animation = Animation.spring(response: response, dampingFraction: dampingFraction, blendDuration: response)
        var context = AnimationContext<Double>()
        _ = animation.shouldMerge(previous: .spring, value: 1.0, time: 0, context: &context)
        for frame in 0..<60 { _ = animation.animate(value: 1.0, time: Double(frame) / 60, context: &context) }
        let animator = Animator(0.0)
        animator.set(1, at: 0, transaction: Transaction(animation: animation))
        #expect(!animator.frame(at: 0.1).value.isNaN)
        let interpolating = Animation.interpolatingSpring(mass: response, stiffness: dampingFraction, damping: response, initialVelocity: dampingFraction)
        for frame in 0..<60 { _ = interpolating.animate(value: 1.0, time: Double(frame) / 60, context: &context) }
        animator.set(2, at: 1, transaction: Transaction(animation: interpolating))
        #expect(!animator.frame(at: 1.1).value.isNaN)
    }

    @Test(arguments: [-0.1, -0.5, -0.9]) func anOverDampedInterpolatingSpringIsACriticalOneOfTheSameDuration(bounce: Double) throws {
        var context = AnimationContext<Double>()
        let critical = Spring(duration: 0.5)
        for time in stride(from: 0, to: 0.75, by: 0.05) {
            let covered = try #require(Animation.interpolatingSpring(duration: 0.5, bounce: bounce).animate(value: 1.0, time: time, context: &context))
            #expect(abs(covered - critical.value(target: 1.0, time: time)) < 1e-9, "at \(time)")
        }
    }

    @Test(arguments: [-1e300, 1e300, -.greatestFiniteMagnitude, -.infinity, .nan]) func timesThatLeapBackOrFarDoNotTrap(leap: TimeInterval) throws {
        var context = AnimationContext<Double>()
        for time in [0, leap, 0.1, -leap, 0.2, leap] { _ = Animation.bouncy.animate(value: 10, time: time, context: &context) }
        let covered = Animation.bouncy.animate(value: 10, time: 0.3, context: &context)
        #expect(covered?.isFinite != false)
    }
}
