import Testing
import WidgetCore

@Suite("What would happen to a widget from now on")
struct ForecastTests {
    private func forecast(_ fixture: EngineFixture, _ id: WidgetID, _ timeline: Timeline, _ interval: Milliseconds) throws -> ReloadForecast {
        try #require(fixture.engine.forecast(of: id, timeline: timeline, from: fixture.now, until: fixture.now + interval))
    }

    /// Places a widget that gives this timeline again and again.
    private func place(_ fixture: inout EngineFixture, _ entriesAfter: [Milliseconds] = [.zero], _ policy: (Timestamp) -> ReloadPolicy) -> (WidgetID, Timeline)
    {
        let id = fixture.place()
        let timeline = fixture.timeline(entriesAfter: entriesAfter, policy: policy(fixture.now))
        fixture.effects = fixture.engine.finish(id, .success(timeline), isUnchanged: false, at: fixture.now)
        return (id, timeline)
    }

    @Test(
        "It is what then really happens, decision by decision, where the provider answers as it is taken for granted",
        arguments: [0, 1, 2] as [Int], [Milliseconds.minutes(20), .minutes(7), .hours(3)])
    func comesTrue(_ style: Int, _ distance: Milliseconds) throws {
        var fixture = EngineFixture()
        let (id, timeline) = place(&fixture, style == 0 ? [.zero] : [.zero, .minutes(3), distance]) { style == 2 ? .after($0 + distance) : .atEnd }
        _ = fixture.engine.setVisible(id, true, at: fixture.now)
        fixture.wait(.minutes(2))
        let end = fixture.now + .hours(30)
        let forecast = try forecast(fixture, id, timeline, .hours(30))
        var decisions: [Decision] = []
        while let deadline = fixture.engine.nextDeadline, deadline <= end {
            fixture.waitForDeadline()
            decisions += fixture.decisions
            while fixture.status(id)?.isReloading == true {
                let distance = fixture.now - timeline.receivedAt
                var policy = timeline.policy
                if case .after(let date) = policy { policy = .after(date + distance) }
                let entries = timeline.entries.map { fixture.entry(at: $0.date + distance) }
                fixture.effects = fixture.engine.finish(
                    id, .success(Timeline(entries: entries, policy: policy, receivedAt: fixture.now)), isUnchanged: false, at: fixture.now)
                decisions += fixture.decisions
            }
        }
        #expect(forecast.steps.map(\.decision) == decisions && decisions.count > 20 && !forecast.isTruncated && forecast.end == end)
        #expect(forecast.steps.last?.ownLeft == fixture.status(id)?.budget.own.left)
        #expect(forecast.reloads == decisions.count { $0.event == .reloadStarted })
    }

    @Test("It shows where the budget ends: one reload each 22.5 minutes, by the rules budget and budget-accrued")
    func budget() throws {
        var fixture = EngineFixture()
        let (id, timeline) = place(&fixture) { .after($0 + .minutes(6)) }
        _ = fixture.engine.setVisible(id, true, at: fixture.now)
        let forecast = try forecast(fixture, id, timeline, .hours(24))
        let rules = Set(forecast.steps.map(\.decision.rule))
        #expect(rules.isSuperset(of: ["budget", "budget-accrued", "policy-after"]))
        #expect(forecast.reloads == forecast.countedReloads && (64...72).contains(forecast.reloads), "\(forecast.reloads)")
        #expect(forecast.steps.allSatisfy { (0...8).contains($0.ownLeft) && $0.pushLeft == 8 })
    }

    @Test("It changes nothing, and is the same each time")
    func pure() throws {
        var fixture = EngineFixture()
        let (id, timeline) = place(&fixture) { .after($0 + .minutes(6)) }
        let before = (fixture.status(id), fixture.engine.nextDeadline)
        let first = try forecast(fixture, id, timeline, .hours(24))
        #expect(try forecast(fixture, id, timeline, .hours(24)) == first)
        #expect(fixture.status(id) == before.0 && fixture.engine.nextDeadline == before.1)
    }

