import Foundation
import Motion
import Testing

private final class Calls { var values: [Double] = [] }

@Suite("A repeating keyframe animator")
struct KeyframeLoopTests {
    @Test("plays the keyframes again and again")
    func loops() {
        let loop = KeyframeLoop(initialValue: 0.0, start: 100) { _ in
            LinearKeyframe(1, duration: 1)
            LinearKeyframe(0, duration: 1)
        }
        for lap in [0.0, 1, 2, 3, 1000, 1_000_000] {
            #expect(loop.value(at: 100 + lap * 2 + 0.5) == 0.5)
            #expect(loop.value(at: 100 + lap * 2 + 1) == 1)
        }
    }

    @Test("starts each lap from the end of the one before")
    func fromTheEnd() {
        let calls = Calls()
        let loop = KeyframeLoop(initialValue: 0.0, start: 0) { value in
            let _: Void = calls.values.append(value)
            LinearKeyframe(10, duration: 1)
        }
        #expect(loop.value(at: 0.5) == 5)
        #expect(loop.value(at: 1) == 10)
        #expect(loop.value(at: 1.5) == 10)
        #expect(Array(calls.values.prefix(2)) == [0, 10])
    }

    @Test("goes on for ever where each lap goes further")
    func further() {
        var loop = KeyframeLoop(initialValue: 0.0, start: 0) { value in LinearKeyframe(value + 360, duration: 2) }
        #expect(loop.value(at: 1) == 180)
        #expect(loop.value(at: 2) == 360)
        #expect(loop.value(at: 201) == 36180)
        loop.advance(to: 300)
        #expect(loop.value(at: 301) == 54180)
        #expect(loop.value(at: 1) == 180)
    }

    @Test("finds out at once that laps don't differ")
    func fewCalls() {
        let calls = Calls()
        let loop = KeyframeLoop(initialValue: 3.0, start: 0) { value in
            let _: Void = calls.values.append(value)
            LinearKeyframe(1, duration: 1e-3)
            CubicKeyframe(0, duration: 1e-3)
        }
        let built = calls.values.count
        #expect(abs(loop.value(at: 1_000_000.0005) - 0.5) < 1e-3)
        #expect(calls.values.count - built <= 3)
    }

    @Test("shows the value at the beginning of the keyframes while it doesn't repeat, and begins there again")
    func notRepeating() {
        var loop = KeyframeLoop(initialValue: 0.0, repeating: false, start: 0) { _ in
            MoveKeyframe(5)
            LinearKeyframe(15, duration: 1)
        }
        #expect(loop.value(at: 0.5) == 5)
        loop.setRepeating(true, at: 10)
        #expect(loop.value(at: 10.5) == 10)
        loop.setRepeating(true, at: 10.7)
        #expect(loop.value(at: 10.5) == 10)
        loop.setRepeating(false, at: 11)
        #expect(loop.value(at: 11.5) == 5)
    }

    @Test("rests where a lap takes no time")
    func noTime() {
        let jumping = KeyframeLoop(initialValue: 0.0, start: 0) { value in MoveKeyframe(value + 1) }
        let empty = KeyframeLoop(initialValue: 4.0, start: 0) { _ in KeyframeTrack {} }
        for time in [0, 1, 1e9, Double.infinity, .nan] {
            #expect(jumping.value(at: time) == 1)
            #expect(empty.value(at: time) == 4)
        }
    }

    @Test("comes to an end with laps that differ for ever, at any time", arguments: [1e6, 1e300, Double.infinity])
    func boundedWork(time: Double) {
        var loop = KeyframeLoop(initialValue: 0.0, start: 0) { value in LinearKeyframe(value + 1, duration: 1e-6) }
        #expect(loop.value(at: time).isFinite)
        loop.advance(to: time)
        #expect(loop.value(at: time).isFinite)
    }

    @Test("shows the same at a moment in whatever order it is asked, and wherever it has got to", arguments: 0..<20)
    func pure(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let (far, duration) = (Double.random(in: 1...9, using: &generator), Double.random(in: 0.1...1, using: &generator))
        let loop = KeyframeLoop(initialValue: 0.0, start: 3) { value in
            CubicKeyframe(value * 0.9 + far, duration: duration)
            SpringKeyframe(value * 0.9, duration: duration)
        }
        var advanced = loop
        for _ in 0..<50 {
            let time = Double.random(in: 0...40, using: &generator)
            advanced.advance(to: Double.random(in: 0...40, using: &generator))
            #expect(loop.value(at: time) == advanced.value(at: time))
        }
    }
}
