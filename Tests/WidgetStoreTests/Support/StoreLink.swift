import WidgetCore
import WidgetReplication

@testable import WidgetStore

/// A link between two stores: a session at each end, and time that passes as the test says.
final class StoreLink {
    private let stores: [WidgetStore]
    private var sessions: [PeerSession]
    /// The messages that are on their way to each of the two.
    private var mail: [[PeerMessage]] = [[], []]
    private var uptime: Int64 = 0
    private let wall: Timestamp
    private(set) var notes: [SessionNote] = []

    init(_ a: WidgetStore, _ b: WidgetStore, at date: Timestamp) async throws {
        stores = [a, b]
        wall = date
        let time = SessionTime(wall: date, uptime: 0)
        sessions = [PeerSession(peer: b.device, version: "1", time: time), PeerSession(peer: a.device, version: "1", time: time)]
        for end in 0...1 { try await step(end) { $0.open(&$1, $2) } }
        try await deliver()
    }

    /// Lets seconds pass, one after another, with what both do in each.
    func wait(seconds: Int) async throws {
        for _ in 0..<seconds {
            uptime += 1_000
            for end in 0...1 { try await step(end) { try $0.tick(&$1, $2) } }
            try await deliver()
        }
    }

    private func deliver() async throws {
        while mail.contains(where: { !$0.isEmpty }) {
            for end in 0...1 {
                let messages = mail[end]
                mail[end] = []
                for message in messages { try await step(end) { try $0.receive(message, &$1, $2) } }
                try await step(end) { try $0.changed(&$1, $2) }
            }
        }
    }

    private func step(
        _ end: Int, _ body: @escaping @Sendable (inout PeerSession, inout Replica<SQLiteReplica>, SessionTime) throws -> [SessionEffect]
    ) async throws {
        let (before, time) = (sessions[end], SessionTime(wall: wall, uptime: uptime))
        let (session, effects) = try await stores[end].replicate { replica in
            var session = before
            let effects = try body(&session, &replica, time)
            return (session, effects)
        }.0
        sessions[end] = session
        for effect in effects {
            switch effect {
            case .send(let message): mail[1 - end].append(message)
            case .note(let note): notes.append(note)
            case .perform, .answered, .close: break
            }
        }
    }
}
