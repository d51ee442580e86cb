import Glibc
import ReplicationTestSupport
import WidgetAPI
import WidgetCore
import WidgetReplication

/// The messages of an honest device.
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
        let last = log.last?.sequence ?? 0
        let clock = log.last?.clock ?? .init(date: World.now)
        // A set, then what changes of it: a row that is replaced, one that comes and goes.
        var later = liar
        try later.setOwned(.presence, [], [3])
        try later.setOwned(.presence, [1], [4])
        try later.finish()
        var latest = later
        try latest.setOwned(.presence, [1], nil)
        try latest.finish()
        let owned = [
            try liar.update(key, base: nil, after: nil), try later.update(key, base: liar.position.owned[key], after: nil),
            try latest.update(key, base: later.position.owned[key], after: nil),
        ].compactMap { $0.map(PeerMessage.owned) }
        let batch: [PeerMessage] = [.transactions(log), .acknowledge(Acknowledgement(origins: liar.summary().origins))] + owned
        let conversations: [String: (Opening, [PeerMessage])] = [
            "greeting": (.init(.stranger), [hello(liar), .summary(liar.summary())]),
            "batch": (.init(.met), batch),
            "sealed": (.init(.met, isSealing: true), batch),
            "snapshot": (.init(.wanting), snapshot),
            "asking": (.init(.met), [.snapshotWanted(.start, vector: []), .ownedWanted(key), .hashesWanted(origin, [1, 2, 3]), .credit(10)]),
            "fork": (
                .init(.met),
                [.hashes(origin, [1: ChainHash(rawValue: 1), 2: ChainHash(rawValue: 2)]), .held(.init(origin: origin, sequence: 2, clock: clock))]
            ),
            "talk": (
                .init(.met),
                [
                    .ping(sentAt: World.now), .pong(sentAt: World.now, now: World.now), .request(id: 1, method: "contents", payload: [1]),
                    .response(id: 1, PeerResponse([1])), .digest(summary: liar.summary().digest, RollingDigest()), .bye("so"),
                ]
            ),
        ]
        for (name, (opening, messages)) in conversations {
            let pieces = try messages.map { try $0.encoded() }
            var victim = try Victim(opening)
            try victim.hear(pieces)
            precondition(victim.refusals.isEmpty, "\(name): an honest device is refused: \(victim.refusals)")
            if ["batch", "sealed", "snapshot"].contains(name) { precondition(victim.known == last, "\(name): an honest device's changes aren't taken") }
            let bytes = [opening.byte] + Pieces.join(pieces)
            guard let file = fopen("\(directory)/\(name)", "w") else { throw WidgetError(.internal, "\(directory)/\(name) can't be written") }
            defer { fclose(file) }
            guard fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw WidgetError(.internal, "\(directory)/\(name) can't be written") }
        }
    }
}
