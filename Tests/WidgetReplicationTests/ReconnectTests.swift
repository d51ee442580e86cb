import Testing
import WidgetCore
import WidgetReplication

@Suite("A link that comes back")
struct ReconnectTests {
    @Test("Where nothing is new one message goes each way, however many devices there are, and the link is live")
    func oneExchange() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        for number in 3...22 {
            var other = try TestDevice(UInt8(number))
            try other.perform(RowKey.widget(UInt64(number)).insert("of \(number)"))
            try a.takeAll(from: other)
        }
        try a.takeAll(from: b)
        try b.takeAll(from: a)
        let time = SessionTime(wall: a.now, uptime: 0)
        var (here, there) = (PeerSession(peer: b.id, version: "1", time: time), PeerSession(peer: a.id, version: "1", time: time))
        let (fromA, fromB) = (here.open(&a.replica, time), there.open(&b.replica, time))
        guard case .send(let helloA)? = fromA.first, case .send(let helloB)? = fromB.first else { throw WidgetError(.internal, "nothing was said") }
        #expect(fromA.count == 1 && fromB.count == 1)
        #expect(try here.receive(helloB, &a.replica, time) == [.note(.live)])
        #expect(try there.receive(helloA, &b.replica, time) == [.note(.live)])
    }
}
