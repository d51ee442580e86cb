import Testing
import WidgetCore

@Suite("Requests for a reload")
struct ReloadRequestTests {
    @Test("One widget, all of a kind, all: a receipt, a decision and a launch each")
    func targets() {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 10, maximumConcurrentLaunchesPerKind: 10))
        let clocks = [fixture.place(kind: "clock", policy: .never), fixture.place(kind: "clock", policy: .never)]
        let agenda = fixture.place(kind: "agenda", policy: .never)

        #expect(fixture.request(.widget(agenda)) == [ReloadReceipt(widget: agenda, outcome: .accepted, rule: "explicit-foreground")])
        #expect(fixture.launches == [agenda])
        fixture.finish(agenda)

        #expect(fixture.request(.kind("clock")).map(\.widget) == clocks)
        #expect(fixture.launches == clocks)
        clocks.forEach { fixture.finish($0) }

        #expect(fixture.request(.all).count == 3)
        #expect(fixture.decisions.count { $0.event == .reloadRequested } == 3)
        #expect(fixture.launches.count == 3)
    }

    @Test("An unknown widget is denied with the reason; a kind without widgets has no receipts")
    func unknown() {
        var fixture = EngineFixture()
        let id = fixture.newID()
        #expect(fixture.request(.widget(id)) == [ReloadReceipt(widget: id, outcome: .denied, rule: "unknown-widget")])
        #expect(fixture.decisions.count == 1)
        #expect(fixture.request(.kind("nothing")).isEmpty)
    }

    @Test("A provider that asks for itself in the background gets its own rule")
    func background() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        #expect(fixture.request(.widget(id), .explicit, .background).first?.rule == "explicit-background")
    }

    @Test("Requests while one waits come to one launch")
    func coalesceWaiting() {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 1))
        let blocker = fixture.place(kind: "slow")
        let id = fixture.place()
        for _ in 0..<5 {
            #expect(fixture.request(.widget(id)) == [ReloadReceipt(widget: id, outcome: .coalesced, rule: "coalesced-waiting")])
            #expect(fixture.decisions.count == 1)
        }
        fixture.finish(blocker)
        #expect(fixture.launches == [id])
        fixture.finish(id)
        #expect(fixture.launches.isEmpty)
    }

    @Test("A widget that becomes visible while the provider is being asked has its timeline from that launch")
    func coalesceRunning() {
        var fixture = EngineFixture()
        let id = fixture.place()
        #expect(fixture.request(.widget(id), .visible).first == ReloadReceipt(widget: id, outcome: .coalesced, rule: "coalesced-running"))
        fixture.finish(id)
        #expect(fixture.launches.isEmpty)
    }

    @Test("A request while the provider is being asked has it asked again, whatever it names", arguments: [ReloadCaller.foreground, .session, .system])
    func explicitAfterRunning(caller: ReloadCaller) {
        var fixture = EngineFixture()
        let id = fixture.place(kind: "clock")
        for target in [ReloadTarget.widget(id), .kind("clock"), .all] {
            #expect(fixture.request(target, .explicit, caller) == [ReloadReceipt(widget: id, outcome: .accepted, rule: "after-running")])
            #expect(fixture.status(id)?.following == .explicit)
            fixture.finish(id)
            #expect(fixture.launches == [id] && fixture.causes == [.explicit])
        }
        fixture.finish(id)
        #expect(fixture.launches.isEmpty)
        #expect(fixture.status(id)?.budget.own.left == 8)
    }

    @Test("It is asked again also where the running launch fails")
    func explicitAfterFailure() {
        var fixture = EngineFixture()
        let id = fixture.place()
        fixture.request(.widget(id))
        fixture.fail(id)
        #expect(fixture.launches == [id])
    }

    @Test("What a provider asks for in the background while it is being asked is paid, and kept where it can't be")
    func backgroundAfterRunning() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id))
        #expect(fixture.request(.widget(id), .explicit, .background).first == ReloadReceipt(widget: id, outcome: .accepted, rule: "after-running"))
        fixture.finish(id)
        #expect(fixture.launches == [id])
        #expect(fixture.status(id)?.budget.own.left == 7)
        let spacing = fixture.now + fixture.configuration.minimumSpacing
        let late = ReloadReceipt(widget: id, outcome: .deferred, rule: "minimum-spacing", until: spacing)
        #expect(fixture.request(.widget(id), .explicit, .background).first == late)
        fixture.finish(id)
        #expect(fixture.launches.isEmpty)
        #expect(fixture.status(id)?.deferredUntil == spacing)
    }

    @Test(
        "What happened since the launch began needs exactly one more",
        arguments: [ReloadCause.interaction, .configured, .environment, .providerChanged])
    func afterRunning(cause: ReloadCause) {
        var fixture = EngineFixture()
        let id = fixture.place()
        #expect(fixture.request(.widget(id), cause).first == ReloadReceipt(widget: id, outcome: .accepted, rule: "after-running"))
        #expect(fixture.request(.widget(id), cause).first == ReloadReceipt(widget: id, outcome: .coalesced, rule: "coalesced-next"))
        #expect(fixture.request(.widget(id), .explicit).first?.rule == "coalesced-next")
        #expect(fixture.launches.isEmpty)
        fixture.finish(id)
        #expect(fixture.launches == [id])
        fixture.finish(id)
        #expect(fixture.launches.isEmpty)
    }

    @Test("Configuring asks for a reload, and moves the widget to its new kind")
    func configure() {
        var fixture = EngineFixture()
        let id = fixture.place(kind: "clock", policy: .never)
        fixture.effects = fixture.engine.setInstalled(["clock", "clock2"], changed: [], at: fixture.now)
        fixture.effects = fixture.engine.configure(id, kind: "clock2", at: fixture.now)
        #expect(fixture.causes == [.configured])
        #expect(fixture.decisions.map(\.event) == [.reloadRequested, .reloadStarted])
        fixture.finish(id)
        #expect(fixture.request(.kind("clock")).isEmpty)
        #expect(fixture.request(.kind("clock2")).map(\.widget) == [id])
    }

    @Test("An environment change reloads every widget")
    func environment() {
        var fixture = EngineFixture()
        let ids = [fixture.place(kind: "clock", policy: .never), fixture.place(kind: "agenda", policy: .never)]
        fixture.effects = fixture.engine.environmentChanged(at: fixture.now)
        var launched: Set<WidgetID> = []
        for _ in ids {
            fixture.waitForDeadline()
            launched.formUnion(fixture.launches)
            #expect(fixture.causes == [.environment])
        }
        #expect(launched == Set(ids))
    }

    @Test("A removed widget is forgotten: nothing waits for it, what still comes is ignored, its place is free")
    func remove() {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 1))
        let id = fixture.place()
        let waiting = fixture.place()
        fixture.effects = fixture.engine.remove(id, at: fixture.now)
        #expect(fixture.decisions.map(\.event) == [.reloadStarted])
        #expect(fixture.launches == [waiting])
        fixture.finish(id)
        #expect(fixture.effects.isEmpty)
        #expect(fixture.status(id) == nil)
        fixture.finish(waiting, policy: .after(fixture.now + .hours(1)))
        _ = fixture.engine.remove(waiting, at: fixture.now)
        #expect(fixture.engine.nextDeadline == nil)
    }
}
