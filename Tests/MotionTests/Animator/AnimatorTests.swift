import Foundation
import Motion
import Testing

@Suite struct AnimatorTests {
    func transaction(_ animation: Animation?) -> Transaction { Transaction(animation: animation) }

    static let animations: [Animation] = [
        .default, .linear, .easeInOut(duration: 0.7), .bouncy, .spring(response: 0.3, dampingFraction: 1.4), .interpolatingSpring(duration: 0.4, bounce: 0.3),
        .linear.delay(0.2), .snappy.delay(0.1), .easeIn.speed(0.5), .linear(duration: 0.2).repeatCount(3), .interactiveSpring,
        .easeOut.repeatForever(), Animation(Wobble(duration: 0.6)), Animation(Follower(rate: 4)), .smooth.logicallyComplete(after: 0.1),
    ]

    @Test(arguments: animations) func itLeadsFromTheOldValueToTheNew(animation: Animation) {
        let animator = Animator(10.0)
        #expect(animator.frame(at: 0).value == 10 && !animator.frame(at: 0).isAnimating)
        animator.set(110, at: 5, transaction: transaction(animation))
        #expect(abs(animator.frame(at: 5).value - 10) < 1e-9)
        let end = animator.end ?? .nan
        guard end.isFinite else { return }
        #expect(animator.frame(at: end).value == 110 && !animator.frame(at: end).isAnimating)
        #expect(animator.frame(at: .infinity).value == 110)
    }

    @Test func aChangeWithoutAnAnimationShowsAtOnce() {
        let animator = Animator(0.0)
        animator.set(1, at: 0, transaction: transaction(nil))
        #expect(animator.frame(at: 0).value == 1 && animator.end == nil && animator.nextChange(after: 0) == nil)
        var disabled = transaction(.default)
        disabled.disablesAnimations = true
        animator.set(2, at: 1, transaction: disabled)
        #expect(animator.frame(at: 1).value == 2)
    }

    @Test func theTransactionIsTheThreads() {
        let animator = Animator(0.0)
        withAnimation(.linear(duration: 1)) { animator.set(10, at: 0) }
        #expect(animator.frame(at: 0.5).value == 5)
        animator.set(20, at: 2)
        #expect(animator.frame(at: 2).value == 20)
    }

    @Test func theMomentsShownAreThoseOfTheAnimation() {
        let animator = Animator(100.0)
        animator.set(200, at: 0, transaction: transaction(.snappy))
        for time in [0.1, 0.25, 0.5] {
            #expect(abs(animator.frame(at: time).value - 100 - Spring.snappy.value(target: 100.0, time: time)) < 1e-9)
        }
        #expect(abs(animator.frame(at: 0.25).value - 189) < 0.5)
    }

    @Test(arguments: animations) func aMomentBeforeTheLastChangeShowsThatChange(animation: Animation) {
        let animator = Animator(0.0)
        animator.set(100, at: 1, transaction: transaction(animation))
        #expect(animator.frame(at: 0.9).value == animator.frame(at: 1).value)
        animator.set(50, at: 1.2, transaction: transaction(nil))
        #expect(animator.frame(at: 1.1).value == animator.frame(at: 1.2).value)
    }

    /// Interrupted again and again, a value never jumps, and asking for a frame changes none.
    @Test(arguments: 0..<60) func interruptionsAreContinuousAndFramesAreTheirOwn(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let animator = Animator(0.0, limit: seed % 2 == 0 ? AnimatorLimits.widget : .infinity)
        var time = 0.0
        for _ in 0..<8 {
            let before = animator.frame(at: time)
            let animation = try #require(Self.animations.randomElement(using: &random))
            animator.set(Double.random(in: -100...100, using: &random), at: time, transaction: transaction(animation))
            let after = animator.frame(at: time)
            #expect(abs(after.value - before.value) < 1e-6, "seed \(seed): \(animation) at \(time)")
            let times = (0..<6).map { _ in time + Double.random(in: 0...1.5, using: &random) }
            let once = times.map { animator.frame(at: $0).value }
            let again = times.reversed().map { animator.frame(at: $0).value }
            #expect(once == Array(again.reversed()))
            #expect(once.allSatisfy { $0.isFinite })
            time += Double.random(in: 0...0.5, using: &random)
        }
    }

    @Test(arguments: [Animation.spring, .bouncy, .default, .linear(duration: 1), .interpolatingSpring])
    func aSpringKeepsTheVelocityOfWhatItReplaces(first: Animation) {
        let animator = Animator(0.0)
        animator.set(100, at: 0, transaction: transaction(first))
        let (before, speed) = (animator.frame(at: 0.2).value, animator.velocity(at: 0.2))
        animator.set(-50, at: 0.2, transaction: transaction(.smooth))
        #expect(speed > 50 && abs(animator.velocity(at: 0.2) - speed) < 1e-6 && abs(animator.frame(at: 0.2).value - before) < 1e-9)
    }

