import Testing
import WidgetCore

@Suite("Suspends and clocks that are set")
struct ReloadClockTests {
    /// Places this many widgets of as many kinds that reload in an hour or so.
    private func place(_ count: Int, in fixture: inout EngineFixture) -> [WidgetID] {
        (0..<count).map { fixture.place(kind: "kind\($0)", policy: .after(fixture.now + .minutes(60 + Int64($0)))) }
    }

    @Test("After a suspend each overdue reload goes once, spread over half a minute", arguments: [true, false])
    func resume(isAnnounced: Bool) {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 100))
        let ids = place(50, in: &fixture)
        fixture.now = fixture.now + .hours(30)
        fixture.effects = isAnnounced ? fixture.engine.clockChanged(at: fixture.now) : fixture.engine.advance(to: fixture.now)
        #expect(fixture.launches.isEmpty)
        let resumed = fixture.now
        var launched: [WidgetID] = []
        var moments: Set<Timestamp> = []
        while let deadline = fixture.engine.nextDeadline, deadline <= resumed + .minutes(1) {
            fixture.waitForDeadline()
            launched += fixture.launches
            moments.insert(fixture.now)
            fixture.launches.forEach { fixture.finish($0) }
        }
        #expect(Set(launched) == Set(ids) && launched.count == ids.count)
        #expect(moments.count > 40)
        #expect(fixture.now <= resumed + .seconds(30))
    }

    @Test("After a change of the time zone, the locale or the clock every widget reloads once, free, spread over half a minute, also across a restart")
    func environment() throws {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 100))
        let ids = place(50, in: &fixture)
        fixture.effects = fixture.engine.environmentChanged(at: fixture.now)
        #expect(fixture.launches.isEmpty && fixture.decisions.allSatisfy { $0.outcome == .deferred && $0.rule == "environment" && $0.until != nil })
        let (changed, record) = (fixture.now, try #require(fixture.record))
        fixture.wait(.seconds(5))
        // Another change, and clocks that are set, don't put it off.
        let planned = ids.map { fixture.status($0)?.nextReload }
        fixture.effects += fixture.engine.environmentChanged(at: fixture.now) + fixture.engine.clockChanged(at: fixture.now)
        #expect(ids.map { fixture.status($0)?.nextReload } == planned)
        var launched = fixture.launches
        var moments: Set<Timestamp> = []
        while let deadline = fixture.engine.nextDeadline, deadline <= changed + .minutes(1) {
            fixture.waitForDeadline()
            launched += fixture.launches
            moments.insert(fixture.now)
            #expect(fixture.causes.allSatisfy { $0 == .environment })
            fixture.launches.forEach { fixture.finish($0, policy: .never) }
        }
        #expect(Set(launched) == Set(ids) && launched.count == ids.count && moments.count > 40 && fixture.now <= changed + .seconds(30))
        #expect(fixture.status(ids[0])?.budget.own.left == 8)

        var after = EngineFixture()
        let again = after.restore(timeline: after.timeline(), record)
        #expect(after.launches.isEmpty && after.status(again)?.rule == .environment)
        #expect(try #require(after.waitOf(again)) <= .seconds(30))
        after.waitForDeadline()
        #expect(after.launches == [again] && after.causes == [.environment])
    }

    @Test("Clock change after clock change doesn't put a reload off")
    func again() {
        var fixture = EngineFixture()
        let id = place(1, in: &fixture)[0]
        fixture.now = fixture.now + .hours(30)
        fixture.effects = fixture.engine.clockChanged(at: fixture.now)
        var launched = 0
        for _ in 0..<2 {
            fixture.now = fixture.now + .seconds(40)
            fixture.effects = fixture.engine.clockChanged(at: fixture.now)
            launched += fixture.launches.count
        }
        #expect(launched == 1)
        #expect(fixture.status(id)?.isReloading == true)
    }

    @Test("What is overdue after a resume is paid from the budget, or waits for it, however often the clock changes")
    func overdueIsPaid() {
        var fixture = EngineFixture()
        let id = place(1, in: &fixture)[0]
        fixture.request(.widget(id), .push, .system)
        fixture.finish(id, policy: .after(fixture.now + .minutes(6)))
        fixture.wait(.minutes(4))
        fixture.request(.widget(id), .explicit, .background)
        fixture.now = fixture.now + .hours(1)
        fixture.effects = fixture.engine.clockChanged(at: fixture.now)
        let before = fixture.status(id)?.budget.own.left
        fixture.now = fixture.now + .seconds(40)
        fixture.effects = fixture.engine.clockChanged(at: fixture.now)
        #expect(fixture.launches == [id] && before == 8 && fixture.status(id)?.budget.own.left == 7)
    }

    @Test("A clock that was years ahead: the wait is measured from the new time")
    func backwards() throws {
        var fixture = EngineFixture()
        let after = fixture.place(policy: .after(fixture.now + .hours(3)))
        let failing = fixture.place(kind: "failing")
        fixture.fail(failing)
        let retry = try #require(fixture.waitOf(failing))
        fixture.now = fixture.now + .hours(-50_000)
        fixture.effects = fixture.engine.clockChanged(at: fixture.now)
        #expect(try #require(fixture.waitOf(after)) <= .seconds(3 * 3_600 + 15))
        #expect(fixture.waitOf(failing) == retry)
        #expect(try #require(fixture.status(after)?.lastReloadAt) <= fixture.now)
    }

    @Test("A clock that was set by a minute or more has every widget reload once; a sleep, and a correction of seconds, have not")
    func step() {
        var fixture = EngineFixture()
        let ids = (0..<3).map { fixture.place(kind: "kind\($0)", policy: .never) }
        for (step, count) in [(Milliseconds.zero, 0), (.seconds(59), 0), (.seconds(-59), 0), (.minutes(1), 3), (.hours(-9_000), 3)] {
            fixture.now = fixture.now + step
            fixture.effects = fixture.engine.clockChanged(at: fixture.now, by: step)
            var launched: [WidgetID] = []
            while fixture.waitForDeadline() {
                launched += fixture.launches
                fixture.launches.forEach { fixture.finish($0, policy: .never) }
            }
            #expect(launched.count == count && Set(launched).isSubset(of: ids), "\(step)")
        }
    }

    @Test("A small step back changes nothing")
    func smallStep() {
        var fixture = EngineFixture()
        let id = fixture.place(policy: .after(fixture.now + .hours(3)))
        let before = fixture.status(id)
        fixture.wait(.minutes(10))
        fixture.now = fixture.now + .seconds(-2)
        #expect(fixture.engine.clockChanged(at: fixture.now).isEmpty)
        #expect(fixture.status(id) == before)
    }

    @Test("Entries are looked up anew in both directions")
    func entries() {
        var fixture = EngineFixture()
        let id = fixture.place(entriesAfter: [.zero, .hours(1), .hours(2), .hours(3)], policy: .never)
        let start = fixture.now
        for (hours, entry) in [(2, 2), (1, 1), (3, 3), (-5, 0)] as [(Int64, Int)] {
            fixture.now = start + .hours(hours)
            fixture.effects = fixture.engine.clockChanged(at: fixture.now)
            #expect(fixture.shown == [entry])
            #expect(fixture.decisions.map(\.rule) == ["clock-changed"])
            #expect(fixture.status(id)?.entry == entry)
        }
        #expect(fixture.engine.nextDeadline == start + .hours(1))
    }
}
