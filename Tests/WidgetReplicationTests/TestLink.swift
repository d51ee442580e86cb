import WidgetCore
import WidgetReplication

/// A link between two devices: their sessions, and what is on its way. The devices stay with the test, which edits their rows and sets their clocks meanwhile.
struct TestLink {
    private(set) var here: PeerSession
    private(set) var there: PeerSession
    private var toHere: [PeerMessage] = []
    private var toThere: [PeerMessage] = []
    private var uptime: Int64 = 0
    /// The states of both devices of which the sessions know.
    private var known: [UInt64?] = [nil, nil]

    init(_ a: inout TestDevice, _ b: inout TestDevice, sentPerStep: Int = ReplicationLimits.sentPerStep) {
        here = PeerSession(peer: b.id, version: "1", sentPerStep: sentPerStep, time: SessionTime(wall: a.now, uptime: 0))
        there = PeerSession(peer: a.id, version: "1", sentPerStep: sentPerStep, time: SessionTime(wall: b.now, uptime: 0))
        toThere = Self.messages(here.open(&a.replica, time(a)))
        toHere = Self.messages(there.open(&b.replica, time(b)))
    }

    /// Delivers what is on its way, and what follows from it, until nothing is.
    /// - Parameter see: sees what is delivered, on both sides.
    mutating func deliver(_ a: inout TestDevice, _ b: inout TestDevice, see: (PeerMessage) -> Void = { _ in }) throws {
        while !toHere.isEmpty || !toThere.isEmpty {
            let (forHere, forThere) = (toHere, toThere)
            (toHere, toThere) = ([], [])
            (forThere + forHere).forEach(see)
            for message in forThere { toHere += Self.messages(try there.receive(message, &b.replica, time(b))) }
            for message in forHere { toThere += Self.messages(try here.receive(message, &a.replica, time(a))) }
            try passOn(&a, &b)
        }
    }

    /// Lets time pass for both, with what they do in it.
    /// - Parameter interval: in milliseconds, `times` times.
    mutating func wait(
        _ interval: Int64, times: Int = 1, _ a: inout TestDevice, _ b: inout TestDevice, see: (PeerMessage) -> Void = { _ in }
    ) throws {
        for _ in 0..<times {
            uptime += interval
            toThere += Self.messages(try here.tick(&a.replica, time(a)))
            toHere += Self.messages(try there.tick(&b.replica, time(b)))
            try passOn(&a, &b)
            try deliver(&a, &b, see: see)
        }
    }

    /// Tells both sessions with whom their devices are linked.
    mutating func setLinks(here links: Set<DeviceID>, there others: Set<DeviceID>) {
        here.setLinks(links)
        there.setLinks(others)
    }

    /// Gives `here` a message that the session at the other end would never send.
    mutating func forge(_ message: PeerMessage, _ a: inout TestDevice) throws { toThere += Self.messages(try here.receive(message, &a.replica, time(a))) }

    private mutating func passOn(_ a: inout TestDevice, _ b: inout TestDevice) throws {
        let states: [UInt64?] = [a.replica.position.summaryDigest, b.replica.position.summaryDigest]
        defer { known = states }
        // While a step is cut short, there is more to send.
        if states[0] != known[0] || here.mayHaveMoreToSend { toThere += Self.messages(try here.changed(&a.replica, time(a))) }
        if states[1] != known[1] || there.mayHaveMoreToSend { toHere += Self.messages(try there.changed(&b.replica, time(b))) }
    }

    private func time(_ device: TestDevice) -> SessionTime { SessionTime(wall: device.now, uptime: uptime) }

    private static func messages(_ effects: [SessionEffect]) -> [PeerMessage] {
        effects.compactMap { if case .send(let message) = $0 { message } else { nil } }
    }
}
