import ReplicationTestSupport
import Testing
import WidgetCore
import WidgetReplication

@Suite("A device that is new")
struct NewDeviceTests {
    @Test("gets everything from one whose log was cut, though that one sends its log before it hears of that")
    func joiningALongLog() throws {
        var (old, new) = (try TestDevice(1), try TestDevice(2))
        for number in 1...2_500 { try old.perform(RowKey.widget(UInt64(number)).insert("w\(number)")) }
        try old.replica.collect(tail: 1_500)
        try old.replica.finish()
        var link = TestLink(&old, &new)
        try link.deliver(&old, &new)
        #expect(new.replica.summary().digest == old.replica.summary().digest)
        #expect(try new.replica.digest().tables == old.replica.digest().tables)
        #expect(new.name(.widget(1)) == "w1" && new.name(.widget(2_500)) == "w2500")
    }

    @Test("says when the last page came: that the link is alive is no page")
    func lastPage() throws {
        var (old, new) = (try TestDevice(1), try TestDevice(2))
        for number in 1...30 { try old.perform(RowKey.widget(UInt64(number)).insert("w\(number)")) }
        try old.replica.collect(tail: 10)
        try old.replica.finish()
        func messages(_ effects: [SessionEffect]) -> [PeerMessage] { effects.compactMap { if case .send(let message) = $0 { message } else { nil } } }
        func time(_ uptime: Int64) -> SessionTime { SessionTime(wall: new.now, uptime: uptime) }
        var (asking, giving) = (PeerSession(peer: old.id, version: "1", time: time(0)), PeerSession(peer: new.id, version: "1", time: time(0)))
        var (toGiving, toAsking) = (messages(asking.open(&new.replica, time(0))), messages(giving.open(&old.replica, time(0))))
        #expect(asking.snapshotAt == nil)
        // Everything but the pages arrives, at 1 s.
        var pages: [PeerMessage] = []
        while !toGiving.isEmpty || !toAsking.isEmpty {
            let (forGiving, forAsking) = (toGiving, toAsking)
            (toGiving, toAsking) = ([], [])
            for message in forGiving { toAsking += messages(try giving.receive(message, &old.replica, time(1_000))) }
            for message in forAsking {
                if case .snapshot = message { pages.append(message) } else { toGiving += messages(try asking.receive(message, &new.replica, time(1_000))) }
            }
        }
        #expect(pages.count > 1 && asking.snapshotAt == 1_000)
        _ = try asking.receive(pages.removeFirst(), &new.replica, time(2_000))
        #expect(asking.snapshotAt == 2_000)
        _ = try asking.receive(.ping(sentAt: new.now), &new.replica, time(3_000))
        #expect(asking.snapshotAt == 2_000)
        for page in pages { _ = try asking.receive(page, &new.replica, time(4_000)) }
        #expect(asking.snapshotAt == nil && new.name(.widget(30)) == "w30")
    }
}
