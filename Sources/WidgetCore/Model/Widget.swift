/// A placed widget and its configuration: a shared row, edited anywhere, last writer wins per field.
public struct Widget: Sendable, Hashable {
    public var id: WidgetID
    /// The id of its kind.
    public var kind: String
    public var family: WidgetFamily
    /// A name of the user's own; empty: the kind's display name. At most ``Limits/widgetNameBytes``.
    public var name: String
    /// The parameters that were set; those that are left out have their defaults.
    public var parameters: Parameters
    public var placedAt: Timestamp
    /// Where on the board.
    public var position: WidgetPosition

    public init(
        id: WidgetID, kind: String, family: WidgetFamily, name: String = "", parameters: Parameters = [:], placedAt: Timestamp,
        position: WidgetPosition = .initial
    ) {
        self.id = id
        self.kind = kind
        self.family = family
        self.name = name
        self.parameters = parameters
        self.placedAt = placedAt
        self.position = position
    }
}

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

extension Widget {
    /// The name if a widget can have it: one line that fits in a title bar. Spaces around it are dropped; empty is the kind's display name.
    /// - Throws: INVALID_ARGUMENT if it is longer than ``Limits/widgetNameBytes``, or has control characters, line breaks or characters that turn the writing
    /// direction.
    public static func validated(name: String) throws(WidgetError) -> String {
        var trimmed = name[...]
        while trimmed.first == " " { trimmed.removeFirst() }
        while trimmed.last == " " { trimmed.removeLast() }
        let result = String(trimmed)
        try result.checkBytes(atMost: Limits.widgetNameBytes, field: "name")
        if let scalar = result.unicodeScalars.first(where: \.isUnsafeInLine) {
            throw .invalid("name", "the character U+\(String(scalar.value, radix: 16, uppercase: true)) can't be shown in one line; remove it")
        }
        return result
    }

    /// The id of a kind, as it may be stored although nobody gives it.
    /// - Throws: INVALID_ARGUMENT for another form.
    public static func validated(kind: String) throws(WidgetError) -> String {
        guard Identifier.isKind(kind) else { throw .invalid("kind", "'\(kind.cut(toBytes: Limits.identifierBytes))' isn't \(Identifier.kindForm)") }
        return kind
    }
}
