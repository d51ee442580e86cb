import Motion
import Testing

@Suite("The views of a place")
struct TransitionListTests {
    private typealias Change = TransitionList<String>.Change

    /// The list in short: a view that leaves is in brackets.
    private func short(_ list: TransitionList<String>) -> String {
        list.entries.map { $0.phase == .didDisappear ? "(\($0.id))" : $0.id }.joined()
    }

    @Test("that are there from the beginning don't come, and what stays doesn't change")
    func beginning() {
        var list = TransitionList(["a", "b"])
        #expect(short(list) == "ab")
        #expect(list.update(["a", "b"]).isEmpty)
        #expect(list.update(["b", "a"]).isEmpty)
        #expect(short(list) == "ba")
    }

    @Test("come and leave, and one that leaves is drawn until its transition is over")
    func comingAndLeaving() {
        var list = TransitionList(["a"])
        #expect(
            list.update(["b"]) == [Change(id: "a", from: .identity, to: .didDisappear), Change(id: "b", from: .willAppear, to: .identity)])
        #expect(short(list) == "(a)b")
        #expect(list.update(["b"]).isEmpty)
        list.finish("a")
        #expect(short(list) == "b")
    }

    @Test("leave also while they come, and come back while they leave")
    func reversal() {
        var list = TransitionList<String>()
        #expect(list.update(["a"]) == [Change(id: "a", from: .willAppear, to: .identity)])
        #expect(list.update([]) == [Change(id: "a", from: .identity, to: .didDisappear)])
        #expect(list.update(["a"]) == [Change(id: "a", from: .didDisappear, to: .identity)])
        list.finish("a")
        #expect(short(list) == "a")
    }

    @Test("come anew once they were gone")
    func anew() {
        var list = TransitionList(["a"])
        _ = list.update([])
        list.finish("a")
        #expect(list.update(["a"]) == [Change(id: "a", from: .willAppear, to: .identity)])
    }

    @Test("stay behind the view that they were behind while they leave")
    func order() {
        var list = TransitionList(["a", "b", "c", "d"])
        _ = list.update(["c", "x", "a"])
        #expect(short(list) == "c(d)xa(b)")
        _ = list.update(["x"])
        #expect(short(list) == "(c)(d)x(a)(b)")
    }

    @Test("count once where they are named twice")
    func twice() {
        var list = TransitionList(["a", "a"])
        #expect(short(list) == "a")
        #expect(list.update(["b", "a", "b"]) == [Change(id: "b", from: .willAppear, to: .identity)])
        #expect(short(list) == "ba")
        list.finish("nobody")
        #expect(short(list) == "ba")
    }

    @Test("are those that are named, in their order, with those that leave, whatever happens", arguments: 0..<100)
    func randomUpdates(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var list = TransitionList<Int>()
        var phases: [Int: TransitionPhase] = [:]
        for _ in 0..<40 {
            if Bool.random(using: &random), let entry = list.entries.randomElement(using: &random) {
                list.finish(entry.id)
                if entry.phase == .didDisappear { phases[entry.id] = nil }
            } else {
                let ids = (0..<8).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
                for change in list.update(ids) {
                    #expect(phases[change.id, default: .willAppear] == change.from)
                    #expect(change.to == (ids.contains(change.id) ? .identity : .didDisappear))
                    phases[change.id] = change.to
                }
                #expect(list.entries.filter { $0.phase == .identity }.map(\.id) == ids)
            }
            #expect(Dictionary(uniqueKeysWithValues: list.entries.map { ($0.id, $0.phase) }) == phases)
        }
    }
}
