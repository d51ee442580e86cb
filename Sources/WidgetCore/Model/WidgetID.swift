/// The id of a placed widget: a UUIDv7 (RFC 9562), so that ids sort by the time of placing and a snapshot of them loads fast. Never used again.
public struct WidgetID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The UUID's bytes, the first eight as a big-endian number.
    public let high: UInt64
    /// The last eight.
    public let low: UInt64

    /// A new id for `date`, with 74 random bits.
    public init(date: Timestamp, using random: inout some RandomNumberGenerator) {
        let time = UInt64(clamping: date.milliseconds) & 0xFFFF_FFFF_FFFF
        high = time << 16 | 0x7000 | random.next() & 0x0FFF
        low = 0x8000_0000_0000_0000 | random.next() & 0x3FFF_FFFF_FFFF_FFFF
    }

    /// The id of these two halves, as the store reads them: as they are.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The id that ``bytes`` gave; nil where there aren't 16.
    public init?(bytes: some Collection<UInt8>) {
        // Bytes in memory are read as two numbers, without looking at each.
        let found = bytes.withContiguousStorageIfAvailable { Self.halves(UnsafeRawBufferPointer($0)) } ?? Array(bytes).withUnsafeBytes { Self.halves($0) }
        guard let found else { return nil }
        (high, low) = found
    }

    private static func halves(_ bytes: UnsafeRawBufferPointer) -> (UInt64, UInt64)? {
        guard bytes.count == 16 else { return nil }
        func half(_ offset: Int) -> UInt64 { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
        return (half(0), half(8))
    }

    /// The id of its canonical form: 36 characters, hexadecimal in either case, hyphens after 8, 13, 18 and 23; nil for any other.
    public init?(_ string: String) {
        var halves: (UInt64, UInt64) = (0, 0)
        var position = 0
        // Every call that names a widget passes here: no array, no allocation.
        for character in string.utf8 {
            switch position {
            case 8, 13, 18, 23:
                guard character == UInt8(ascii: "-") else { return nil }
            case 36...:
                return nil
            default:
                guard let digit = Self.digit(character) else { return nil }
                if position < 18 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
            }
            position += 1
        }
        guard position == 36 else { return nil }
        (high, low) = halves
    }

    private static func digit(_ character: UInt8) -> UInt64? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(character - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(character - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// 16 bytes.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// The canonical form, lower case, 36 characters.
    public var description: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    public static func < (a: WidgetID, b: WidgetID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
