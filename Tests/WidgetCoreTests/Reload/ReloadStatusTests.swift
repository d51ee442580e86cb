import Testing
import WidgetCore

@Suite("What explain says")
struct ReloadStatusTests {
    @Test("The entry and its age, the next entry, the next reload and its rule")
    func sentences() throws {
        var fixture = EngineFixture(ReloadConfiguration(afterJitter: .zero))
        let id = fixture.place(entriesAfter: [.zero, .minutes(30)], policy: .after(fixture.now + .hours(26)))
        fixture.wait(.seconds(320))
        #expect(
            try #require(fixture.status(id)).sentences(now: fixture.now) == [
                "Entry 1 of 2 is shown; its date was 5 min 20 s ago.",
                "The next entry comes in 24 min 40 s.",
                "The provider is asked for the next timeline in 1 d 1 h.",
                "Rule policy-after: The timeline's policy names the date.",
                "Its budget has 8 of 8 reloads left; 64 a day. Pushes have 8 of 8 reloads left.",
            ])
    }

    @Test("Failures with their number and the reason")
    func failures() throws {
        var fixture = EngineFixture()
        let id = fixture.place()
        fixture.fail(id, "the provider exited with status 1; see widgetctl log")
        fixture.wait(.seconds(10))
        let sentences = try #require(fixture.status(id)).sentences(now: fixture.now)
        #expect(sentences.first == "There is no timeline yet: the placeholder is shown.")
        #expect(sentences.last == "The last reload failed, the latest 10 s ago: the provider exited with status 1; see widgetctl log")
    }

    /// A widget that has spent what it had for its own reloads, the last just now.
    private func spent(_ fixture: inout EngineFixture, then policy: ReloadPolicy) throws -> (WidgetID, Timeline) {
        let id = fixture.place(policy: .never)
        fixture.effects = fixture.engine.setBudget(try ReloadBudget(perDay: 24, capacity: 1), of: id, at: fixture.now)
        fixture.request(.widget(id), .explicit, .background)
        let timeline = fixture.timeline(policy: policy)
        fixture.finish(id, policy: policy)
        return (id, timeline)
    }

    @Test("The next reload is when the budget allows it, by the budget's rule, as a forecast has it; in developer mode when the timeline says")
    func beyondTheBudget() throws {
        var fixture = EngineFixture(ReloadConfiguration(afterJitter: .zero))
        let (id, timeline) = try spent(&fixture, then: .after(fixture.now + .minutes(10)))
        let planned = fixture.now + .minutes(10)
        let status = try #require(fixture.status(id))
        #expect(status.nextReload == fixture.now + .hours(1) && status.rule == .budget && status.deferred == nil)
        let forecast = try #require(fixture.engine.forecast(of: id, timeline: timeline, from: fixture.now, until: fixture.now + .hours(1)))
        #expect(forecast.steps.first { $0.decision.event == .reloadStarted }?.decision.time == status.nextReload)
        #expect(forecast.steps.first?.decision.rule == status.rule?.name && forecast.steps.first?.decision.time == planned)
        // With more to spend it goes when the timeline says.
        var rich = fixture
        rich.effects = rich.engine.setBudget(try ReloadBudget(perDay: 1_440, capacity: 1), of: id, at: rich.now)
        #expect(rich.status(id)?.nextReload == planned && rich.status(id)?.rule == .policyAfter)
    }

    @Test("The next reload keeps its distance from the last one that counted")
    func tooSoonAfterAnother() throws {
        var fixture = EngineFixture(ReloadConfiguration(afterJitter: .zero))
        let id = fixture.place(policy: .never)
        fixture.request(.widget(id), .push, .system)
        let began = fixture.now
        fixture.now = fixture.now + .minutes(1)
        fixture.finish(id, entriesAfter: [.zero, .minutes(1)], policy: .atEnd)
        #expect(fixture.status(id)?.nextReload == fixture.now + .minutes(5), "the daemon chooses")
        fixture.engine.setMinimumSpacing(.minutes(30), forKind: "clock")
        #expect(fixture.status(id)?.nextReload == began + .minutes(30) && fixture.status(id)?.rule == .minimumSpacing)
    }

    @Test("A retry is free, and stays when it is planned")
    func retry() throws {
        var fixture = EngineFixture()
        let (id, _) = try spent(&fixture, then: .never)
        fixture.request(.widget(id))
        fixture.fail(id)
        #expect(fixture.status(id)?.rule == .retry && (fixture.waitOf(id) ?? .days(1)) <= .minutes(1))
    }

    @Test("While the provider is asked, only what came since waits on: the rest is served")
    func servedByTheRunningOne() throws {
        var fixture = EngineFixture()
        let (id, _) = try spent(&fixture, then: .never)
        fixture.request(.widget(id), .explicit, .background)
        #expect(fixture.status(id)?.deferred == .explicit)
        fixture.request(.widget(id))
        #expect(fixture.launches == [id])
        let during = try #require(fixture.status(id))
        #expect(during.isReloading && during.deferred == nil && during.deferredUntil == nil && during.deferredRule == nil)
        fixture.request(.widget(id), .configured, .background)
        #expect(fixture.status(id)?.deferred == .explicit && fixture.status(id)?.deferredRule == .budget)
        fixture.finish(id)
        #expect(fixture.status(id)?.deferred == .explicit)
    }

    @Test("A provider that is missing is named as the reason why nothing is planned")
    func missing() throws {
        var fixture = EngineFixture()
        let id = fixture.place(isInstalled: false)
        let sentences = try #require(fixture.status(id)).sentences(now: fixture.now)
        #expect(sentences.contains("No reload is planned."))
        #expect(sentences.contains { $0.hasPrefix("Rule provider-missing:") })
    }

    @Test("Every rule has its own name and a sentence that ends")
    func rules() {
        for rule in ReloadRule.allCases {
            #expect(ReloadRule(name: rule.name) == rule)
            #expect(rule.sentence.hasSuffix("."))
        }
        #expect(Set(ReloadRule.allCases.map(\.sentence)).count == ReloadRule.allCases.count)
    }
}
