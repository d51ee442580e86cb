import CFuzzer
import ReplicationTestSupport
import WidgetAPI
import WidgetCore
import WidgetReplication

/// A device with a session to one that lies.
struct Victim {
    /// A session answers a message with what it has to say, which is bounded by what it holds, and not by how often it is asked.
    private static let answers = 64
    /// Bytes that an input of 4 KiB may leave behind: a row costs its dictionaries some hundred bytes beside its own.
    private static let keeps = 4 << 20

    private var replica: Replica<MemoryReplica>
    private var session: PeerSession
    private let isSealing: Bool
    private(set) var refusals: [ReplicationFault] = []

    init(_ opening: Opening) throws {
        isSealing = opening.isSealing
        replica = try World.replica(World.victim)
        // It knows a third device, and the liar's membership.
        for device in [World.liar, World.third] {
            let other = try World.replica(device)
            _ = try replica.apply(try other.storage.log(after: .start, limit: 3).map(\.transaction), from: device, now: World.now)
            try replica.finish()
        }
        _ = try replica.digest()
        session = PeerSession(peer: World.liar, version: "1", time: World.time)
        _ = session.open(&replica, World.time)
        guard opening.stage != .stranger else { return }
        let liar = try World.replica(World.liar)
        try take(Seeds.hello(liar))
        var summary = liar.summary()
        if opening.stage == .wanting { for index in summary.origins.indices { summary.origins[index].floor = summary.origins[index].sequence } }
        try take(.summary(summary))
    }

    mutating func hear(_ messages: [[UInt8]]) throws {
        let before = Self.bytesInUse
        for bytes in messages {
            do throws(ReplicationFault) {
                let message = try PeerMessage(encoded: bytes)
                if let byHand = try PeerMessage.read(byHand: bytes) {
                    let proto = try ProtoPeerMessage(encoded: bytes)
                    let reference = try PeerMessage(proto)
                    precondition(byHand == reference, "SwiftProtobuf reads it otherwise: \(byHand)")
                }
                try take(isSealing ? sealed(message) : message)
            } catch let fault {
                precondition(!"\(fault)".isEmpty, "refused without a reason")
                refusals.append(fault)
            }
        }
        let kept = Self.bytesInUse - before
        precondition(kept <= Self.keeps, "\(kept) bytes are kept of an input of \(messages.reduce(0) { $0 + $1.count })")
        try check()
    }

    /// How far the liar's history is known.
    var known: Int64 { replica.position.origins.all.first { $0.origin.device == World.liar }?.sequence ?? 0 }

    private static var bytesInUse: Int {
        let heap = mallinfo2()
        return heap.uordblks + heap.hblkhd
    }

    private func sealed(_ message: PeerMessage) -> PeerMessage {
        guard case .transactions(var batch) = message else { return message }
        var heads: [Origin: ChainHash] = [:]
        for (index, transaction) in batch.enumerated() {
            let (origin, state) = (transaction.origin, replica.position.origins.state(of: transaction.origin))
            // A known transaction is skipped, and moves no head.
            guard transaction.sequence > state?.sequence ?? 0 else { continue }
            let head = heads[origin] ?? state?.top ?? .start
            let hash = head.next(origin, sequence: transaction.sequence, clock: transaction.clock, frame: transaction.frame)
            batch[index].hash = hash
            heads[origin] = hash
        }
        return .transactions(batch)
    }

    private mutating func take(_ message: PeerMessage) throws(ReplicationFault) {
        do {
            let effects = try session.receive(message, &replica, World.time)
            precondition(effects.count <= Self.answers, "one message made \(effects.count) effects")
            for case .send(let answer) in effects {
                let bytes = try answer.encoded()
                let again = try PeerMessage(encoded: bytes)
                precondition(again == answer, "an answer changes on its way: \(answer)")
            }
        } catch {
            preconditionFailure("a session threw: \(error)")
        }
    }

    private func check() throws {
        var position = replica.position
        position.digest = nil
        var (kept, anew) = (replica, Replica(replica.storage, position: position, random: { 0 }))
        let (sums, sumsAnew) = (try kept.digest(), try anew.digest())
        precondition(sums == sumsAnew, "the digest that is kept up isn't the one of what is there")
        for (key, version) in replica.position.owned {
            let sum = replica.storage.ownedRows[key]?.values.reduce(0) { $0 &+ $1.row.digest } ?? 0
            precondition(sum == version.digest, "the digest of an owned set isn't its rows'")
        }
        // The bytes that a store would read when it is opened again.
        let read = try replica.storage.position()
        precondition(read.own == replica.position.own && read.origins == replica.position.origins && read.owned == replica.position.owned, "not saved")
        precondition(replica.position.origins[replica.position.own].origin.device == World.victim, "the device has become another one")
    }
}
