import Testing
import WidgetCore

@Suite("When a timeline's policy asks again")
struct ReloadPolicyTests {
    @Test("after: at the date, a little later at random, and the provider is asked once")
    func after() throws {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .after(fixture.now + .hours(1)))
        let wait = try #require(fixture.waitOf(id))
        #expect(wait >= .hours(1) && wait <= .seconds(3_615))
        #expect(fixture.status(id)?.rule == .policyAfter)
        fixture.wait(.minutes(59))
        #expect(fixture.launches.isEmpty)
        fixture.wait(.seconds(75))
        #expect(fixture.launches == [id])
        #expect(fixture.causes == [.policy])
    }

    @Test("after: not before the minimum spacing, whatever the timeline asks for", arguments: [-86_400, 0, 1, 297])
    func afterTooSoon(seconds: Int64) {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .after(fixture.now + .seconds(seconds)))
        #expect(fixture.waitOf(id) == .minutes(5))
        #expect(fixture.status(id)?.rule == .minimumSpacing)
    }

    @Test("after: a kind can have a spacing of its own")
    func spacingOfKind() throws {
        var fixture = EngineFixture()
        fixture.engine.setMinimumSpacing(.seconds(5), forKind: "clock")
        let id = fixture.place(kind: "clock", policy: .after(fixture.now + .seconds(5)))
        let other = fixture.place(kind: "agenda", policy: .after(fixture.now + .seconds(5)))
        #expect(try #require(fixture.waitOf(id)) <= .milliseconds(5_500))
        #expect(fixture.waitOf(other) == .minutes(5))
    }

    @Test("atEnd: after the last entry's date")
    func atEnd() {
        var fixture = EngineFixture()
        let id = fixture.place(entriesAfter: [.zero, .hours(1), .hours(2)], policy: .atEnd)
        #expect(fixture.waitOf(id) == .hours(2))
        #expect(fixture.status(id)?.rule == .policyAtEnd)
    }

    @Test("atEnd: what is drawn again after the provider's last entry moves no reload")
    func atEndOfOwnEntries() {
        let cases: [(own: [Milliseconds], wait: Milliseconds, rule: ReloadRule)] = [
            ([.zero, .hours(1)], .hours(1), .policyAtEnd), ([.zero], .minutes(5), .policyAtEndIdle),
        ]
        for (own, wait, rule) in cases {
            var fixture = EngineFixture()
            let id = fixture.place(kind: "clock")
            var timeline = fixture.timeline(entriesAfter: own, policy: .atEnd)
            for minute in 61...90 {
                timeline.entries.append(fixture.entry(at: fixture.now + .minutes(Int64(minute))))
                timeline.entries[timeline.entries.count - 1].isRedrawn = true
            }
            fixture.effects = fixture.engine.finish(id, .success(timeline), isUnchanged: false, at: fixture.now)
            #expect(fixture.waitOf(id) == wait)
            #expect(fixture.status(id)?.rule == rule)
        }
    }

    @Test("atEnd with one entry: the waits are 5, 10, 20, 40, 60, 60 minutes while nothing new comes")
    func atEndIdle() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .atEnd)
        #expect(fixture.status(id)?.rule == .policyAtEndIdle)
        var waits: [Milliseconds?] = [fixture.waitOf(id)]
        for _ in 0..<5 {
            fixture.waitForDeadline()
            fixture.finish(id, policy: .atEnd, isUnchanged: true)
            waits.append(fixture.waitOf(id))
        }
        #expect(waits == [5, 10, 20, 40, 60, 60].map { .minutes($0) })
    }

    @Test("atEnd with one entry: something new halves the wait, a request starts over")
    func atEndIdleComesBack() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .atEnd)
        for _ in 0..<3 {
            fixture.waitForDeadline()
            fixture.finish(id, policy: .atEnd, isUnchanged: true)
        }
        #expect(fixture.waitOf(id) == .minutes(40))
        fixture.waitForDeadline()
        fixture.finish(id, policy: .atEnd, isUnchanged: false)
        #expect(fixture.waitOf(id) == .minutes(20))
        fixture.request(.widget(id))
        fixture.finish(id, policy: .atEnd, isUnchanged: true)
        #expect(fixture.waitOf(id) == .minutes(5))
    }

    @Test("atEnd whose last entry comes within the minimum spacing: the spacing says when, and by its rule, however often nothing new comes")
    func atEndWithinSpacing() {
        var fixture = EngineFixture()
        let id = fixture.place(entriesAfter: [.zero, .seconds(4)], policy: .atEnd)
        for _ in 0..<3 {
            #expect(fixture.waitOf(id) == .minutes(5))
            #expect(fixture.status(id)?.rule == .minimumSpacing)
            let sentences = fixture.status(id)?.sentences(now: fixture.now) ?? []
            #expect(!sentences.contains { $0.contains("the daemon chose") } && sentences.contains { $0.hasPrefix("Rule minimum-spacing: ") }, "\(sentences)")
            while fixture.launches.isEmpty { fixture.waitForDeadline() }
            fixture.finish(id, entriesAfter: [.zero, .seconds(4)], policy: .atEnd, isUnchanged: true)
        }
    }

    @Test("atEnd whose entries are all past: the daemon picks the time, as with one entry")
    func atEndPast() {
        var fixture = EngineFixture()
        let id = fixture.place(entriesAfter: [.hours(-2), .hours(-1)], policy: .atEnd)
        #expect(fixture.waitOf(id) == .minutes(5))
        #expect(fixture.status(id)?.rule == .policyAtEndIdle)
    }

    @Test("never: the engine doesn't wake for it, and a request still reloads")
    func never() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .never)
        #expect(fixture.engine.nextDeadline == nil)
        #expect(fixture.status(id)?.rule == .policyNever)
        #expect(fixture.request(.widget(id)).first?.outcome == .accepted)
        #expect(fixture.launches == [id])
    }

    @Test("A date at the end of time doesn't overflow")
    func endOfTime() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .after(.latest))
        #expect(fixture.status(id)?.nextReload == .latest)
        fixture.effects = fixture.engine.clockChanged(at: .earliest)
        #expect(fixture.launches.isEmpty)
    }
}
