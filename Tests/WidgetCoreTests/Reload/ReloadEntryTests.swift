import Testing
import WidgetCore

@Suite("Which entry is shown")
struct ReloadEntryTests {
    @Test("Each entry is shown when its date comes, with one decision that says until when")
    func due() {
        var fixture = EngineFixture()
        let start = fixture.now
        let id = fixture.place(entriesAfter: [.zero, .minutes(10), .minutes(20)], policy: .never)
        #expect(fixture.shown == [0])
        fixture.wait(.minutes(9))
        #expect(fixture.effects.isEmpty)
        fixture.wait(.minutes(1))
        #expect(fixture.shown == [1])
        #expect(fixture.decisions == [Decision(time: fixture.now, widget: id, event: .entryShown, rule: "entry-due", until: start + .minutes(20))])
        #expect(fixture.status(id)?.nextEntryDate == start + .minutes(20))
        fixture.wait(.minutes(10))
        #expect(fixture.shown == [2])
        #expect(fixture.engine.nextDeadline == nil)
    }

    @Test("Of several entries that came due only the last is shown")
    func missed() {
        var fixture = EngineFixture()
        _ = fixture.place(entriesAfter: (0..<10).map { .minutes($0) }, policy: .never)
        fixture.wait(.minutes(7))
        #expect(fixture.shown == [7])
        #expect(fixture.decisions.count == 1)
    }

    @Test("A timeline whose dates are all past shows its last entry, one whose dates are all to come its first")
    func outside() {
        var fixture = EngineFixture()
        let past = fixture.place(entriesAfter: [.hours(-2), .hours(-1)], policy: .never)
        #expect(fixture.shown == [1])
        let future = fixture.place(entriesAfter: [.hours(1), .hours(2)], policy: .never)
        #expect(fixture.shown == [0])
        #expect(fixture.status(past)?.nextEntryDate == nil)
        #expect(fixture.status(future)?.nextEntryDate == fixture.now + .hours(2))
        fixture.wait(.hours(1))
        #expect(fixture.effects.isEmpty, "the first entry is shown already")
    }

    @Test("Entries with the same date: the last of them")
    func sameDate() {
        var fixture = EngineFixture()
        _ = fixture.place(entriesAfter: [.zero, .minutes(1), .minutes(1), .minutes(1)], policy: .never)
        fixture.wait(.minutes(1))
        #expect(fixture.shown == [3])
    }

    @Test("Dates that fall don't make the engine spin")
    func falling() {
        var fixture = EngineFixture()
        _ = fixture.place(entriesAfter: [.minutes(3), .minutes(1), .minutes(2)], policy: .never)
        fixture.waitForDeadline()
        #expect(fixture.shown == [2])
        #expect(fixture.engine.nextDeadline == nil)
    }

    @Test("An unchanged timeline shows nothing anew")
    func unchanged() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id))
        fixture.finish(id, isUnchanged: true)
        #expect(fixture.shown.isEmpty)
        fixture.request(.widget(id))
        fixture.finish(id, isUnchanged: false)
        #expect(fixture.shown == [0])
    }

    @Test("An unchanged timeline that arrives just before the timer shows the entry that has come due")
    func unchangedButDue() {
        var fixture = EngineFixture()
        let id = fixture.place(entriesAfter: [.zero, .minutes(10)], policy: .never)
        let timeline = fixture.timeline(entriesAfter: [.zero, .minutes(10)])
        fixture.request(.widget(id))
        fixture.now = fixture.now + .minutes(10)
        fixture.effects = fixture.engine.finish(id, .success(timeline), isUnchanged: true, at: fixture.now)
        #expect(fixture.shown == [1])
    }

    @Test("A widget without a timeline asks for it when it becomes visible, one with a timeline doesn't")
    func visible() {
        var fixture = EngineFixture()
        let id = fixture.place(isInstalled: false)
        fixture.effects = fixture.engine.setInstalled(["clock"], changed: [], at: fixture.now)
        fixture.fail(id)
        fixture.effects = fixture.engine.setVisible(id, true, at: fixture.now)
        #expect(fixture.decisions.first?.outcome == .deferred)
        fixture.waitForDeadline()
        fixture.finish(id)
        fixture.effects = fixture.engine.setVisible(id, true, at: fixture.now)
        #expect(fixture.effects.isEmpty)
    }
}
