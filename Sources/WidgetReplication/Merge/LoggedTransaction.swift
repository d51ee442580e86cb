internal import Crypto
internal import WidgetCore

/// One transaction of shared rows as it is logged and travels: applied whole or not at all.
public struct LoggedTransaction: Sendable, Hashable {
    public var origin: Origin
    /// From 1, without gaps.
    public var sequence: Int64
    public var clock: HybridLogicalClock.Reading
    /// Its chain hash, as its sender has it.
    public var hash: ChainHash
    /// Its operations, as their author wrote them: the bytes are passed on as they came.
    public var frame: [UInt8]

    public init(origin: Origin, sequence: Int64, clock: HybridLogicalClock.Reading, hash: ChainHash, frame: [UInt8]) {
        self.origin = origin
        self.sequence = sequence
        self.clock = clock
        self.hash = hash
        self.frame = frame
    }

    /// Its changes.
    /// - Throws: ``ReplicationFault`` `.malformed`.
    public func operations() throws(ReplicationFault) -> [RowOperation] { try FrameReader.operations(frame) }
}

/// The hash of a transaction chained over its origin's earlier ones, so that equal hashes mean equal histories. Eight bytes: it tells mistakes and copies
/// apart, and doesn't keep a member with a key from lying.
public struct ChainHash: Sendable, Hashable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Before the first transaction.
    public static let start = ChainHash(rawValue: 0)

    /// The hash after `self` of a transaction.
    public func next(_ origin: Origin, sequence: Int64, clock: HybridLogicalClock.Reading, frame: [UInt8]) -> ChainHash {
        let device = origin.device.bigEndianWords
        let head = (
            rawValue.bigEndian, device.0, device.1, device.2, device.3, origin.incarnation.rawValue.bigEndian, sequence.bigEndian, clock.rawValue.bigEndian
        )
        return withUnsafeBytes(of: head) { head in
            withUnsafeTemporaryAllocation(byteCount: head.count + frame.count, alignment: 8) { bytes in
                bytes.copyMemory(from: head)
                frame.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: bytes[head.count...]).copyMemory(from: $0) }
                var hash = SHA256()
                hash.update(bufferPointer: UnsafeRawBufferPointer(bytes))
                return ChainHash(rawValue: hash.finalize().withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) })
            }
        }
    }
}
