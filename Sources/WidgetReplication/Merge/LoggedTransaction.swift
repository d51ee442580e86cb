internal import Crypto
internal import WidgetCore

/// One transaction of shared rows, as it is logged and sent. It is applied as a whole or not at all.
public struct LoggedTransaction: Sendable, Hashable {
    public var origin: Origin
    /// From 1, without gaps.
    public var sequence: Int64
    public var clock: HybridLogicalClock.Reading
    /// The transaction's chain hash, as its sender has it.
    public var hash: ChainHash
    /// The transaction's operations, encoded by their author. The bytes are passed on as they came.
    public var frame: [UInt8]

    public init(origin: Origin, sequence: Int64, clock: HybridLogicalClock.Reading, hash: ChainHash, frame: [UInt8]) {
        self.origin = origin
        self.sequence = sequence
        self.clock = clock
        self.hash = hash
        self.frame = frame
    }

    /// Decodes the transaction's operations.
    /// - Throws: ``ReplicationFault`` `.malformed`.
    public func operations() throws(ReplicationFault) -> [RowOperation] { try FrameReader.operations(frame) }

    /// The user whose call made the transaction, as the device that logged it knows the name. Nil: the daemon by itself, or an earlier version.
    public var user: String? { FrameReader.user(frame) }
}

/// The hash of a transaction and of all earlier ones of its origin, so that equal hashes mean equal histories. It has eight bytes, which are enough to find
/// mistakes and copied disks. It doesn't stop a member from lying.
public struct ChainHash: Sendable, Hashable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The hash before the first transaction.
    public static let start = ChainHash(rawValue: 0)

    /// The hash of the transaction that follows `self`.
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
