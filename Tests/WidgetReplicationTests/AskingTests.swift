import ReplicationTestSupport
import Testing
import WidgetCore

@testable import WidgetReplication

/// Requests and answers, which a session takes without the replica.
@Suite("What devices ask each other")
struct AskingTests {
    private let peer: DeviceID
    private let time: SessionTime
    /// Level with the peer's.
    private var session: PeerSession
    private var device: TestDevice

    init() throws {
        var (a, b) = (try TestDevice(1), try TestDevice(2))
        var link = TestLink(&a, &b)
        try link.deliver(&a, &b)
        session = link.here
        peer = b.id
        time = SessionTime(wall: a.now, uptime: 0)
        device = a
    }

    @Test("a request is to be performed, and its answer goes to who asked, once")
    mutating func asked() throws {
        guard case .perform(let id, let method, let payload)? = try session.receiveCall(.request(id: 7, method: "reload", payload: [1]), time).first else {
            Issue.record("it isn't performed")
            return
        }
        #expect(id == 7 && method == "reload" && payload == [1])
        let own = session.ask("reload", [2], time).id
        func isAnswered(_ effects: [SessionEffect]) -> Bool { effects.contains { if case .answered(own, _) = $0 { true } else { false } } }
        #expect(isAnswered(try session.receiveCall(.response(id: own, PeerResponse([3])), time)))
        #expect(!isAnswered(try session.receiveCall(.response(id: own, PeerResponse([3])), time)))
    }

    @Test("more than may be asked at once is refused by an answer")
    mutating func tooMany() throws {
        for id in 1...UInt64(ReplicationLimits.requestsAtOnce) { _ = try session.receiveCall(.request(id: id, method: "slow", payload: []), time) }
        let effects = try session.receiveCall(.request(id: 0, method: "slow", payload: []), time)
        #expect(effects.contains { if case .send(.response(0, let response)) = $0 { response.code == .resourceExhausted } else { false } })
    }

    @Test("another message, and one before hello, end the session")
    mutating func refused() throws {
        let request = PeerMessage.request(id: 1, method: "slow", payload: [])
        #expect(throws: ReplicationFault.malformed("two messages in one")) { try session.receiveCall(.ping(sentAt: time.wall), time) }
        var greeting = PeerSession(peer: peer, version: "1", time: time)
        #expect(throws: ReplicationFault.malformed("a message before hello")) { try greeting.receiveCall(request, time) }
    }

    @Test("so does one for which there is no credit: one may overdraw the window, the next may not")
    func withoutCredit() throws {
        var window = ReceiveWindow()
        try window.charge(ReplicationLimits.window - 1)
        try window.charge(2)
        #expect(throws: ReplicationFault.malformed("more was sent than there was credit for")) { try window.charge(1) }
        // A message that costs nothing may always be sent.
        try window.charge(0)
    }

    @Test("an ended session takes nothing")
    mutating func ended() throws {
        _ = session.end("over", time)
        #expect(try session.receiveCall(.request(id: 1, method: "slow", payload: []), time).isEmpty)
    }

    /// - Returns: what the session does `milliseconds` later.
    private mutating func tick(after milliseconds: Int64) throws -> [SessionEffect] {
        try session.tick(&device.replica, SessionTime(wall: time.wall, uptime: milliseconds))
    }

    private func pings(_ effects: [SessionEffect]) -> Int { effects.count { if case .send(.ping) = $0 { true } else { false } } }

    private func isClosed(_ effects: [SessionEffect]) -> Bool { effects.contains { if case .close(.silent) = $0 { true } else { false } } }

    @Test("a peer that somebody waits for is sent a ping after 5 s without a word, and is gone after 15", arguments: [false, true])
    mutating func silent(isPinged: Bool) throws {
        if isPinged { _ = session.pingIfIdle(time) } else { _ = session.ask("reload", [2], time) }
        #expect(session.nextProbe == ReplicationLimits.probeAfter.count)
        #expect(pings(try tick(after: 4_999)) == 0)
        for seconds: Int64 in [5, 10] {
            #expect(pings(try tick(after: seconds * 1_000)) == 1)
            #expect(pings(try tick(after: seconds * 1_000 + 4_999)) == 0)
        }
        #expect(isClosed(try tick(after: 15_000)))
    }

    @Test("whatever it says begins the wait anew, and its answer ends it")
    mutating func heard() throws {
        let id = session.ask("reload", [2], time).id
        #expect(pings(try tick(after: 5_000)) == 1)
        _ = try session.receive(.pong(sentAt: time.wall, now: time.wall), &device.replica, SessionTime(wall: time.wall, uptime: 9_000))
        #expect(session.nextProbe == 14_000)
        _ = try session.receiveCall(.response(id: id, PeerResponse([3])), SessionTime(wall: time.wall, uptime: 15_000))
        #expect(session.nextProbe == nil)
        #expect(pings(try tick(after: 40_000)) == 0)
    }

    @Test("who keeps looking doesn't keep a dead peer")
    mutating func poked() throws {
        for second: Int64 in 0..<15 {
            _ = session.pingIfIdle(SessionTime(wall: time.wall, uptime: second * 1_000))
            #expect(!isClosed(try tick(after: second * 1_000)))
        }
        #expect(isClosed(try tick(after: 15_000)))
    }

    @Test("bytes of a message that isn't whole yet are a word")
    mutating func slow() throws {
        _ = session.ask("reload", [2], time)
        #expect(pings(try tick(after: 5_000)) == 1)
        session.noteReceived(at: 14_000)
        #expect(!isClosed(try tick(after: 15_000)))
        #expect(pings(try tick(after: 29_000)) == 1)
    }

    @Test("a device that stood still asks before it takes the peer for gone")
    mutating func stoodStill() throws {
        _ = session.ask("reload", [2], time)
        let late = try tick(after: 20_000)
        #expect(!isClosed(late) && pings(late) == 1)
        #expect(session.nextProbe == 25_000)
        #expect(isClosed(try tick(after: 25_000)))
    }

    @Test("a request that was given up isn't waited for")
    mutating func givenUp() throws {
        _ = session.ask("reload", [2], time)
        for seconds: Int64 in [10, 20, 29] {
            _ = try session.receive(.pong(sentAt: time.wall, now: time.wall), &device.replica, SessionTime(wall: time.wall, uptime: seconds * 1_000))
        }
        #expect(!isClosed(try tick(after: 30_000)))
        #expect(session.nextProbe == nil)
        #expect(!isClosed(try tick(after: 60_000)))
    }
}
