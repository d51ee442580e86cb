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

    /// Characters of the canonical form.
    public static let textLength = 36

    /// The id of its canonical form: 36 characters, hexadecimal in either case, hyphens after 8, 13, 18 and 23; nil for any other.
    public init?(_ string: String) {
        var string = string
        guard let id = string.withUTF8({ Self(utf8: UnsafeRawBufferPointer($0)) }) else { return nil }
        self = id
    }

    /// The id whose canonical form these bytes are; nil for any other. Every call that names a widget passes here: no array, no allocation.
    public init?(utf8 text: UnsafeRawBufferPointer) {
        let hyphen = UInt8(ascii: "-")
        guard text.count == Self.textLength, text[8] == hyphen, text[13] == hyphen, text[18] == hyphen, text[23] == hyphen else { return nil }
        var areDigits = true
        func number(_ range: Range<Int>, _ before: UInt64) -> UInt64 {
            var number = before
            for position in range {
                let character = text[position]
                let isLetter = (character | 0x20) &- UInt8(ascii: "a") < 6
                areDigits = areDigits && (isLetter || character &- UInt8(ascii: "0") < 10)
                number = number << 4 | UInt64(character & 15 &+ (isLetter ? 9 : 0))
            }
            return number
        }
        high = number(14..<18, number(9..<13, number(0..<8, 0)))
        low = number(24..<36, number(19..<23, 0))
        guard areDigits else { return nil }
    }

    /// 16 bytes.
    public var bytes: [UInt8] {
        withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Array($0) }
    }

    /// The canonical form, lower case, 36 characters.
    public var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { text in
            var position = 0
            for half in [high, low] {
                for shift in stride(from: UInt64(60), through: 0, by: -4) {
                    if position == 8 || position == 13 || position == 18 || position == 23 {
                        text[position] = UInt8(ascii: "-")
                        position += 1
                    }
                    let digit = UInt8(truncatingIfNeeded: half >> shift & 15)
                    text[position] = digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
                    position += 1
                }
            }
            return Self.textLength
        }
    }

    public static func < (a: WidgetID, b: WidgetID) -> Bool { (a.high, a.low) < (b.high, b.low) }
}
