import Testing
import WidgetCore

@Suite("What a widget may spend on reloads that nobody waits for")
struct BudgetTests {
    /// Far more than the spacing, so that tokens alone decide.
    private static let quick = ReloadConfiguration(minimumSpacing: .seconds(1))

    private func spend(_ count: Int, _ fixture: inout EngineFixture, _ id: WidgetID, _ cause: ReloadCause = .explicit) -> [ReloadReceipt] {
        (0..<count).map { _ in
            fixture.wait(.seconds(2))
            let receipt = fixture.request(.widget(id), cause, .background)[0]
            if fixture.launches.contains(id) { fixture.finish(id) }
            return receipt
        }
    }

    @Test("Eight go at once, the ninth waits until 22.5 minutes after the first was spent, and then goes")
    func burst() throws {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        let first = fixture.now + .seconds(2)
        let receipts = spend(9, &fixture, id)
        #expect(receipts.prefix(8).allSatisfy { $0.outcome == .accepted })
        #expect(receipts[8].outcome == .deferred && receipts[8].rule == "budget" && receipts[8].until == first + .seconds(1_350))
        #expect(fixture.waitForDeadline() && fixture.now == first + .seconds(1_350))
        #expect(fixture.launches == [id] && fixture.decisions.map(\.rule) == ["budget-accrued"])
    }

