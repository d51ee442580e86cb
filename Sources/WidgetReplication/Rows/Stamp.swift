/// An origin's number in one replica: 1 to 65,535. A mesh has some dozens of devices, and each takes a new origin a few times in its life. It never leaves
/// the replica: what travels names the origin.
public struct OriginNumber: Sendable, Hashable, Comparable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static func < (a: OriginNumber, b: OriginNumber) -> Bool { a.rawValue < b.rawValue }
}

/// Who wrote a field, and when.
public struct Stamp: Sendable, Hashable {
    public var clock: HybridLogicalClock.Reading
    public var origin: OriginNumber
    /// The transaction of that origin, from 1; 48 bits.
    public var sequence: Int64

    public init(clock: HybridLogicalClock.Reading, origin: OriginNumber, sequence: Int64) {
        self.clock = clock
        self.origin = origin
        self.sequence = sequence
    }
}