    @Test func aVerticalCurveDoesNotThrowASpringOff() {
        let animator = Animator(0.0)
        animator.set(100, at: 1, transaction: transaction(.timingCurve(.circularEaseOut, duration: 1)))
        animator.set(200, at: 1, transaction: transaction(.spring))
        #expect((0..<100).allSatisfy { (0...210).contains(animator.frame(at: 1 + Double($0) / 60).value) })
    }

    @Test(arguments: animations) func theVelocityIsThatOfTheValue(animation: Animation) {
        let animator = Animator(0.0)
        animator.set(100, at: 0, transaction: transaction(animation))
        animator.set(60, at: 0.05, transaction: transaction(.easeOut(duration: 0.4)))
        for step in 1..<20 {
            let time = 0.0512 + Double(step) * 0.013
            // Curves are rounded to a millionth, so the moments can't be nearer.
            let difference = (animator.frame(at: time + 5e-4).value - animator.frame(at: time - 5e-4).value) / 1e-3
            #expect(abs(animator.velocity(at: time) - difference) < 1 + abs(difference) * 0.02, "\(animation) at \(time)")
        }
    }

    @Test func timingCurvesRunBesideEachOther() {
        let animator = Animator(0.0)
        animator.set(100, at: 0, transaction: transaction(.linear(duration: 1)))
        animator.set(0, at: 0.5, transaction: transaction(.linear(duration: 1)))
        // The first one has covered 75, the second one half of the way from there back to 0.
        #expect(abs(animator.frame(at: 0.75).value - 75 * 0.75) < 1e-9)
        #expect(abs(animator.frame(at: 1.25).value - 25) < 1e-9)
        #expect(animator.end == 1.5)
    }

    @Test(arguments: 1...200) func whatGoesThereAndBackDoesNotFlashWhereItTurns(hundredths: Int) {
        let duration = Double(hundredths) / 100
        let animator = Animator(0.0)
        animator.set(1, at: 0, transaction: transaction(.linear(duration: duration).repeatForever()))
        for frame in 0..<300 {
            let (time, turns) = (Double(frame) / 60, Double(frame) / 60 / duration)
            let distance = abs(turns - 2 * (turns / 2).rounded())
            #expect(abs(animator.frame(at: time).value - distance) < 1e-6, "at \(time)")
        }
    }

    @Test func inAWidgetTheFinalValueShowsAtExactlyTwoSeconds() {
        for animation in [
            Animation.linear(duration: 10), .linear(duration: 1).delay(1.5), .easeIn.repeatForever(), .spring(duration: 5), Animation(Follower(rate: 0.1)),
        ] {
            let animator = Animator(0.0, limit: AnimatorLimits.widget)
            animator.set(100, at: 7, transaction: transaction(animation))
            #expect(animator.end.map { $0 <= 9 } == true)
            #expect(animator.frame(at: 9.nextDown).isAnimating && animator.frame(at: 9).value == 100 && !animator.frame(at: 9).isAnimating)
        }
    }

    @Test func anInterruptionInAWidgetHasTwoSecondsOfItsOwn() {
        let animator = Animator(0.0, limit: AnimatorLimits.widget)
        animator.set(100, at: 0, transaction: transaction(.linear(duration: 10)))
        animator.set(200, at: 1, transaction: transaction(.linear(duration: 10)))
        #expect(animator.end == 3 && animator.frame(at: 2.999).isAnimating)
    }

    @Test func nothingMovesInAlwaysOn() {
        var environment = EnvironmentValues()
        environment.isLuminanceReduced = true
        let animator = Animator(0.0)
        animator.set(50, at: 0, transaction: transaction(.linear(duration: 1)))
        animator.environment = environment
        var told = 0
        var waiting = transaction(.default)
        waiting.addAnimationCompletion { told += 1 }
        animator.set(100, at: 0.5, transaction: waiting)
        waiting = Transaction()
        #expect(animator.frame(at: 0.5).value == 100 && animator.end == nil && told == 1)
    }

