import Foundation
import Motion
import Testing

private struct Place: Equatable {
    var x = 0.0
    var y = 0.0
    var nested = Nested()
    struct Nested: Equatable { var z = 0.0 }
}

private final class Calls { var values: [Double] = [] }

@Suite("A triggered keyframe animator")
struct KeyframeRunTests {
    private func run(_ calls: Calls = Calls()) -> KeyframeRun<Double, Int> {
        KeyframeRun(initialValue: 0, trigger: 0) { value in
            let _: Void = calls.values.append(value)
            LinearKeyframe(10, duration: 1)
            LinearKeyframe(20, duration: 1)
        }
    }

    @Test("shows the initial value and builds nothing until the trigger changes")
    func waits() {
        let calls = Calls()
        var run = run(calls)
        run.update(trigger: 0, at: 5)
        #expect(run.value(at: 100) == 0)
        #expect(!run.isPlaying(at: 100))
        #expect(calls.values.isEmpty)
    }

    @Test("plays once after a change and rests at the end value")
    func playsOnce() {
        var run = run()
        run.update(trigger: 1, at: 5)
        #expect(run.value(at: 5.5) == 5)
        #expect(run.isPlaying(at: 6.9))
        #expect(!run.isPlaying(at: 7))
        #expect(run.end == 7)
        #expect(run.value(at: 1000) == 20)
    }

    @Test("is built from the current value by a change on the way")
    func retrigger() {
        let calls = Calls()
        var run = run(calls)
        run.update(trigger: 1, at: 0)
        run.update(trigger: 2, at: 1.5)
        #expect(calls.values == [0, 15])
        #expect(run.value(at: 1.5) == 15)
        #expect(run.value(at: 2) == 12.5)
        run.update(trigger: 2, at: 2)
        #expect(calls.values.count == 2)
    }

    @Test("goes on from the end value by a change at rest")
    func retriggerAtRest() {
        let calls = Calls()
        var run = run(calls)
        run.update(trigger: 1, at: 0)
        run.update(trigger: 2, at: 2)
        #expect(calls.values == [0, 20])
        #expect(run.value(at: 2) == 20)
        #expect(run.value(at: 2.5) == 15)
    }

    @Test("keeps the velocity over a change on the way", arguments: 0..<100)
    func keepsVelocity(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        var number: Double { .random(in: -50...50, using: &generator) }
        let (middle, far, moment) = (number, number, Double.random(in: 0.01...1.99, using: &generator))
        let springs = Bool.random(using: &generator)
        var run = KeyframeRun(initialValue: 0.0, trigger: 0) { value in
            if springs {
                SpringKeyframe(middle - value, duration: 1, spring: Spring(duration: 0.4, bounce: 0.3))
                CubicKeyframe(far, duration: 1)
            } else {
                CubicKeyframe(middle, duration: 1)
                SpringKeyframe(far, duration: 1, spring: Spring(duration: 0.4, bounce: -0.4))
            }
        }
        let instant = 1e-6
        run.update(trigger: 1, at: 0)
        let (here, before) = (run.value(at: moment), run.value(at: moment - instant))
        run.update(trigger: 2, at: moment)
        #expect(run.value(at: moment) == here)
        let (arriving, leaving) = ((here - before) / instant, (run.value(at: moment + instant) - here) / instant)
        #expect(abs(arriving - leaving) <= 0.2 + 0.01 * abs(arriving), "\(arriving) then \(leaving)")
    }

    @Test("keeps the velocity of parts of parts, of the track that won, and of nothing else")
    func velocityOfParts() {
        var run = KeyframeRun(initialValue: Place(x: 3, y: 4), trigger: 0) { value in
            KeyframeTrack(\.x) { LinearKeyframe(100, duration: 10) }
            KeyframeTrack(\.nested.z) { if value.x == 3 { LinearKeyframe(20, duration: 10) } else { SpringKeyframe(0, duration: 1) } }
            KeyframeTrack(\.x) { if value.x == 3 { LinearKeyframe(13, duration: 1) } else { CubicKeyframe(13, duration: 1) } }
            KeyframeTrack(\.y) { if value.x == 3 { MoveKeyframe(4) } else { CubicKeyframe(4, duration: 1) } }
        }
        run.update(trigger: 1, at: 0)
        run.update(trigger: 2, at: 0.5)
        let instant = 1e-7
        let (start, next) = (run.value(at: 0.5), run.value(at: 0.5 + instant))
        #expect(start == Place(x: 8, y: 4, nested: .init(z: 1)))
        #expect(abs((next.x - start.x) / instant - 10) < 1e-3)
        #expect(abs((next.nested.z - start.nested.z) / instant - 2) < 1e-3)
        #expect((0...10).allSatisfy { run.value(at: 0.5 + Double($0) / 10).y == 4 })
    }

    @Test("takes moments that can't be as those of the last change", arguments: [Double.nan, .infinity, -Double.infinity, -7])
    func badMoments(moment: Double) {
        var run = run()
        run.update(trigger: 1, at: 3)
        run.update(trigger: 2, at: moment)
        #expect(run.value(at: 3) == 0)
        #expect(run.value(at: 3.5) == 5)
        #expect(run.value(at: .nan) == 0)
        #expect(run.value(at: -100) == 0)
        var first = self.run()
        first.update(trigger: 1, at: moment)
        #expect(first.value(at: (moment.isFinite ? moment : 0) + 0.5) == 5)
    }
}
