import Foundation
import Motion
import Testing

@Suite struct SampledAnimationTests {
    @Test func itDoesWhatTheOtherDidAtEachFrame() {
        let wobble = Wobble(duration: 0.6)
        let sampled = SampledAnimation(Animation(wobble))
        #expect(sampled.samples.count == 37)
        var (context, own) = (AnimationContext<Double>(), AnimationContext<Double>())
        for frame in 0..<37 {
            let time = Double(frame) / 60
            let original = wobble.animate(value: 50.0, time: time, context: &own)
            #expect(abs((sampled.animate(value: 50.0, time: time, context: &context) ?? .nan) - (original ?? .nan)) < 1e-9)
        }
        #expect(sampled.animate(value: 50.0, time: 37.0 / 60, context: &context) == nil)
    }

    @Test func itLastsTwoSecondsAtMost() {
        #expect(SampledAnimation(.linear(duration: 10)).samples.count == 121)
        #expect(SampledAnimation(.linear.repeatForever()).samples.count == 121)
        #expect(SampledAnimation(samples: Array(repeating: 0.5, count: 1_000_000)).samples.count == 121)
    }

    @Test func oddSamplesEndIt() {
        #expect(SampledAnimation(samples: [0, 0.5, .nan, 1]).samples == [0, 0.5])
        let animator = Animator(0.0)
        animator.set(1, at: 0, transaction: Transaction(animation: Animation(SampledAnimation(samples: []))))
        #expect(animator.frame(at: 0).value == 1)
    }

    @Test func theLogicalDurationIsThatOfTheFormula() {
        #expect(Animation.spring.logicalDuration == 0.5 && Animation.linear(duration: 3).delay(1).speed(2).logicalDuration == 2)
        #expect(Animation.linear.repeatForever().logicalDuration == .infinity)
        #expect(abs(Animation(Wobble(duration: 0.6)).logicalDuration - 37.0 / 60) < 1e-9)
    }
}
