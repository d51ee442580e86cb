internal import WidgetCore

/// Who wrote a field, and when.
struct Stamp: Equatable {
    var clock: HybridLogicalClock.Reading
    /// The origin's number in this store: 1 to 65,535. A mesh has some dozens of devices, and each takes a new origin a few times in its life.
    var origin: UInt16
    /// The transaction of that origin; 48 bits.
    var sequence: Int64
}

/// The stamps of a row's fields, packed into the row: 16 bytes a field (clock 8, origin 2, sequence 6, big-endian). A clock row per field would cost two
/// thirds of the speed.
struct PackedClocks: Equatable {
    static let stampBytes = 16

    private(set) var bytes: [UInt8]

    /// Every one of `fields` fields with the same stamp.
    init(repeating stamp: Stamp, fields: Int) {
        bytes = Array(repeating: 0, count: fields * Self.stampBytes)
        for field in 0..<fields { set(field, stamp) }
    }

    /// As stored. A row written by an older schema has fewer stamps than there are fields; a field without one has its default.
    init(bytes: [UInt8]) { self.bytes = bytes }

    var count: Int { bytes.count / Self.stampBytes }

    /// The stamp of the field with this index; nil: never written.
    subscript(field: Int) -> Stamp? {
        guard field < count else { return nil }
        let start = field * Self.stampBytes
        func number(_ range: Range<Int>) -> UInt64 { range.reduce(0) { $0 << 8 | UInt64(bytes[start + $1]) } }
        return Stamp(clock: .init(rawValue: number(0..<8)), origin: UInt16(truncatingIfNeeded: number(8..<10)), sequence: Int64(number(10..<16)))
    }

    /// Fields between the last stamp and this one keep none: all zeros.
    mutating func set(_ field: Int, _ stamp: Stamp) {
        let start = field * Self.stampBytes
        if bytes.count < start + Self.stampBytes { bytes += Array(repeating: 0, count: start + Self.stampBytes - bytes.count) }
        withUnsafeBytes(of: (stamp.clock.rawValue.bigEndian, (UInt64(stamp.origin) << 48 | UInt64(stamp.sequence) & 0xFFFF_FFFF_FFFF).bigEndian)) {
            for offset in 0..<Self.stampBytes { bytes[start + offset] = $0[offset] }
        }
    }
}
