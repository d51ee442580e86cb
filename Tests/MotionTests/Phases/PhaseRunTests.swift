import Foundation
import Motion
import Testing

@Suite("A phase animator with a trigger")
struct PhaseRunTests {
    @Test("shows the first phase until the trigger changes")
    func waits() {
        var run = PhaseRun(["a", "b"], trigger: 0, start: 3)
        run.update(trigger: 0, at: 10)
        #expect(run.frame.phase == "a")
        #expect(run.frame.step?.animation == nil)
        #expect(run.frame.step?.start == 3)
    }

    @Test("goes one phase on with each change, and from the last to the first")
    func oneStep() {
        var run = PhaseRun(["a", "b", "c"], trigger: 0, start: 0) { _ in .snappy }
        var shown: [String?] = []
        for number in 1...4 {
            run.update(trigger: number, at: Double(number))
            run.update(trigger: number, at: Double(number) + 0.5)
            shown.append(run.frame.phase)
            #expect(run.frame.step?.start == Double(number))
            #expect(run.frame.step?.animation == .snappy)
        }
        #expect(shown == ["b", "c", "a", "b"])
    }

    @Test("tells when the change is complete")
    func completion() {
        var run = PhaseRun([1, 2], trigger: false, start: 0) { _ in .linear(duration: 2) }
        run.update(trigger: true, at: 5)
        #expect(run.frame.step?.completion == 7)
    }

    @Test("goes on from a change that isn't complete")
    func interrupted() {
        var run = PhaseRun([0, 1, 2], trigger: 0, start: 0) { _ in .linear(duration: 2) }
        run.update(trigger: 1, at: 1)
        run.update(trigger: 2, at: 1.5)
        #expect(run.frame.phase == 2)
        #expect(run.frame.step?.start == 1.5)
    }

    @Test("stays with a single phase, however often the trigger changes")
    func single() {
        var run = PhaseRun(["a"], trigger: 0, start: 0)
        for number in 1...3 {
            run.update(trigger: number, at: Double(number))
            #expect(run.frame.phase == "a")
        }
    }

    @Test("warns of empty phases, however often the trigger changes")
    func empty() {
        var run = PhaseRun([Int](), trigger: 0, start: 0)
        #expect(run.frame == .warning(.noPhases))
        run.update(trigger: 1, at: 1)
        #expect(run.frame == .warning(.noPhases))
    }

    @Test("takes moments that can't be as those of the last change", arguments: [Double.nan, .infinity, -Double.infinity, 2])
    func badMoments(moment: Double) {
        var run = PhaseRun([0, 1, 2], trigger: 0, start: 4)
        run.update(trigger: 1, at: 6)
        run.update(trigger: 2, at: moment)
        #expect(run.frame.step?.start == 6)
        #expect(run.frame.phase == 2)
    }
}
