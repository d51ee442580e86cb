import Glibc
import ReplicationTestSupport
import WidgetAPI
import WidgetCore

/// What an honest device says.
enum Seeds {
    static func hello(_ replica: Replica<MemoryReplica>) -> PeerMessage {
        .hello(
            .init(
                protocols: PeerSession.protocols, schema: SharedSchema.current.version, version: "1", origin: replica.position.origin, now: World.now,
                summary: replica.summary().digest))
    }

    static func write(to directory: String) throws {
        let liar = try World.replica(World.liar)
        let origin = liar.position.origin
        let key = OwnedKey(device: World.liar, set: OwnedSet.presence.rawValue)
        var vector = liar.summary().origins
        for index in vector.indices { vector[index].floor = vector[index].sequence }
        var snapshot: [PeerMessage] = []
        var place = SnapshotPlace.start
        while place.section != .end {
            let page = try liar.snapshotPage(at: place, vector: vector)
            snapshot.append(.snapshot(page, vector: place == .start ? vector : []))
            place = page.next
        }
        let log = try liar.storage.log(after: .start, limit: 100).map(\.transaction)
        let clock = log.last?.clock ?? .init(date: World.now)
        let owned = try liar.update(key, base: nil, after: nil).map { [PeerMessage.owned($0)] } ?? []
        let conversations: [String: (Stage, [PeerMessage])] = [
            "greeting": (.stranger, [hello(liar), .summary(liar.summary())]),
            "batch": (.met, [.transactions(log), .acknowledge(liar.summary().origins)] + owned),
            "snapshot": (.wanting, snapshot),
            "asking": (.met, [.snapshotWanted(.start, vector: []), .ownedWanted(key), .hashesWanted(origin, [1, 2, 3]), .credit(10)]),
            "fork": (
                .met, [.hashes(origin, [1: ChainHash(rawValue: 1), 2: ChainHash(rawValue: 2)]), .held(.init(origin: origin, sequence: 2, clock: clock))]
            ),
            "talk": (
                .met,
                [
                    .ping(sentAt: World.now), .pong(sentAt: World.now, now: World.now), .request(id: 1, method: "contents", payload: [1]),
                    .response(id: 1, PeerResponse([1])), .digest(summary: liar.summary().digest, RollingDigest()), .bye("so"),
                ]
            ),
        ]
        for (name, (stage, messages)) in conversations {
            let bytes = [stage.rawValue] + Pieces.join(try messages.map { try $0.encoded() })
            guard let file = fopen("\(directory)/\(name)", "w") else { throw WidgetError(.internal, "\(directory)/\(name) can't be written") }
            defer { fclose(file) }
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw WidgetError(.internal, "\(directory)/\(name) can't be written") }
        }
    }
}
