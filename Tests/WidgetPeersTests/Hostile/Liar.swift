import Logging
import NIOCore
import ReplicationTestSupport
import TTRPC
import WidgetCore

@testable import WidgetPeers
@testable import WidgetReplication

/// A paired device that says what it likes over a real link.
final class Liar {
    let id: DeviceID
    /// The rows that an honest device in its place would have: its own alone.
    private(set) var replica: Replica<MemoryReplica>
    private let link: PeerLink
    private let stream: ClientStream
    private var heard: ClientStream.AsyncIterator
    private var codec = MessageCodec()

    /// Dials; hasn't said anything.
    init(_ identity: DeviceIdentity, to victim: MeshNode) async throws {
        var logger = Logger(label: "liar")
        logger.logLevel = .critical
        let endpoint = try PeerEndpoint(identity: identity, trust: TrustPolicy { _ in .member }, limits: PeerLimits(), group: PeerNode.group, logger: logger)
        id = identity.id
        replica = try Replica.create(in: MemoryReplica(), device: id, now: MeshNode.now, random: { 2 })
        try replica.perform(.membership(id), now: MeshNode.now)
        try replica.finish()
        link = try await PeerDialer(endpoint: endpoint).connect(to: victim.address, expecting: victim.identity.id)
        stream = try await link.client().stream(service: "widgetd.v1.Peer", method: "Sync", sendsMore: true)
        heard = stream.makeAsyncIterator()
    }

    var origin: Origin { replica.position.origin }

    func say(_ message: PeerMessage) throws { stream.post(try codec.encode(message)) }
    /// A page of a snapshot that nobody asked for.
    func say(page rows: [[StampedCell]]) throws {
        var page = SnapshotPage(next: .start)
        page.rows = rows.enumerated().map { .init(row: RowKey(table: SharedSchema.widget, id: RowID(high: 1, low: UInt64($0))), cells: $1) }
        try say(.snapshot(page, vector: []))
    }
    func say(bytes: [UInt8]) { stream.post(bytes) }

    /// The next message; nil: the stream or the link has ended.
    func next() async -> PeerMessage? {
        guard let bytes = try? await heard.next() else { return nil }
        return try? codec.decode(Array(bytes.readableBytesView))
    }

    var hello: PeerMessage.Hello {
        .init(
            protocols: PeerSession.protocols, schema: SharedSchema.current.version, version: "1", origin: origin, now: MeshNode.now,
            summary: replica.summary().digest)
    }

    /// Says hello and where it stands, as an honest device does, and sends its own row.
    func meet() async throws {
        try say(.hello(hello))
        try say(.summary(replica.summary()))
        try say(.transactions(try log()))
        while let message = await next() { if case .summary = message { return } }
        throw WidgetError(.unavailable, "the victim didn't say where it stands")
    }

    func log() throws -> [LoggedTransaction] { try replica.storage.log(after: .start, limit: 100).map(\.transaction) }

    /// Transactions that follow the last honest one, with hashes that are right.
    func transactions(
        _ contents: [[RowOperation]], from sequence: Int64 = 2, of origin: Origin? = nil, after hash: ChainHash? = nil, at date: Timestamp = MeshNode.now
    ) throws -> [LoggedTransaction] {
        try frames(contents.map(FrameWriter.frame), from: sequence, of: origin, after: hash, at: date)
    }

    func frames(
        _ frames: [[UInt8]], from sequence: Int64 = 2, of origin: Origin? = nil, after hash: ChainHash? = nil, at date: Timestamp = MeshNode.now
    ) throws -> [LoggedTransaction] {
        let origin = origin ?? self.origin
        var hash = try hash ?? log().last?.hash ?? .start
        let clock = HybridLogicalClock.Reading(date: date)
        return frames.enumerated().map { offset, frame in
            let number = sequence + Int64(offset)
            hash = hash.next(origin, sequence: number, clock: clock, frame: frame)
            return LoggedTransaction(origin: origin, sequence: number, clock: clock, hash: hash, frame: frame)
        }
    }

    /// Waits until the victim ends the session; says that it knows no hashes where it is asked for some.
    /// - Returns: the reason that the victim gave; nil: the link ended without one.
    func reasonOfEnd() async throws -> String? {
        while let message = await next() {
            switch message {
            case .bye(let reason): return reason
            case .hashesWanted(let origin, _): try say(.hashes(origin, [:]))
            default: break
            }
        }
        return nil
    }

    /// Waits until the victim has taken in everything that was said.
    func waitUntilHeard() async throws {
        let mark = Timestamp(milliseconds: 77)
        try say(.ping(sentAt: mark))
        while let message = await next() { if case .pong(mark, _) = message { return } }
        throw WidgetError(.unavailable, "the victim ended the session")
    }

    /// Reads no more of what comes over the link.
    func stopReading() async throws { try await link.channel.setOption(.autoRead, value: false).get() }

    func close() { link.close() }
}
