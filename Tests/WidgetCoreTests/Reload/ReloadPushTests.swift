import Testing
import WidgetCore

@Suite("Reloads for pushes")
struct ReloadPushTests {
    @Test("one that goes stays in the record until its launch has ended, so that a crash can't lose it")
    func pending() throws {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        #expect(fixture.request(.widget(id), .push, .system).first?.outcome == .accepted)
        let record = try #require(fixture.record)
        #expect(record.pending == .push && fixture.launches == [id])
        var restarted = EngineFixture()
        let restored = restarted.restore(timeline: fixture.timeline(), record)
        #expect(restarted.launches == [restored] && restarted.causes == [.push])
        fixture.finish(id)
        #expect(fixture.record?.pending == nil)
    }

    @Test("one that waits for its budget isn't pending, and isn't paid before it goes")
    func deferred() throws {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id), .push, .system)
        fixture.finish(id)
        #expect(fixture.request(.widget(id), .push, .system).first?.outcome == .deferred)
        let record = try #require(fixture.record)
        #expect(record.pending == nil && record.deferred == .push)
        var restarted = EngineFixture()
        _ = restarted.restore(timeline: fixture.timeline(), record)
        #expect(restarted.launches.isEmpty)
    }

    @Test(
        "one that is tried once is denied where it can't go now, by the rule that says why, and leaves nothing behind",
        arguments: ["idle", "running", "failed"])
    func once(stage: String) {
        var fixture = EngineFixture(ReloadConfiguration(retryBase: .hours(2), retryLimit: .hours(2)))
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id), .push, .system)
        if stage == "idle" { fixture.finish(id) }
        if stage == "failed" { fixture.fail(id) }
        let asked = fixture.engine.requestReload(.widget(id), cause: .push, caller: .system, isKept: false, at: fixture.now)
        let rule = stage == "failed" ? "backoff" : "minimum-spacing"
        #expect(asked.receipts == [ReloadReceipt(widget: id, outcome: .denied, rule: rule)])
        if stage == "running" { fixture.finish(id) }
        fixture.wait(.hours(1))
        #expect(fixture.launches.isEmpty && fixture.engine.record(of: id)?.deferred == nil)
    }

    @Test("one that comes while the provider is asked is followed by another, which the budget spaces")
    func whileRunning() throws {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id), .push, .system)
        let receipt = try #require(fixture.request(.widget(id), .push, .system).first)
        #expect(receipt.outcome == .deferred && receipt.rule == "minimum-spacing" && receipt.until == fixture.now + .minutes(5))
        fixture.finish(id)
        #expect(fixture.record?.pending == nil && fixture.record?.deferred == .push, "the launch that ran didn't know of it")
        fixture.wait(.minutes(5))
        #expect(fixture.launches == [id] && fixture.causes == [.push])
        fixture.finish(id)
        fixture.wait(.hours(2))
        #expect(fixture.launches.isEmpty)
    }

    @Test(
        "one that comes while a free reload runs goes right after it, paid, also where it is tried once; a second one is served by the same",
        arguments: [true, false])
    func whileFreeOneRuns(isKept: Bool) {
        var fixture = EngineFixture()
        let id = fixture.place()
        let asked = fixture.engine.requestReload(.widget(id), cause: .push, caller: .system, isKept: isKept, at: fixture.now)
        #expect(asked.receipts == [ReloadReceipt(widget: id, outcome: .accepted, rule: "after-running")] && asked.effects.count == 2)
        let second = fixture.engine.requestReload(.widget(id), cause: .push, caller: .system, isKept: isKept, at: fixture.now)
        #expect(second.receipts == [ReloadReceipt(widget: id, outcome: .coalesced, rule: "coalesced-next")])
        fixture.finish(id)
        #expect(fixture.launches == [id] && fixture.causes == [.push] && fixture.decisions.last?.rule == "push")
        #expect(fixture.status(id)?.budget.push.left == 7)
        fixture.finish(id)
        fixture.wait(.hours(3))
        #expect(fixture.launches.isEmpty)
    }

    @Test("a crash doesn't lose what was to follow, nor charge it twice", arguments: [true, false])
    func crashBeforeTheNext(isFinished: Bool) throws {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id))
        fixture.request(.widget(id), .push, .system)
        if isFinished { fixture.finish(id) }
        let record = try #require(fixture.record)
        // A reload that was asked for by hand goes again too where it hadn't ended, and the push with it.
        let cause: ReloadCause = isFinished ? .push : .explicit
        #expect(record.pending == cause)
        var restarted = EngineFixture()
        let restored = restarted.restore(timeline: fixture.timeline(), record)
        #expect(restarted.launches == [restored] && restarted.causes == [cause] && restarted.status(restored)?.budget.push.left == 7)
    }

    @Test("what was to follow and never began, because its provider went away, is given back")
    func nextGivenBack() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id))
        fixture.request(.widget(id), .push, .system)
        #expect(fixture.status(id)?.budget.push.left == 7)
        fixture.effects = fixture.engine.setInstalled([], changed: [], at: fixture.now)
        fixture.finish(id)
        #expect(fixture.launches.isEmpty && fixture.record?.budget.lastSpentAt == nil && fixture.status(id)?.budget.push.left == 8)
    }

    @Test("what is written with a timeline, the record and the decisions, is what the engine says after it, by the same dates")
    func conclusion() throws {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id), .push, .system)
        for (policy, isUnchanged) in [(ReloadPolicy.never, false), (.after(fixture.now + .hours(3)), false), (.atEnd, true)] {
            var copy = fixture
            let timeline = copy.timeline(policy: policy)
            var commit = try #require(copy.engine.commit(of: id, with: timeline, isUnchanged: isUnchanged, at: copy.now))
            let record = commit.write(over: nil)
            // Between the commit and its end others reload: dates that are drawn anew would be others.
            let other = copy.place(policy: .after(copy.now + .hours(2)))
            copy.effects = copy.engine.finish(commit, with: timeline)
            #expect(copy.engine.record(of: id) == record)
            let recorded = copy.effects.compactMap { if case .record(let decision) = $0, decision.widget == id { decision } else { nil } }
            #expect(recorded == commit.decisions && recorded.first?.event == .timelineAccepted)
            #expect(other != id)
        }
        #expect(fixture.engine.commit(of: fixture.newID(), with: fixture.timeline(), isUnchanged: false, at: fixture.now) == nil)
    }

    @Test("what is given up waits no more")
    func givenUp() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id), .push, .system)
        fixture.finish(id)
        fixture.request(.widget(id), .push, .system)
        fixture.effects = fixture.engine.giveUpPush(id, at: fixture.now)
        #expect(fixture.record?.deferred == nil)
        #expect(fixture.engine.giveUpPush(id, at: fixture.now).isEmpty)
        fixture.wait(.hours(1))
        #expect(fixture.launches.isEmpty)
    }

    @Test("a push that is given up leaves what it would have served besides: the policy's reload still comes", arguments: [false, true])
    func givenUpBeforeThePolicy(isPolicyFirst: Bool) throws {
        var configuration = ReloadConfiguration()
        configuration.budget = try ReloadBudget(perDay: 1, capacity: 1)
        var fixture = EngineFixture(configuration)
        let id = fixture.place(policy: .never)
        // Both buckets are empty then.
        fixture.request(.widget(id), .push, .system)
        fixture.finish(id, policy: .after(fixture.now + .minutes(5)))
        fixture.waitForDeadline()
        fixture.finish(id, policy: .after(fixture.now + .minutes(5)))
        if !isPolicyFirst { fixture.request(.widget(id), .push, .system) }
        // Until the policy's date has had its say.
        while fixture.engine.record(of: id)?.nextReload != nil { fixture.waitForDeadline() }
        if isPolicyFirst { fixture.request(.widget(id), .push, .system) }
        #expect(fixture.engine.record(of: id)?.deferred == .push)
        fixture.effects = fixture.engine.giveUpPush(id, at: fixture.now)
        #expect(fixture.engine.record(of: id)?.deferred == .policy)
        for _ in 0..<3 where fixture.launches.isEmpty { fixture.waitForDeadline() }
        #expect(fixture.launches == [id])
    }
}
