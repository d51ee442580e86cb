/// An origin's number in one replica: 1 to 65,535. A mesh has some dozens of devices, and each has a few origins. The number never leaves the replica; messages
/// name the origin itself.
public struct OriginNumber: Sendable, Hashable, Comparable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static func < (a: OriginNumber, b: OriginNumber) -> Bool { a.rawValue < b.rawValue }
}

/// The writer of a field, and the time.
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

/// The stamps of a row, packed in 16 bytes each: clock 8, origin 2, sequence 6, big-endian. The first is the insert's, as column 0 (``StampedCell/birth``), and
/// the columns' follow in order. A database row for each field's clock would cost two thirds of the speed.
public struct FieldClocks: Sendable, Hashable {
    public static let stampBytes = 16

    public private(set) var bytes: [UInt8]

    public init() { bytes = [] }

    /// Stamps as they are stored. A row written by an older schema has fewer stamps than there are columns. A field without a stamp was never written, and has
    /// its default.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// The number of stamps, with the insert's: columns are 0 to `count` - 1.
    public var count: Int { bytes.count / Self.stampBytes }

    /// The stamp of a column, counted from 1, or of the insert with 0. Nil where the column was never written.
    public subscript(column: Int) -> Stamp? {
        get {
            guard column >= 0, column < count else { return nil }
            return bytes.withUnsafeBytes { bytes in
                let start = column * Self.stampBytes
                let writer = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
                guard writer != 0 else { return nil }
                let clock = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
                return Stamp(
                    clock: .init(rawValue: clock), origin: OriginNumber(rawValue: UInt16(truncatingIfNeeded: writer >> 48)),
                    sequence: Int64(writer & 0xFFFF_FFFF_FFFF))
            }
        }
        set {
            precondition(column >= 0, "columns count from 1, and 0 is the insert's")
            let start = column * Self.stampBytes
            if bytes.count < start + Self.stampBytes { bytes += repeatElement(0, count: start + Self.stampBytes - bytes.count) }
            let clock = newValue?.clock.rawValue ?? 0
            let writer = newValue.map { UInt64($0.origin.rawValue) << 48 | UInt64($0.sequence) & 0xFFFF_FFFF_FFFF } ?? 0
            bytes.withUnsafeMutableBytes {
                $0.storeBytes(of: clock.bigEndian, toByteOffset: start, as: UInt64.self)
                $0.storeBytes(of: writer.bigEndian, toByteOffset: start + 8, as: UInt64.self)
            }
        }
    }
}
