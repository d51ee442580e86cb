import Testing
import WidgetCore

@Suite("Providers that come and go")
struct ReloadProviderTests {
    @Test("Without a provider nothing is launched, and requests say why")
    func missing() {
        var fixture = EngineFixture()
        let id = fixture.place(isInstalled: false)
        #expect(fixture.launches.isEmpty)
        #expect(fixture.decisions.first?.outcome == .deferred)
        #expect(fixture.request(.widget(id)) == [ReloadReceipt(widget: id, outcome: .denied, rule: "provider-missing")])
        #expect(fixture.request(.widget(id), .interaction).first?.outcome == .deferred)
        #expect(fixture.engine.nextDeadline == nil)
        #expect(fixture.status(id)?.rule == .providerMissing)
    }

    @Test("When its provider comes back a widget reloads, and what is pending is named as the cause")
    func back() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .after(fixture.now + .hours(1)))
        fixture.effects = fixture.engine.setInstalled([], changed: [], at: fixture.now)
        #expect(fixture.engine.nextDeadline == nil)
        fixture.wait(.hours(5))
        #expect(fixture.effects.isEmpty)
        fixture.request(.widget(id), .interaction)
        fixture.effects = fixture.engine.setInstalled(["clock"], changed: [], at: fixture.now)
        #expect(fixture.launches == [id])
        #expect(fixture.causes == [.interaction])
    }

    @Test("An orphan's entries still come due")
    func orphanEntries() {
        var fixture = EngineFixture()
        _ = fixture.place(entriesAfter: [.zero, .hours(1)], policy: .atEnd)
        fixture.effects = fixture.engine.setInstalled([], changed: [], at: fixture.now)
        fixture.wait(.hours(1))
        #expect(fixture.shown == [1])
        #expect(fixture.launches.isEmpty)
    }

    @Test("A reload that waits when its provider goes isn't launched")
    func goneWhileWaiting() {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 1))
        let blocker = fixture.place(kind: "slow")
        let id = fixture.place(kind: "clock")
        fixture.effects = fixture.engine.setInstalled(["slow"], changed: [], at: fixture.now)
        fixture.finish(blocker)
        #expect(fixture.launches.isEmpty)
        fixture.effects = fixture.engine.setInstalled(["slow", "clock"], changed: [], at: fixture.now)
        #expect(fixture.launches == [id])
        #expect(fixture.causes == [.placed])
    }

    @Test("An interaction while the provider is being asked survives that the provider goes")
    func goneWhileRunning() {
        var fixture = EngineFixture()
        let id = fixture.place()
        fixture.request(.widget(id), .interaction)
        fixture.effects = fixture.engine.setInstalled([], changed: [], at: fixture.now)
        fixture.finish(id)
        #expect(fixture.launches.isEmpty)
        #expect(fixture.record?.pending == .interaction)
        fixture.effects = fixture.engine.setInstalled(["clock"], changed: [], at: fixture.now)
        #expect(fixture.causes == [.interaction])
    }

    @Test("A changed provider reloads the widgets of its kinds, and no others")
    func changed() {
        var fixture = EngineFixture()
        let clock = fixture.place(kind: "clock", policy: .never)
        _ = fixture.place(kind: "agenda", policy: .never)
        fixture.effects = fixture.engine.setInstalled(["clock", "agenda"], changed: ["clock"], at: fixture.now)
        #expect(fixture.launches == [clock])
        #expect(fixture.causes == [.providerChanged])
    }

    @Test("A change that may have mended a provider is tried at once, however often it failed, and failures count from the beginning")
    func mended() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id))
        for _ in 0..<8 {
            fixture.fail(id)
            fixture.waitForDeadline()
        }
        fixture.fail(id)
        #expect((fixture.waitOf(id)?.count ?? 0) > Milliseconds.minutes(10).count, "it would be asked in a long while")
        fixture.effects = fixture.engine.setInstalled(["clock"], changed: ["clock"], at: fixture.now)
        #expect(fixture.launches == [id] && fixture.causes == [.providerChanged])
        fixture.fail(id)
        #expect(fixture.status(id)?.failures == 1)
        #expect((fixture.waitOf(id)?.count ?? .max) < Milliseconds.minutes(2).count, "as after a first failure")
    }

    @Test("Who says that something may be mended has what failed asked at once, and nothing else")
    func retried() {
        var fixture = EngineFixture()
        let failed = fixture.place(kind: "clock", policy: .never)
        _ = fixture.place(kind: "agenda", policy: .never)
        fixture.request(.widget(failed))
        fixture.fail(failed)
        fixture.effects = fixture.engine.retryFailed(at: fixture.now)
        #expect(fixture.launches == [failed] && fixture.causes == [.retry])
        #expect(fixture.record?.failures == 0 && fixture.record?.lastError.isEmpty == false, "what was wrong is said until the answer is there")
        fixture.finish(failed)
        #expect(fixture.engine.retryFailed(at: fixture.now).isEmpty)
    }

    @Test("The same kinds again change nothing")
    func same() {
        var fixture = EngineFixture()
        _ = fixture.place(policy: .never)
        #expect(fixture.engine.setInstalled(["clock"], changed: [], at: fixture.now).isEmpty)
    }
}
