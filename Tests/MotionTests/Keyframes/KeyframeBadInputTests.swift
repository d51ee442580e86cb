import Foundation
import Motion
import Testing

@Suite("Keyframes of bad input")
struct KeyframeBadInputTests {
    @Test("A duration that isn't above zero makes a jump", arguments: [0, -1, -Double.infinity, .nan, 1e-300])
    func noDuration(duration: Double) {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            LinearKeyframe(1, duration: 1)
            LinearKeyframe(2, duration: duration)
            CubicKeyframe(3, duration: duration)
            SpringKeyframe(4, duration: duration)
            CubicKeyframe(6, duration: 1)
        }
        #expect(timeline.duration == 2)
        #expect(timeline.value(time: 1) == 4)
        #expect(timeline.value(time: 1.5) == 5)
        #expect(timeline.value(time: 2) == 6)
        let jumps = KeyframeTimeline(initialValue: 0.0) { LinearKeyframe(2, duration: duration) }
        #expect(jumps.value(time: 0) == 2)
        #expect(jumps.value(progress: 0.5) == 2)
    }

    @Test("A huge duration is finite", arguments: [1e300, Double.infinity])
    func hugeDuration(duration: Double) {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            LinearKeyframe(1, duration: duration)
            CubicKeyframe(2, duration: duration)
        }
        #expect(timeline.duration.isFinite)
        #expect(timeline.value(time: 1).isFinite)
        #expect(timeline.value(progress: 0.5) == 1)
        #expect(timeline.value(time: .infinity) == 2)
    }

    @Test("A time that isn't a number is the start")
    func noTime() {
        let timeline = KeyframeTimeline(initialValue: 5.0) { LinearKeyframe(1, duration: 1) }
        #expect(timeline.value(time: .nan) == 5)
        #expect(timeline.value(time: -.infinity) == 5)
        #expect(timeline.value(progress: .nan) == 5)
        #expect(timeline.value(progress: -3) == 5)
        #expect(timeline.value(progress: .infinity) == 1)
    }

    @Test("A spring that never settles ends all the same, and is cut off where it is then")
    func undampedSpring() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            SpringKeyframe(1, spring: Spring(mass: 1, stiffness: 100, damping: 0))
            CubicKeyframe(0, duration: 1)
        }
        #expect(timeline.duration.isFinite)
        #expect((0...2).contains(timeline.value(time: 12345.6)))
        #expect(timeline.value(progress: 1) == 0)
    }

    @Test("A spring whose figures aren't numbers is a jump, and spoils nothing after it", arguments: [Double.nan, -1, -5])
    func badSpring(bounce: Double) {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            SpringKeyframe(1, spring: Spring(duration: 0.5, bounce: bounce))
            SpringKeyframe(2, duration: 1, spring: Spring(duration: 0.5, bounce: bounce))
            CubicKeyframe(4, duration: 1)
        }
        #expect(timeline.duration == 2)
        #expect(timeline.value(time: 0.5) == 2)
        #expect(timeline.value(time: 1.5) == 3)
    }

    @Test("A curve that is vertical lends no slope")
    func verticalCurve() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            LinearKeyframe(1, duration: 1, timingCurve: .circularEaseIn)
            CubicKeyframe(2, duration: 1)
            LinearKeyframe(3, duration: 1, timingCurve: .circularEaseOut)
        }
        #expect(timeline.value(time: 1.5) == 1.5)
    }

    @Test("Values that aren't numbers spoil their own motion alone")
    func badValues() {
        let timeline = KeyframeTimeline(initialValue: 0.0) {
            LinearKeyframe(Double.nan, duration: 1)
            MoveKeyframe(1)
            LinearKeyframe(2, duration: 1)
        }
        #expect(timeline.value(time: 0.5).isNaN)
        #expect(timeline.value(time: 1.5) == 1.5)
    }
}
