import Testing
import WidgetCore

@Suite("After a restart of the daemon")
struct ReloadRestartTests {
    @Test("A reload that is still to come keeps its date and rule")
    func keepsDate() {
        var fixture = EngineFixture()
        let record = ReloadRecord(nextReload: fixture.now + .hours(2), rule: "policy-after", lastReloadAt: fixture.now + .hours(-1))
        let id = fixture.restore(timeline: fixture.timeline(), record)
        #expect(fixture.launches.isEmpty)
        #expect(fixture.shown == [0])
        #expect(fixture.decisions.isEmpty)
        #expect(fixture.status(id)?.nextReload == fixture.now + .hours(2))
        #expect(fixture.status(id)?.rule == .policyAfter)
    }

    @Test("Overdue reloads are spread over half a minute")
    func overdue() {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 100))
        let start = fixture.now
        let record = ReloadRecord(nextReload: start + .hours(-1), rule: "policy-after", lastReloadAt: start + .hours(-2))
        for index in 0..<50 { _ = fixture.restore(kind: "kind\(index)", timeline: fixture.timeline(), record) }
        var moments: Set<Timestamp> = []
        while fixture.waitForDeadline() { moments.insert(fixture.now) }
        #expect(moments.count > 40)
        #expect(fixture.now <= start + .seconds(30))
    }

    @Test("What was pending goes at once", arguments: [ReloadCause.interaction, .configured, .placed, .providerChanged, .explicit])
    func pending(cause: ReloadCause) {
        var fixture = EngineFixture()
        let id = fixture.restore(timeline: fixture.timeline(), ReloadRecord(nextReload: fixture.now + .hours(1), pending: cause))
        #expect(fixture.launches == [id])
        #expect(fixture.causes == [cause])
    }

    @Test("An interaction stays in the record until a launch that began after it has finished")
    func interactionInRecord() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id))
        fixture.request(.widget(id), .interaction)
        #expect(fixture.record?.pending == .interaction)
        fixture.finish(id)
        #expect(fixture.record?.pending == .interaction, "the launch that finished began before it")
        fixture.finish(id)
        #expect(fixture.record?.pending == nil)
    }

    @Test("What somebody asked for stays in the record until it is served, and what is refused doesn't")
    func explicitInRecord() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id))
        #expect(fixture.record?.pending == .explicit)
        fixture.request(.widget(id))
        fixture.finish(id)
        #expect(fixture.record?.pending == .explicit, "the launch that finished began before it")
        fixture.finish(id)
        #expect(fixture.record?.pending == nil)
        fixture.effects = fixture.engine.setInstalled([], changed: [], at: fixture.now)
        #expect(fixture.request(.widget(id)).first?.outcome == .denied)
        #expect(fixture.record?.pending == nil)
    }

    @Test("After a failed launch the recorded retry takes the interaction over")
    func interactionFails() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id), .interaction)
        fixture.fail(id)
        #expect(fixture.record?.pending == nil)
        #expect(fixture.record?.nextReload == fixture.status(id)?.nextReload)
        #expect(fixture.record?.rule == "retry")
    }

    @Test("A widget whose first timeline never came asks for it")
    func neverPlaced() {
        var fixture = EngineFixture()
        let id = fixture.restore(ReloadRecord())
        #expect(fixture.launches == [id])
    }

    @Test("A record of a clock that was ahead: the wait is measured from now")
    func aheadOfClock() throws {
        var fixture = EngineFixture()
        let wrong = fixture.now + .hours(9_000)
        let id = fixture.restore(
            timeline: fixture.timeline(), ReloadRecord(nextReload: wrong + .hours(2), rule: "policy-after", lastReloadAt: wrong))
        #expect(fixture.waitOf(id) == .hours(2))
        #expect(fixture.record?.nextReload == fixture.now + .hours(2))
    }

    @Test("Failures and their reason are kept")
    func failures() {
        var fixture = EngineFixture()
        let id = fixture.restore(
            timeline: fixture.timeline(),
            ReloadRecord(nextReload: fixture.now + .minutes(10), rule: "retry", failures: 5, lastError: "no network", lastReloadAt: fixture.now))
        #expect(fixture.status(id)?.failures == 5)
        fixture.waitForDeadline()
        #expect(fixture.causes == [.retry])
        fixture.fail(id)
        #expect(fixture.status(id)?.failures == 6)
    }
}
