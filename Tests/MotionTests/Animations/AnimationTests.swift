import Foundation
import Motion
import Testing

@Suite struct AnimationTests {
    @Test func theDefaultEqualsOnlyItself() {
        #expect(Animation.default == .default)
        #expect(Animation.default != .spring && Animation.spring != .default)
        #expect(Set([Animation.default, .spring, .spring(duration: 0.5), .smooth]).count == 2)
    }

    @Test func equalAnimationsHaveEqualParameters() {
        #expect(Animation.easeIn == .easeIn(duration: 0.35) && Animation.easeIn != .easeOut)
        #expect(Animation.linear.delay(1) == Animation.linear.delay(1) && Animation.linear.delay(1) != Animation.linear.delay(2))
        #expect(Animation.linear.speed(2).delay(1) != Animation.linear.delay(1).speed(2))
        #expect(Animation.easeIn.hashValue == Animation.easeIn(duration: 0.35).hashValue)
        #expect(Animation.snappy == .spring(duration: 0.5, bounce: 0.15) && Animation.bouncy == .spring(duration: 0.5, bounce: 0.3))
        #expect(Animation.interactiveSpring == .spring(duration: 0.15, bounce: 0.15, blendDuration: 0.25))
        #expect(Animation.interpolatingSpring == .interpolatingSpring(Spring()))
    }

    @Test func aDescriptionNamesWhatItIs() {
        #expect(Animation.easeIn(duration: 2).description.contains("duration: 2.0"))
        #expect(Animation.spring(response: 0.3, dampingFraction: 0.7).description == "SpringAnimation(response: 0.3, dampingFraction: 0.7, blendDuration: 0.0)")
        #expect(Animation.default.description == "DefaultAnimation()")
        #expect(Animation.linear.delay(1).description.hasSuffix("delay: 1.0)"))
        #expect(Animation.default.debugDescription.contains("DefaultAnimation"))
    }

    /// What `animation` covers of 1 at each of `times`, asked one after the other.
    func covered(_ animation: Animation, at times: [TimeInterval]) -> [Double?] {
        var context = AnimationContext<Double>()
        return times.map { animation.animate(value: 1.0, time: $0, context: &context) }
    }

    @Test func aTimingCurveLastsItsDurationToTheLastMoment() {
        #expect(covered(.linear(duration: 2), at: [0, 0.5, 2, 2.001]) == [0, 0.25, 1, nil])
        #expect(covered(.linear(duration: 0), at: [0]) == [nil])
        #expect(covered(.linear(duration: -1), at: [0, 1]) == [nil, nil])
        #expect(covered(.linear(duration: .nan), at: [0]) == [nil])
    }

    @Test func modifiersChangeTheTime() {
        #expect(covered(.linear(duration: 1).delay(2), at: [0, 2, 2.5, 3, 3.1]) == [0, 0, 0.5, 1, nil])
        #expect(covered(.linear(duration: 1).delay(-0.5), at: [0, 0.5]) == [0.5, 1])
        #expect(covered(.linear(duration: 1).speed(2), at: [0.25, 0.5, 0.6]) == [0.5, 1, nil])
        #expect(covered(.linear(duration: 1).speed(0), at: [0, 1e9]) == [0, 0])
        #expect(covered(.linear(duration: 1).speed(.nan), at: [5]) == [0])
    }

    @Test func aCycleFlipsAtTheFirstSamplePastItsEnd() {
        let animation = Animation.linear(duration: 1).repeatCount(2)
        #expect(covered(animation, at: [0.5, 1, 1.25, 1.5, 2.25, 2.5]) == [0.5, 1, 1, 0.75, 0, nil])
        #expect(covered(.linear(duration: 1).repeatCount(2, autoreverses: false), at: [1.25, 1.5, 2.5, 2.6]) == [1, 0.25, nil, nil])
        #expect(covered(.linear(duration: 1).repeatCount(0), at: [0.5, 1.5]) == [0.5, nil])
    }

    @Test func aRepeatedSpringStartsAnewInEachCycle() {
        var context = AnimationContext<Double>()
        let animation = Animation.spring.repeatForever(autoreverses: false)
        var restarts = 0
        var last = 0.0
        for frame in 0..<1_200 {
            let covered = animation.animate(value: 100.0, time: Double(frame) / 60, context: &context) ?? .nan
            if covered < last - 50 { restarts += 1 }
            last = covered
        }
        #expect(restarts > 5)
    }

    @Test func logicalCompletionIsAsTold() {
        func isComplete(_ animation: Animation, at time: TimeInterval) -> Bool {
            var context = AnimationContext<Double>()
            for frame in 0...Int(time * 60) { _ = animation.animate(value: 100.0, time: Double(frame) / 60, context: &context) }
            return context.isLogicallyComplete
        }
        #expect(!isComplete(.spring, at: 0.4) && isComplete(.spring, at: 0.5))
        #expect(!isComplete(.spring.logicallyComplete(after: 1), at: 0.9) && isComplete(.spring.logicallyComplete(after: 1), at: 1))
        #expect(isComplete(.spring.logicallyComplete(after: 0.1), at: 0.1))
        #expect(!isComplete(.spring.delay(1), at: 1.4) && isComplete(.spring.delay(1), at: 1.5))
    }

    @Test func onlyEqualModifiersMergeAndTellNoVelocity() {
        var context = AnimationContext<Double>()
        #expect(Animation.spring.delay(1).shouldMerge(previous: .spring.delay(1), value: 1.0, time: 0, context: &context))
        #expect(!Animation.spring.delay(1).shouldMerge(previous: .spring.delay(2), value: 1.0, time: 0, context: &context))
        #expect(!Animation.spring.delay(1).shouldMerge(previous: .spring, value: 1.0, time: 0, context: &context))
        #expect(!Animation.linear.shouldMerge(previous: .linear, value: 1.0, time: 0, context: &context))
        #expect(Animation.spring.shouldMerge(previous: .linear, value: 1.0, time: 0, context: &context))
        #expect(Animation.linear.delay(1).velocity(value: 1.0, time: 1, context: context) == nil)
        #expect(Animation.linear(duration: 2).velocity(value: 1.0, time: 1, context: context) == 0.5)
    }
}
