internal import Crypto

/// The hash of a transaction chained over its origin's earlier ones, so that equal hashes mean equal histories. Eight bytes: it tells mistakes and copies apart, it
/// doesn't keep a member with a key from lying.
public struct ChainHash: Sendable, Hashable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Before the first transaction.
    public static let start = ChainHash(rawValue: 0)

    /// The hash after `self` of a transaction.
    public func next(_ origin: Origin, sequence: Int64, clock: HybridLogicalClock.Reading, frame: [UInt8]) -> ChainHash {
        var hash = SHA256()
        let device = origin.device.bigEndianWords
        let head = (
            rawValue.bigEndian, device.0, device.1, device.2, device.3, origin.incarnation.rawValue.bigEndian, sequence.bigEndian, clock.rawValue.bigEndian
        )
        withUnsafeBytes(of: head) { hash.update(bufferPointer: $0) }
        frame.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return ChainHash(rawValue: hash.finalize().withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) })
    }
}
