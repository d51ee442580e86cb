import Testing
import WidgetCore

@Suite("How reloads that somebody waits for end")
struct ReloadResultTests {
    @Test("A request is told which reload serves it: the one that runs where only a timeline is wanted, else the next")
    func numbers() {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 1))
        let id = fixture.place()
        #expect(fixture.engine.runningReload(of: id) == 1 && fixture.engine.reloadUnderWay(of: id) == 1)
        fixture.request(.widget(id), .visible)
        #expect(fixture.engine.reloadUnderWay(of: id) == 1)
        fixture.request(.widget(id))
        #expect(fixture.engine.reloadUnderWay(of: id) == 2)
        let waiting = fixture.place(kind: "other")
        #expect(fixture.engine.runningReload(of: waiting) == nil && fixture.engine.reloadUnderWay(of: waiting) == 1)
        fixture.finish(id)
        fixture.finish(waiting)
        #expect(fixture.engine.runningReload(of: id) == 2)
        fixture.finish(id)
        #expect(fixture.engine.runningReload(of: id) == nil && fixture.engine.reloadUnderWay(of: id) == nil)
    }

    @Test("An end that isn't kept any more is that of the first reload after it, and a widget that is removed is forgotten")
    func kept() {
        var fixture = EngineFixture()
        let id = fixture.newID()
        var results = ReloadResults()
        func reload(_ number: UInt64) -> ReloadResult.Reload { ReloadResult.Reload(widget: id, number: number) }
        for number in 1...6 as ClosedRange<UInt64> {
            #expect(results.end(of: reload(number)) == nil)
            results.put(ReloadResult(reload(number), number == 3 ? .newTimeline : .sameTimeline))
        }
        #expect(results.end(of: reload(1)) == .newTimeline)
        #expect(results.end(of: reload(4)) == .sameTimeline)
        #expect(results.end(of: reload(7)) == nil)
        results.remove(id)
        #expect(results.end(of: reload(6)) == nil)
    }
}
