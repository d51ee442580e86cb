import ReplicationTestSupport
import Testing
import WidgetCore
import WidgetReplication

@Suite("Clocks that were ahead, and are set right or too far back")
struct ClocksAheadTests {
    /// Two linked devices, until neither has anything to say; a fresh session each time, as after a link that broke.
    private func talk(_ a: inout TestDevice, _ b: inout TestDevice) throws {
        var link = TestLink(&a, &b)
        try link.wait(11_000, times: 40, &a, &b)
    }

    @Test("Two that were both ten years ahead end equal, and what either wrote before and after is there")
    func bothAhead() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        let right = a.now
        (a.now, b.now) = (right + .hours(87_600), right + .hours(87_600))
        try a.perform(RowKey.widget(1).insert("ten years"))
        try talk(&a, &b)
        try b.perform(RowKey.widget(2).insert("of b, ten years"))
        try talk(&a, &b)
        (a.now, b.now) = (right + .minutes(1), right + .minutes(1))
        try a.perform(RowKey.widget(3).insert("back"))
        try b.perform(RowKey.widget(4).insert("of b, back"))
        try b.perform(RowKey.widget(1).rename("ten years, edited"))
        try talk(&a, &b)
        (a.now, b.now) = (right + .minutes(2), right + .minutes(2))
        try talk(&a, &b)
        for device in [a, b] {
            #expect(device.name(.widget(1)) == "ten years, edited" && device.name(.widget(2)) == "of b, ten years")
            #expect(device.name(.widget(3)) == "back" && device.name(.widget(4)) == "of b, back")
            #expect(device.replica.position.clock.last <= .init(date: right + .minutes(10)))
        }
        #expect(a.replica.summary().digest == b.replica.summary().digest)
    }

    @Test("One that was set back for years gives up what its peer holds and nothing else")
    func setBack() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        let right = a.now
        try a.perform(RowKey.widget(1).insert("before"))
        try b.perform(RowKey.widget(2).insert("of b"))
        try talk(&a, &b)
        let lives = (a.replica.position.origin, b.replica.position.origin)
        a.now = right + .hours(1)
        try a.perform(RowKey.widget(3).insert("an hour ahead"))
        try talk(&a, &b)
        #expect(!b.isHere(.widget(3)))
        a.now = right + .hours(-26_280)
        try talk(&a, &b)
        for device in [a, b] {
            #expect(device.replica.position.origins.closed == [lives.0: 2])
            #expect(device.name(.widget(1)) == "before" && device.name(.widget(2)) == "of b" && device.name(.widget(3)) == "an hour ahead")
        }
        #expect(b.replica.position.origin == lives.1)
        #expect(a.replica.summary().digest == b.replica.summary().digest)
    }

    @Test("A device whose life another one ended isn't told that its store was copied")
    func ended() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        try a.perform(RowKey.widget(1).insert("ahead"))
        try b.takeAll(from: a)
        try b.replica.close(a.replica.position.origin, after: 1, now: b.now)
        _ = try a.replica.reconcile(with: b.replica.summary(), now: a.now)
        #expect(a.replica.changes.reincarnation == .ended)
        #expect(a.name(.widget(1)) == "ahead")
    }

    @Test("What came before the held transaction comes again may depend on it, and isn't taken")
    func causeFirst() throws {
        var (a, b, c) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
        let right = b.now
        try a.takeAll(from: c)
        var link = TestLink(&a, &b)
        try link.deliver(&a, &b)
        var there = link.there
        try a.perform(RowKey.widget(1).insert("cause"))
        try c.takeAll(from: a)
        try c.perform(RowKey.widget(1).rename("effect"))
        try a.takeAll(from: c)
        let log = try a.replica.storage.log(after: .start, limit: 100).map(\.transaction).filter { $0.sequence == 2 }
        #expect(log.map(\.origin) == [a.replica.position.origin, c.replica.position.origin])
        // A clock that is behind holds the cause; set right, it asks for it, and meanwhile comes what was sent before.
        b.now = right + .hours(-1)
        _ = try there.receive(.transactions([log[0]]), &b.replica, SessionTime(wall: b.now, uptime: 1_000))
        #expect(there.lag(b.replica).heldUntil != nil)
        b.now = right
        _ = try there.tick(&b.replica, SessionTime(wall: b.now, uptime: 2_000))
        #expect(there.lag(b.replica).heldUntil == nil)
        _ = try there.receive(.transactions([log[1]]), &b.replica, SessionTime(wall: b.now, uptime: 3_000))
        #expect(b.replica.position.origins.state(of: c.replica.position.origin)?.sequence == 1)
        _ = try there.receive(.transactions(log), &b.replica, SessionTime(wall: b.now, uptime: 4_000))
        #expect(b.name(.widget(1)) == "effect")
    }

    @Test("Where this clock is set between a question and its answer, the other one's is taken as it was told")
    func setMeanwhile() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        var link = TestLink(&a, &b)
        try link.deliver(&a, &b)
        var here = link.here
        let asked = a.now
        // A second there and a second back; then three years back, and an hour on.
        let answers: [(seconds: Int64, offset: Int64)] = [(2, 1), (-94_608_000, 94_608_002), (3_600, -3_598)]
        for (seconds, offset) in answers {
            let time = SessionTime(wall: asked + .seconds(seconds), uptime: 1_000)
            _ = try here.receive(.pong(sentAt: asked, now: asked + .seconds(2)), &a.replica, time)
            #expect(here.clockOffset == .seconds(offset))
        }
    }

    @Test("What a snapshot brought from the future, and is adopted, doesn't set the clock of a device that starts again")
    func adoptedFromTheFuture() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        a.now = b.now + .hours(87_600)
        try a.perform(RowKey.widget(1).insert("ten years"))
        let vector = Array(a.replica.position.origins.all)
        var place = SnapshotPlace.start
        while place.section != .end {
            let page = try a.replica.snapshotPage(at: place, vector: vector)
            try b.replica.merge(page)
            place = page.next
        }
        try b.replica.takeOver(vector, now: b.now)
        try b.replica.close(a.replica.position.origin, after: 1, now: b.now)
        try b.replica.finish()
        #expect(b.name(.widget(1)) == "ten years")
        let reopened = try b.replica.storage.position()
        #expect(reopened.clock.last <= .init(date: b.now + ReplicationLimits.clockAhead))
    }
}
