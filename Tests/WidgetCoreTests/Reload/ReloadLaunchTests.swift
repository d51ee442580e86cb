import Testing
import WidgetCore

@Suite("Places for launches")
struct ReloadLaunchTests {
    @Test("No more than the maximum at a time, in all and per kind")
    func maximum() {
        var fixture = EngineFixture()
        var running = 0
        var waiting: [WidgetID] = []
        for index in 0..<12 {
            let id = fixture.place(kind: "kind\(index / 6)")
            running += fixture.launches.count
            waiting.append(id)
        }
        #expect(running == 4)
        #expect(waiting.count { fixture.status($0)?.isReloading == true } == 4)
        #expect(waiting.prefix(6).count { fixture.status($0)?.isReloading == true } == 2)
        #expect(fixture.status(waiting[5])?.isWaiting == true)
    }

    @Test("A kind whose provider hangs leaves places for others")
    func slowKind() {
        var fixture = EngineFixture()
        for _ in 0..<20 { _ = fixture.place(kind: "slow") }
        for _ in 0..<20 {
            let id = fixture.place(kind: "fast")
            #expect(fixture.launches == [id])
            fixture.finish(id)
        }
    }

    @Test("What a user waits for goes before what a policy asks for")
    func urgentFirst() {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 1))
        let routine = fixture.place(kind: "a", policy: .after(fixture.now + .hours(1)))
        let urgent = fixture.place(kind: "b", policy: .never)
        let blocker = fixture.place(kind: "c", policy: .never)
        fixture.wait(.minutes(59))
        fixture.request(.widget(blocker))
        fixture.wait(.seconds(75))
        #expect(fixture.status(routine)?.isWaiting == true)
        fixture.request(.widget(urgent), .interaction)
        fixture.finish(blocker)
        #expect(fixture.launches == [urgent])
        fixture.finish(urgent)
        #expect(fixture.launches == [routine])
    }

    @Test("A flood of requests doesn't keep a policy's reload waiting for ever")
    func routineInTheEnd() {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 1, urgentBurst: 3))
        let routine = fixture.place(kind: "routine", policy: .after(fixture.now + .hours(1)))
        let flood = (0..<20).map { fixture.place(kind: "flood\($0)", policy: .never) }
        flood.forEach { fixture.request(.widget($0)) }
        fixture.now = fixture.now + .minutes(61)
        fixture.effects = fixture.engine.advance(to: fixture.now)
        fixture.wait(.seconds(31))
        var order: [WidgetID] = []
        for _ in 0..<21 {
            guard let running = (flood + [routine]).first(where: { fixture.status($0)?.isReloading == true }) else { break }
            order.append(running)
            fixture.finish(running)
        }
        #expect(order.count == 21)
        #expect(order.prefix(4).contains(routine))
    }

    @Test("Kinds take turns")
    func turns() {
        var fixture = EngineFixture(ReloadConfiguration(maximumConcurrentLaunches: 1))
        let blocker = fixture.place(kind: "blocker")
        let many = (0..<5).map { _ in fixture.place(kind: "many") }
        let one = fixture.place(kind: "one")
        fixture.finish(blocker)
        #expect(fixture.launches == [many[0]])
        fixture.finish(many[0])
        #expect(fixture.launches == [one])
        fixture.finish(one)
        #expect(fixture.launches == [many[1]])
    }

    @Test("Every launch and every finish has one decision with its rule")
    func decisions() {
        var fixture = EngineFixture()
        let id = fixture.place()
        #expect(fixture.decisions.map(\.event) == [.reloadRequested, .reloadStarted])
        #expect(fixture.decisions.map(\.rule) == ["placed", "placed"])
        fixture.finish(id, policy: .after(fixture.now + .hours(1)))
        #expect(fixture.decisions.map(\.event) == [.timelineAccepted, .entryShown])
        #expect(fixture.decisions.first?.until == fixture.status(id)?.nextReload)
    }
}
