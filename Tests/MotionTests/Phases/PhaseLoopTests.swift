import Foundation
import Motion
import Testing

private let frame = 1.0 / 60

@Suite("A phase animator without a trigger")
struct PhaseLoopTests {
    private func phases(_ loop: PhaseLoop<String>, at times: [Double]) -> [String?] { times.map { loop.frame(at: $0).phase } }

    @Test("shows the first phase, then changes to the others and begins again")
    func cycles() {
        let loop = PhaseLoop(["a", "b", "c"], start: 10) { _ in .linear(duration: 1) }
        #expect(phases(loop, at: [-5, 10, 10.01, 10.02, 11.01, 11.02, 12.02, 13.02, 14.02]) == ["a", "a", "a", "b", "b", "c", "a", "b", "c"])
    }

    @Test("tells how each change goes: its animation, its start and when it is complete")
    func steps() throws {
        let loop = PhaseLoop([1.0, 2, 3], start: 0) { .easeIn(duration: $0) }
        let appearance = try #require(loop.frame(at: 0).step)
        #expect(appearance.animation == nil && appearance.index == 0)
        let step = try #require(loop.frame(at: frame + 2.5).step)
        #expect(step.phase == 3 && step.index == 2)
        #expect(step.animation == .easeIn(duration: 3))
        #expect(abs(step.start - (frame + 2)) < 1e-12)
        #expect(abs(step.completion - (frame + 5)) < 1e-12)
        let next = try #require(loop.frame(at: step.completion).step)
        #expect(next.phase == 1 && next.start == step.completion)
        #expect(next.animation == .easeIn(duration: 1))
    }

    @Test("goes on when an animation is logically complete, though its tail still moves")
    func logicalCompletion() {
        let loop = PhaseLoop([0, 1], start: 0) { _ in .spring(duration: 2, bounce: 0.5) }
        #expect(loop.frame(at: frame + 1.99).phase == 1)
        #expect(loop.frame(at: frame + 2.01).phase == 0)
        let early = PhaseLoop([0, 1], start: 0) { _ in Animation.linear(duration: 5).logicallyComplete(after: 1) }
        #expect(early.frame(at: frame + 1.01).phase == 0)
    }

    @Test("uses the default animation where nothing is said")
    func defaultAnimation() {
        #expect(PhaseLoop([0, 1], start: 0).frame(at: 0.1).step?.animation == .default)
    }

    @Test("moves on at the next frame without an animation, or with one that takes no time")
    func neverSpins() {
        for animation in [nil, Animation.linear(duration: 0), .linear(duration: -1), .linear(duration: .nan), .linear(duration: 1).delay(-5)] {
            let loop = PhaseLoop([0, 1, 2], start: 0) { _ in animation }
            for number in 0..<100 {
                let step = loop.frame(at: (Double(number) + 0.5) * frame).step
                #expect(step?.phase == number % 3)
                #expect(step.map { $0.completion - $0.start > 0.99 * frame } == true)
            }
        }
    }

    @Test("stays with a change that never completes")
    func endlessAnimation() {
        let loop = PhaseLoop([0, 1, 2], start: 0) { $0 == 2 ? .linear.repeatForever() : .linear(duration: 1) }
        for time in [1.5, 1000, 1e15] {
            let step = loop.frame(at: time).step
            #expect(step?.phase == 2)
            #expect(step?.completion == .infinity)
        }
    }

    @Test("stays with a single phase")
    func single() {
        let loop = PhaseLoop([7], start: 0)
        #expect(phases(PhaseLoop(["a"], start: 0), at: [0, 1, 1000]) == ["a", "a", "a"])
        #expect(loop.frame(at: 5).step?.animation == nil)
    }

    @Test("warns of empty phases, and shows a marker")
    func empty() {
        let loop = PhaseLoop([String](), start: 0)
        for time in [-1, 0, 100, Double.nan] {
            #expect(loop.frame(at: time) == .warning(.noPhases))
            #expect(loop.frame(at: time).phase == nil)
        }
        #expect("\(PhaseWarning.noPhases)".contains("no phases"))
    }

    @Test("is asked for any moment, at any distance", arguments: [1e9, 1e15, 1e300, -1e300, Double.infinity, .nan])
    func anyMoment(time: Double) {
        let loop = PhaseLoop(0..<5, start: 0) { .linear(duration: 0.1 * Double($0)) }
        #expect(loop.frame(at: time).phase != nil)
        #expect(PhaseLoop(0..<5, start: time).frame(at: 3).phase != nil)
    }

    @Test("takes a sequence without an end for one that has one")
    func endlessPhases() {
        #expect(PhaseLoop(sequence(first: 0) { $0 + 1 }, start: 0) { _ in nil }.frame(at: 1.5 * frame).phase == 1)
    }

    @Test("Each change begins where the one before is complete, and frames are the same in whatever order they are asked for", arguments: 0..<50)
    func chained(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let durations = (0..<Int.random(in: 2...6, using: &generator)).map { _ in Double.random(in: 0.02...1, using: &generator) }
        let loop = PhaseLoop(durations.indices, start: 5) { .linear(duration: durations[$0]) }
        var step = try #require(loop.frame(at: 5).step)
        for number in 1...40 {
            let next = try #require(loop.frame(at: step.completion + 1e-9).step)
            #expect(next.index == number % durations.count)
            #expect(abs(next.start - step.completion) < 1e-9)
            #expect(loop.frame(at: next.start + 0.5 * durations[next.index]).step?.index == next.index)
            step = next
        }
    }
}
