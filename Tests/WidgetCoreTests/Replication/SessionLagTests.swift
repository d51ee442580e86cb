import Testing
import WidgetCore

@Suite("How far two devices are apart, as each of them says")
struct SessionLagTests {
    @Test("What the other one holds, since it is from the future there, isn't said to have arrived")
    func heldThere() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        a.now = a.now + .hours(1)
        var uptime: Int64 = 0
        func time(_ device: TestDevice) -> SessionTime { SessionTime(wall: device.now, uptime: uptime) }
        func messages(_ effects: [SessionEffect]) -> [PeerMessage] { effects.compactMap { if case .send(let message) = $0 { message } else { nil } } }
        var (here, there) = (PeerSession(peer: b.id, version: "1", time: time(a)), PeerSession(peer: a.id, version: "1", time: time(b)))
        var (toB, toA) = (messages(here.open(&a.replica, time(a))), messages(there.open(&b.replica, time(b))))
        // Until both have acknowledged what they took.
        func talk() throws {
            for _ in 0..<4 {
                uptime += ReplicationLimits.acknowledgeInterval.count
                toB += messages(try here.tick(&a.replica, time(a))) + messages(try here.changed(&a.replica, time(a)))
                toA += messages(try there.tick(&b.replica, time(b)))
                while !toB.isEmpty || !toA.isEmpty {
                    let (forB, forA) = (toB, toA)
                    (toB, toA) = ([], [])
                    for message in forB { toA += messages(try there.receive(message, &b.replica, time(b))) }
                    for message in forA { toB += messages(try here.receive(message, &a.replica, time(a))) }
                    toB += messages(try here.changed(&a.replica, time(a)))
                    toA += messages(try there.changed(&b.replica, time(b)))
                }
            }
        }
        try talk()
        #expect(here.lag(a.replica).ahead == 0 && !here.lag(a.replica).isHeldThere)
        for number in 1...3 { try a.perform(RowKey.widget(UInt64(number)).insert("of a")) }
        try talk()
        #expect(here.lag(a.replica).ahead == 3 && here.lag(a.replica).isHeldThere)
        // Its time has come.
        b.now = a.now
        try talk()
        #expect(here.lag(a.replica).ahead == 0 && !here.lag(a.replica).isHeldThere)
    }
}
