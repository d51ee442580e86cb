import Foundation
import Motion
import Testing

/// A random keyframe.
private enum Step {
    case linear(Double, Double, UnitCurve)
    case cubic(Double, Double)
    case spring(Double, Double, Spring)
    case move(Double)

    init(using generator: inout SeededGenerator, kinds: ClosedRange<Int>, straight: Bool) {
        let target = Double.random(in: -100...100, using: &generator)
        let duration = Double.random(in: 0.05...2, using: &generator)
        let curves: [UnitCurve] = straight ? [.linear] : [.linear, .easeIn, .easeOut, .easeInOut]
        switch Int.random(in: kinds, using: &generator) {
        case 0: self = .linear(target, duration, curves[Int.random(in: curves.indices, using: &generator)])
        case 1: self = .cubic(target, duration)
        case 2: self = .spring(target, duration, Spring(duration: .random(in: 0.1...1, using: &generator), bounce: .random(in: -0.8...0.8, using: &generator)))
        default: self = .move(target)
        }
    }

    var duration: Double {
        switch self {
        case .linear(_, let duration, _), .cubic(_, let duration), .spring(_, let duration, _): duration
        case .move: 0
        }
    }

    var target: Double {
        switch self {
        case .linear(let target, _, _), .cubic(let target, _), .spring(let target, _, _), .move(let target): target
        }
    }

    var isSpring: Bool { if case .spring = self { true } else { false } }
    var isCubic: Bool { if case .cubic = self { true } else { false } }
}

@KeyframeTrackContentBuilder<Double>
private func content(_ steps: [Step]) -> some KeyframeTrackContent<Double> {
    for step in steps {
        switch step {
        case .linear(let target, let duration, let curve): LinearKeyframe(target, duration: duration, timingCurve: curve)
        case .cubic(let target, let duration): CubicKeyframe(target, duration: duration)
        case .spring(let target, let duration, let spring): SpringKeyframe(target, duration: duration, spring: spring)
        case .move(let target): MoveKeyframe(target)
        }
    }
}

private struct Place { var x = 0.0, y = 0.0 }

@Suite("Random keyframes")
struct KeyframePropertyTests {
    /// - Parameter straight: Without curves, whose values are rounded so that their slopes can't be measured.
    private func steps(_ seed: Int, kinds: ClosedRange<Int> = 0...3, straight: Bool = false) -> [Step] {
        var generator = SeededGenerator(seed: UInt64(seed))
        return (0..<Int.random(in: 1...8, using: &generator)).map { _ in Step(using: &generator, kinds: kinds, straight: straight) }
    }

    @Test("At the time of each keyframe the value is the keyframe's", arguments: 0..<200)
    func atKeyframes(seed: Int) {
        let steps = steps(seed)
        let timeline = KeyframeTimeline(initialValue: 1.0) { KeyframeTrack { content(steps) } }
        var time = 0.0
        for (index, step) in steps.enumerated() {
            time += step.duration
            let jumpFollows = index + 1 < steps.count && steps[index + 1].duration == 0
            if !step.isSpring, !jumpFollows { #expect(timeline.value(time: time) == step.target) }
        }
        #expect(timeline.duration == time)
    }

    @Test("Without jumps the value is continuous", arguments: 0..<60)
    func continuous(seed: Int) {
        let timeline = KeyframeTimeline(initialValue: 1.0) { KeyframeTrack { content(steps(seed, kinds: 0...2)) } }
        let samples = 5000
        // The steepest that these can be: 200 over 0.05 s along the steepest ease, with what is handed on by it.
        let steepest = 40_000.0
        var previous = timeline.value(time: 0)
        #expect(previous == 1)
        for sample in 1...samples {
            let value = timeline.value(progress: Double(sample) / Double(samples))
            #expect(abs(value - previous) <= steepest * timeline.duration / Double(samples))
            previous = value
        }
    }

    @Test("The velocity is continuous where a cubic keyframe meets any other but a jump", arguments: 0..<200)
    func smoothJoints(seed: Int) {
        let steps = steps(seed, straight: true)
        let timeline = KeyframeTimeline(initialValue: 1.0) { KeyframeTrack { content(steps) } }
        let instant = 1e-6
        var time = 0.0
        for (step, next) in zip(steps, steps.dropFirst()) {
            time += step.duration
            guard step.isCubic || next.isCubic || next.isSpring, step.duration > 0, next.duration > 0 else { continue }
            let here = timeline.value(time: time)
            let before = (here - timeline.value(time: time - instant)) / instant
            let after = (timeline.value(time: time + instant) - here) / instant
            #expect(abs(before - after) <= 0.5 + 0.01 * abs(before), "\(before) then \(after) at \(time) of \(steps)")
        }
    }

    @Test("Between cubic keyframes the velocity is the way between the neighbours by the time between them", arguments: 0..<100)
    func catmullRom(seed: Int) {
        let steps = steps(seed, kinds: 1...1)
        let timeline = KeyframeTimeline(initialValue: 1.0) { KeyframeTrack { content(steps) } }
        let targets = [1.0] + steps.map(\.target)
        let instant = 1e-8
        var time = 0.0
        for index in 0..<(steps.count - 1) {
            time += steps[index].duration
            let expected = (targets[index + 2] - targets[index]) / (steps[index].duration + steps[index + 1].duration)
            let velocity = (timeline.value(time: time + instant) - timeline.value(time: time - instant)) / (2 * instant)
            #expect(abs(velocity - expected) <= 1e-3 * (1 + abs(expected)))
        }
    }

    @Test("Each moment's value is the same in whatever order it is asked for, and by progress as by time", arguments: 0..<50)
    func pure(seed: Int) {
        let timeline = KeyframeTimeline(initialValue: 1.0) { KeyframeTrack { content(steps(seed)) } }
        let parts = (0...100).map { Double($0) / 100 }
        let forwards = parts.map { timeline.value(progress: $0) }
        let backwards = parts.reversed().map { timeline.value(time: $0 * timeline.duration) }
        let same = forwards == Array(backwards.reversed())
        #expect(same)
    }

    @Test("After the end, and only there, the value is the last one", arguments: 0..<100)
    func afterTheEnd(seed: Int) {
        let timeline = KeyframeTimeline(initialValue: 1.0) { KeyframeTrack { content(steps(seed)) } }
        let last = timeline.value(time: timeline.duration)
        for later in [1e-9, 1, 1e9, 1e300, Double.infinity] { #expect(timeline.value(time: timeline.duration + later) == last) }
        #expect(timeline.value(progress: 1) == last)
        #expect(timeline.value(progress: 7) == last)
    }

    @Test("Tracks don't disturb one another, and the longest makes the duration", arguments: 0..<100)
    func sideBySide(seed: Int) {
        let (left, right) = (steps(seed), steps(seed + 1000))
        let alone = [left, right].map { steps in KeyframeTimeline(initialValue: 0.0) { KeyframeTrack { content(steps) } } }
        let both = KeyframeTimeline(initialValue: Place()) {
            KeyframeTrack(\.x) { content(left) }
            KeyframeTrack(\.y) { content(right) }
        }
        #expect(both.duration == max(alone[0].duration, alone[1].duration))
        for sample in 0...50 {
            let time = Double(sample) / 50 * both.duration
            let value = both.value(time: time)
            #expect(value.x == alone[0].value(time: time) && value.y == alone[1].value(time: time))
        }
    }
}