    @Test("Between two that count lie five minutes")
    func spacing() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id), .push, .system)
        let first = fixture.now
        fixture.finish(id)
        fixture.wait(.minutes(1))
        let receipt = fixture.request(.widget(id), .explicit, .background)[0]
        #expect(receipt.outcome == .deferred && receipt.rule == "minimum-spacing" && receipt.until == first + .minutes(5))
        #expect(fixture.status(id)?.deferredRule == .minimumSpacing)
        fixture.wait(.minutes(4))
        #expect(fixture.launches == [id] && fixture.decisions.map(\.rule) == ["minimum-spacing"], "no token was waited for")
    }

    @Test("What came due while the daemon was down, or the machine slept, goes spread over half a minute, and says that it is late", arguments: [0, 1, 2])
    func late(_ way: Int) throws {
        var fixture = EngineFixture(Self.quick)
        var id = fixture.place(policy: .never)
        _ = spend(9, &fixture, id)
        let (record, timeline) = (try #require(fixture.record), fixture.timeline())
        fixture.now = fixture.now + .hours(1)
        switch way {
        case 0:
            let now = fixture.now
            fixture = EngineFixture(Self.quick)
            fixture.now = now
            id = fixture.restore(timeline: timeline, record)
        case 1: fixture.effects = fixture.engine.clockChanged(at: fixture.now)
        default: fixture.effects = fixture.engine.advance(to: fixture.now)
        }
        let (until, wake) = (try #require(fixture.status(id)?.deferredUntil), fixture.now)
        #expect(fixture.launches.isEmpty && fixture.status(id)?.deferredRule == .catchUp && until <= wake + .seconds(30))
        // Clock change after clock change doesn't put it off.
        fixture.effects = fixture.engine.clockChanged(at: fixture.now)
        #expect(fixture.status(id)?.deferredUntil == until)
        fixture.waitForDeadline()
        #expect(fixture.launches == [id] && fixture.now == until && fixture.decisions.map(\.rule) == ["catch-up"])
    }

    @Test("What a user asks for, taps, places or configures is free", arguments: [ReloadCause.explicit, .interaction, .configured, .visible])
    func free(_ cause: ReloadCause) {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        _ = spend(8, &fixture, id)
        for _ in 0..<20 {
            fixture.wait(.seconds(2))
            #expect(fixture.request(.widget(id), cause, .foreground)[0].outcome == .accepted)
            fixture.finish(id)
        }
    }

    @Test("What a provider changes or taps by itself counts like what it asks for", arguments: [ReloadCause.configured, .interaction])
    func itself(_ cause: ReloadCause) {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        #expect(fixture.request(.widget(id), cause, .background)[0].rule == "explicit-background")
        // While it is asked, again and again: one follows, when the budget allows it.
        for _ in 0..<3 {
            let receipt = fixture.request(.widget(id), cause, .background)[0]
            #expect(receipt.outcome == .deferred && receipt.rule == "minimum-spacing" && receipt.until == fixture.now + .minutes(5))
        }
        fixture.finish(id)
        #expect(fixture.launches.isEmpty && fixture.engine.record(of: id)?.deferred == cause && fixture.engine.record(of: id)?.pending == nil)
        #expect(fixture.request(.widget(id), cause, .background)[0].outcome == .deferred)
        fixture.wait(.minutes(5))
        #expect(fixture.launches == [id] && fixture.engine.record(of: id)?.pending == nil)
        fixture.finish(id)
        #expect(fixture.request(.widget(id), cause, .foreground)[0].outcome == .accepted)
    }

    @Test("Pushes have a bucket of their own")
    func pushes() {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        #expect(spend(9, &fixture, id).last?.outcome == .deferred)
        // A free reload serves what waits.
        fixture.request(.widget(id))
        fixture.finish(id)
        let pushes = spend(9, &fixture, id, .push)
        #expect(pushes.prefix(8).allSatisfy { $0.outcome == .accepted } && pushes[8].outcome == .deferred)
    }

    @Test("A reload that brings nothing new, or fails, costs nothing")
    func refunds() {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        for number in 0..<20 {
            fixture.wait(.seconds(2))
            fixture.request(.widget(id), .explicit, .background)
            #expect(fixture.launches == [id])
            if number.isMultiple(of: 2) { fixture.finish(id, isUnchanged: true) } else { fixture.fail(id) }
        }
        #expect(fixture.status(id)?.budget.own.left == 8)
    }

    @Test(
        "A reload that never began, because its provider went away or its kind changed, is given back, and doesn't space the next one",
        arguments: [true, false])
    func withdrawn(_ isProviderGone: Bool) {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 1))
        let id = fixture.place(policy: .never)
        let other = fixture.place(kind: "busy", policy: .never)
        fixture.request(.widget(other))
        let receipt = fixture.request(.widget(id), .explicit, .background)[0]
        #expect(receipt.outcome == .accepted && fixture.launches.isEmpty && fixture.status(id)?.budget.own.left == 7)
        if isProviderGone {
            fixture.effects = fixture.engine.setInstalled(["busy"], changed: [], at: fixture.now)
            #expect(fixture.record?.budget.lastSpentAt == nil)
        } else {
            fixture.effects = fixture.engine.configure(id, kind: "busy", at: fixture.now)
        }
        #expect(fixture.status(id)?.budget.own.left == 8)
        fixture.finish(other)
        fixture.effects = fixture.engine.setInstalled(["busy", "clock"], changed: [], at: fixture.now)
        fixture.finish(id)
        #expect(fixture.request(.widget(id), .explicit, .background)[0].outcome == .accepted)
    }

    @Test("A restart neither refills nor forgets: what was spent is spent, and what waited waits")
    func restart() throws {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        let first = fixture.now + .seconds(2)
        _ = spend(9, &fixture, id)
        let record = try #require(fixture.record)
        #expect(record.deferred == .explicit)
        var after = EngineFixture(Self.quick)
        after.now = fixture.now + .seconds(10)
        let again = after.restore(timeline: fixture.timeline(), record)
        #expect(after.launches.isEmpty && after.status(again)?.budget.own.left == 0)
        #expect(after.engine.nextDeadline == first + .seconds(1_350))
    }

    @Test("On battery tokens accrue half as fast, and unseen for a day a quarter")
    func rates() {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        _ = fixture.engine.setVisible(id, true, at: fixture.now)
        _ = spend(8, &fixture, id)
        fixture.effects = fixture.engine.setOnBattery(true, at: fixture.now)
        #expect(fixture.record?.budget.own?.settledAt == fixture.now, "a restart must not reckon the time before at the new rate")
        fixture.wait(.seconds(2_700))
        #expect(fixture.status(id)?.budget.own.left == 1)
        fixture.effects = fixture.engine.setOnBattery(false, at: fixture.now)
        _ = spend(1, &fixture, id)
        _ = fixture.engine.setVisible(id, false, at: fixture.now)
        fixture.wait(.hours(24))
        #expect(fixture.status(id)?.budget.own.left == 8 && fixture.status(id)?.budget.isUnseen == true)
        _ = spend(8, &fixture, id)
        fixture.wait(.seconds(4 * 1_350 - 60))
        #expect(fixture.status(id)?.budget.own.left == 0)
        fixture.wait(.seconds(60))
        #expect(fixture.status(id)?.budget.own.left == 1)
    }

    @Test("A kind's budget goes before the usual one, a widget's before its kind's")
    func overrides() throws {
        var fixture = EngineFixture(Self.quick)
        let (one, other) = (fixture.place(policy: .never), fixture.place(policy: .never))
        fixture.effects = fixture.engine.setBudget(try ReloadBudget(perDay: 24, capacity: 2), forKind: "clock", at: fixture.now)
        fixture.effects = fixture.engine.setBudget(try ReloadBudget(perDay: 1_440, capacity: 60), of: other, at: fixture.now)
        #expect(spend(3, &fixture, one).map(\.outcome) == [.accepted, .accepted, .deferred])
        #expect(spend(30, &fixture, other).allSatisfy { $0.outcome == .accepted })
        #expect(fixture.status(one)?.budget.source == .kind && fixture.status(other)?.budget.source == .widget)
    }

    @Test("A kind's budget that is configured goes before what its provider's manifest makes of it; without one the manifest holds")
    func configuredKind() throws {
        var configuration = Self.quick
        configuration.kindBudgets = ["clock": try ReloadBudget(perDay: 24, capacity: 2)]
        var fixture = EngineFixture(configuration)
        let (counted, free) = (fixture.place(policy: .never), fixture.place(kind: "system", policy: .never))
        for kind in ["clock", "system"] { fixture.effects = fixture.engine.setBudget(.unlimited, forKind: kind, at: fixture.now) }
        #expect(fixture.status(counted)?.budget.source == .kind && fixture.status(free)?.budget.source == .interval)
        #expect(spend(3, &fixture, counted).map(\.outcome) == [.accepted, .accepted, .deferred])
        #expect(spend(30, &fixture, free).allSatisfy { $0.outcome == .accepted })
    }

    @Test("Changed budgets hold at once: a reload that waits goes sooner, a kind's budget is given and taken, and developer mode frees what waits")
    func changedConfiguration() throws {
        var fixture = EngineFixture(Self.quick)
        let (one, other) = (fixture.place(policy: .never), fixture.place(kind: "system", policy: .never))
        #expect(spend(9, &fixture, one).last?.outcome == .deferred)
        var configuration = Self.quick
        configuration.budget = try ReloadBudget(perDay: 1_440, capacity: 8)
        configuration.kindBudgets = ["system": try ReloadBudget(perDay: 24, capacity: 2)]
        fixture.effects = fixture.engine.setConfiguration(configuration, at: fixture.now)
        #expect(try #require(fixture.status(one)?.deferredUntil) <= fixture.now + .minutes(1))
        #expect(fixture.status(one)?.budget.budget.perDay == 1_440)
        #expect(fixture.status(other)?.budget.source == .kind && fixture.status(other)?.budget.budget.perDay == 24)
        #expect(fixture.engine.setConfiguration(configuration, at: fixture.now).isEmpty)
        configuration = Self.quick
        configuration.isDeveloperMode = true
        fixture.effects = fixture.engine.setConfiguration(configuration, at: fixture.now)
        #expect(fixture.status(other)?.budget.budget == .standard && fixture.engine.isDeveloperMode)
        fixture.wait(.seconds(1))
        #expect(fixture.launches == [one])
    }

    @Test("A widget's own budget is in its record, lasts over a restart, and goes back to its kind's")
    func chosen() throws {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        _ = spend(8, &fixture, id)
        let receipt = spend(1, &fixture, id)[0]
        #expect(receipt.outcome == .deferred)
        // One a minute: what waits goes sooner.
        let chosen = try ReloadBudget(perDay: 1_440, capacity: 3)
        fixture.effects = fixture.engine.setBudget(chosen, of: id, at: fixture.now)
        let record = try #require(fixture.record)
        #expect(record.budget.chosen == chosen)
        #expect(try #require(fixture.status(id)?.deferredUntil) <= fixture.now + .minutes(1))
        var after = EngineFixture(Self.quick)
        after.now = fixture.now
        let again = after.restore(timeline: after.timeline(), record)
        #expect(after.status(again)?.budget.budget == chosen)
        after.effects = after.engine.setBudget(nil, of: again, at: after.now)
        #expect(after.record?.budget.chosen == nil && after.status(again)?.budget.budget == .standard)
        #expect(after.engine.setBudget(nil, of: again, at: after.now).isEmpty)
    }

    @Test("Raised and taken back, a budget keeps the reloads that were saved; one that nothing was spent from stays full")
    func raised() throws {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        _ = spend(1, &fixture, id)
        fixture.wait(.seconds(675))
        let next = try #require(fixture.status(id)?.budget.own.nextToken) - fixture.now
        fixture.effects = fixture.engine.setBudget(try ReloadBudget(perDay: 1_440, capacity: 60), of: id, at: fixture.now)
        #expect(fixture.status(id)?.budget.own.left == 7 && fixture.status(id)?.budget.push.left == 60)
        let sooner = try #require(fixture.status(id)?.budget.own.nextToken) - fixture.now
        #expect(abs(sooner.count - next.count * 2 / 45) <= 1, "half of the next one was there, and still is")
        fixture.effects = fixture.engine.setBudget(nil, of: id, at: fixture.now)
        #expect(fixture.status(id)?.budget.own.left == 7 && fixture.status(id)?.budget.push.left == 8)
        #expect(try #require(fixture.status(id)?.budget.own.nextToken) - fixture.now == next)
        // Parts without room go.
        fixture.effects = fixture.engine.setBudget(try ReloadBudget(perDay: 1, capacity: 2), of: id, at: fixture.now)
        #expect(fixture.status(id)?.budget.own.left == 2)
    }

    @Test("In developer mode a date that the policy names is kept, however near; one that has passed comes after a second; what the daemon chooses stays")
    func developerSpacing() throws {
        var fixture = EngineFixture(ReloadConfiguration(afterJitter: .zero, isDeveloperMode: true))
        func wait(_ policy: ReloadPolicy, entriesAfter: [Milliseconds] = [.zero]) -> Milliseconds? {
            let id = fixture.place(kind: "\(policy)", entriesAfter: entriesAfter, policy: policy)
            return fixture.waitOf(id)
        }
        let now = fixture.now
        #expect(wait(.after(now + .seconds(10))) == .seconds(10))
        #expect(wait(.after(now)) == .seconds(1) && wait(.after(now + .seconds(-60))) == .seconds(1))
        #expect(wait(.atEnd, entriesAfter: [.zero, .seconds(30)]) == .seconds(30))
        #expect(wait(.atEnd) == .minutes(5))
        let id = fixture.place(policy: .never)
        #expect(fixture.status(id)?.budget.spacing == .seconds(1))
    }

    @Test("In developer mode nothing is counted, and what waited goes")
    func developerMode() throws {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        _ = spend(9, &fixture, id)
        // A restart turns it on.
        var configuration = Self.quick
        configuration.isDeveloperMode = true
        var restarted = EngineFixture(configuration)
        restarted.now = fixture.now
        let restored = restarted.restore(timeline: restarted.timeline(), try #require(fixture.engine.record(of: id)))
        restarted.waitForDeadline()
        #expect(restarted.launches == [restored])
        restarted.finish(restored)
        #expect(spend(30, &restarted, restored).allSatisfy { $0.outcome == .accepted })
    }

    @Test("A policy's reload that the budget doesn't allow is kept, says so, and goes with the next token")
    func policy() {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        _ = spend(8, &fixture, id)
        fixture.wait(.seconds(2))
        fixture.request(.widget(id))
        fixture.finish(id, policy: .after(fixture.now + .seconds(60)))
        fixture.waitForDeadline()
        #expect(fixture.launches.isEmpty && fixture.decisions.map(\.rule) == ["budget"] && fixture.decisions.map(\.outcome) == [.deferred])
        fixture.waitForDeadline()
        #expect(fixture.launches == [id])
    }

    @Test("A clock that is set back takes nothing away", arguments: [Milliseconds.hours(-9_000), .hours(-1), .seconds(-1)])
    func clockSetBack(_ step: Milliseconds) {
        var fixture = EngineFixture(Self.quick)
        let id = fixture.place(policy: .never)
        _ = spend(4, &fixture, id)
        fixture.now = fixture.now + step
        fixture.effects = fixture.engine.clockChanged(at: fixture.now)
        #expect(fixture.status(id)?.budget.own.left == 4)
        #expect(spend(4, &fixture, id).allSatisfy { $0.outcome == .accepted })
    }

    @Test("What can't be a budget is refused with its field", arguments: [(0, 8), (1_441, 8), (64, 0), (64, 61)])
    func limits(_ perDay: Int, _ capacity: Int) {
        #expect(throws: WidgetError.self) { try ReloadBudget(perDay: perDay, capacity: capacity) }
    }
}