    @Test func reducedMotionFadesInsteadOfMoving() {
        var environment = EnvironmentValues()
        environment.accessibilityReduceMotion = true
        let animator = Animator(0.0, environment: environment)
        animator.set(100, at: 0, transaction: transaction(.linear(duration: 1)))
        let frame = animator.frame(at: 0.25)
        #expect(frame.value == 100 && frame.opacity == 0.25 && frame.underneath.map(\.value) == [0] && frame.underneath.map(\.opacity) == [1])
        animator.set(200, at: 0.5, transaction: transaction(.linear(duration: 1)))
        let both = animator.frame(at: 0.5)
        #expect(both.value == 200 && both.opacity == 0 && both.underneath.map(\.value) == [0, 100] && both.underneath.map(\.opacity) == [1, 0.5])
        #expect(animator.frame(at: 1.25).underneath.map(\.value) == [100] && animator.end == 1.5)
        #expect(animator.frame(at: 1.5).opacity == 1 && animator.frame(at: 1.5).underneath.isEmpty)
        let colour = Animator(0.0, environment: environment, hasMotion: false)
        colour.set(1, at: 0, transaction: transaction(.linear(duration: 1)))
        #expect(colour.frame(at: 0.5).value == 0.5)
    }

    @Test func whatRunsIsFinishedWhereAlwaysOnBegins() {
        let animator = Animator(0.0)
        var told = 0
        withAnimation(.linear(duration: 1)) {
            animator.set(100, at: 0)
        } completion: {
            told += 1
        }
        animator.environment.isLuminanceReduced = true
        #expect(animator.frame(at: 0.5).value == 100 && !animator.frame(at: 0.5).isAnimating && animator.end == nil && told == 1)
    }

    /// The picture where each layer is as bright as its value.
    private func seen(_ frame: AnimatorFrame<Double>) -> Double {
        let below = frame.underneath.reduce(0) { $0 + ($1.value - $0) * $1.opacity }
        return below + (frame.value - below) * frame.opacity
    }

    @Test(arguments: 0..<60) func nothingJumpsWhereReducedMotionBeginsOrEnds(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let animator = Animator(0.0)
        var time = 0.0
        for step in 0..<6 {
            animator.environment.accessibilityReduceMotion = Bool.random(using: &random)
            let before = seen(animator.frame(at: time))
            let animation = try #require(Self.animations.randomElement(using: &random))
            animator.set(Double.random(in: -100...100, using: &random), at: time, transaction: transaction(animation))
            #expect(abs(seen(animator.frame(at: time)) - before) < 1e-6, "seed \(seed), step \(step): \(animation) at \(time)")
            #expect(animator.nextChange(after: time) != nil)
            time += Double.random(in: 0...0.5, using: &random)
        }
    }

    /// Nothing is drawn later than the limit, also of what would only begin then.
    @Test(arguments: [Animation.linear.delay(3), .default.delay(2.5), .spring.delay(2)]) func aDelayBeyondTheLimitEndsAtTheLimit(animation: Animation) {
        let animator = Animator(0.0, limit: 2)
        animator.set(1, at: 10, transaction: Transaction(animation: animation))
        #expect(animator.nextChange(after: 10) == 12 && animator.nextChange(after: 11.5) == 12)
        #expect(animator.frame(at: 12.nextDown).value == 0 && animator.frame(at: 12).value == 1)
        #expect(animator.nextChange(after: 12) == nil)
        let early = Animator(0.0, limit: 2)
        early.set(1, at: 10, transaction: Transaction(animation: .linear.delay(1.5)))
        #expect(early.nextChange(after: 10) == 11.5 && early.nextChange(after: 11.75) == 11.75)
    }

    @Test func itSaysWhenTheNextFrameDiffers() {
        let animator = Animator(0.0)
        animator.set(1, at: 10, transaction: transaction(.linear(duration: 1).delay(2)))
        #expect(animator.nextChange(after: 10) == 12 && animator.nextChange(after: 12.5) == 12.5 && animator.nextChange(after: 13) == nil)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -1, 0])
    func oddTimesAndValuesNeitherTrapNorHang(odd: Double) {
        let animator = Animator(0.0, limit: odd)
        for animation in Self.animations {
            animator.set(odd, at: odd, transaction: transaction(animation))
            animator.set(1, at: 1, transaction: transaction(animation.delay(odd)))
            animator.set(2, at: odd, transaction: transaction(animation.speed(odd)))
            _ = animator.frame(at: odd)
            _ = animator.frame(at: 1.5)
            _ = animator.nextChange(after: odd)
        }
        animator.advance(to: .infinity)
        #expect(animator.frame(at: .infinity).value == 2)
    }

    @Test func aFloodOfChangesStaysSmall() {
        let animator = Animator(0.0)
        for step in 0..<5_000 { animator.set(Double(step), at: Double(step) / 1_000, transaction: transaction(.linear(duration: 100))) }
        #expect(animator.frame(at: 5).value.isFinite)
    }
}