    @Test("What is under way is answered first, what waits for its turn goes at once, and no other widget is in the way")
    func underWay() throws {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 1))
        let (running, timeline) = place(&fixture) { _ in .never }
        let (waiting, _) = place(&fixture) { _ in .never }
        fixture.request(.widget(running))
        fixture.request(.widget(waiting))
        #expect(try forecast(fixture, running, timeline, .hours(1)).steps.map(\.decision.event) == [.timelineAccepted, .entryShown])
        #expect(try forecast(fixture, waiting, timeline, .hours(1)).steps.map(\.decision.event) == [.reloadStarted, .timelineAccepted, .entryShown])
    }

    @Test("What a reload leaves stands on its line: what comes before it at the same moment has what was there before")
    func leftOnItsLine() throws {
        var fixture = EngineFixture(ReloadConfiguration(afterJitter: .zero))
        let (id, timeline) = place(&fixture, [.zero, .minutes(30)]) { .after($0 + .minutes(30)) }
        let steps = try forecast(fixture, id, timeline, .minutes(31)).steps
        #expect(steps.map(\.decision.event) == [.entryShown, .reloadStarted, .timelineAccepted, .entryShown])
        #expect(steps.map(\.ownLeft) == [8, 7, 7, 7] && steps.map(\.paidFrom) == [nil, .own, nil, nil])
    }

    @Test("A push that waits for the daemon to wake goes then; one that expires first, or at the budget, doesn't")
    func pushes() throws {
        var fixture = EngineFixture()
        let (id, timeline) = place(&fixture) { _ in .never }
        func forecast(_ pushes: ReloadForecast.Pushes) throws -> [ReloadForecast.Step] {
            try #require(fixture.engine.forecast(of: id, timeline: timeline, pushes: pushes, from: fixture.now, until: fixture.now + .hours(1))).steps
        }
        let steps = try forecast(.init(goesAt: fixture.now + .seconds(40), expireAt: fixture.now + .hours(2)))
        #expect(steps.map(\.decision.event) == [.reloadRequested, .reloadStarted, .timelineAccepted, .entryShown])
        #expect(steps[1].decision.time == fixture.now + .seconds(40) && steps[1].paidFrom == .push && steps[1].pushLeft == 7)
        fixture.request(.widget(id), .push, .system)
        fixture.finish(id)
        fixture.request(.widget(id), .push, .system)
        #expect(try forecast(.init(expireAt: fixture.now + .minutes(4))).isEmpty)
        #expect(try forecast(.init(expireAt: fixture.now + .minutes(6))).first?.decision.rule == "minimum-spacing")
    }

    @Test("A long one that is gone on with from where it ended shows what comes then")
    func goneOnWith() throws {
        var fixture = EngineFixture()
        let (id, timeline) = place(&fixture) { .after($0 + .hours(1)) }
        let (now, end) = (fixture.now, fixture.now + .days(20))
        let first = try #require(fixture.engine.forecast(of: id, timeline: timeline, from: now, until: end))
        #expect(first.isTruncated && first.completeUntil < end && first.completeUntil == first.steps.last?.decision.time)
        let second = try #require(fixture.engine.forecast(of: id, timeline: timeline, from: now, showing: first.completeUntil, until: end))
        #expect(!second.isTruncated && second.completeUntil == end && second.decisions == first.decisions)
        let common = first.steps.count { $0.decision.time == first.completeUntil }
        #expect(first.steps.suffix(common) == second.steps.prefix(common) && first.steps.count + second.steps.count >= first.decisions + common)
    }

    @Test("A long one keeps its first thousand steps, counts the rest, and ends where it was asked to")
    func long() throws {
        var fixture = EngineFixture()
        let (id, timeline) = place(&fixture) { .after($0 + .hours(1)) }
        let forecast = try forecast(fixture, id, timeline, .days(366))
        #expect(forecast.steps.count == Limits.forecastSteps && forecast.isTruncated && forecast.end == fixture.now + .days(366))
        #expect(forecast.decisions > 3 * 366 * 10)
    }

    @Test(
        "Reloads that aren't counted aren't from the budget: those of a kind whose interval a user chose, and in developer mode, which it says",
        arguments: [true, false])
    func uncounted(_ isDeveloperMode: Bool) throws {
        var fixture = EngineFixture(ReloadConfiguration(isDeveloperMode: isDeveloperMode))
        let (id, timeline) = place(&fixture) { .after($0 + .minutes(10)) }
        if !isDeveloperMode { fixture.effects = fixture.engine.setBudget(.unlimited, forKind: "clock", at: fixture.now) }
        let forecast = try forecast(fixture, id, timeline, .hours(1))
        #expect(forecast.reloads >= 5 && forecast.countedReloads == 0 && forecast.steps.allSatisfy { $0.paidFrom == nil })
        #expect(forecast.isDeveloperMode == isDeveloperMode && forecast.assumptions.contains { $0.hasPrefix("Developer mode") } == isDeveloperMode)
    }

    @Test("Of a widget that is unknown, or that another device gives, there is none")
    func nobodys() {
        var fixture = EngineFixture()
        let (id, timeline) = place(&fixture) { _ in .never }
        fixture.effects = fixture.engine.assign(id, isRemote: true, at: fixture.now)
        #expect(fixture.engine.forecast(of: id, timeline: timeline, from: fixture.now, until: fixture.now) == nil)
        let unknown = fixture.newID()
        #expect(fixture.engine.forecast(of: unknown, timeline: timeline, from: fixture.now, until: fixture.now) == nil)
    }
}
