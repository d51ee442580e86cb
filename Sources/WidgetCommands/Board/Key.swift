/// A key that the board knows.
enum Key: Equatable {
    case next
    case previous
    case up
    case down
    case pageUp
    case pageDown
    case enter
    /// 1 to 9.
    case digit(Int)
    case letter(Character)

    /// The keys of what a terminal sent in one read. Sequences that aren't known are passed over; a terminal sends each in one piece.
    static func decode(_ bytes: [UInt8]) -> [Key] {
        var keys: [Key] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B: if let key = escape(&rest) { keys.append(key) }
            case 0x09: keys.append(.next)
            case 0x0D, 0x0A, 0x20: keys.append(.enter)
            case 0x31...0x39: keys.append(.digit(Int(byte) - 0x30))
            case 0x61...0x7A, 0x41...0x5A, 0x3F: keys.append(.letter(Character(UnicodeScalar(byte))))
            default: continue
            }
        }
        return keys
    }

    /// What follows an escape: `[` or `O`, parameters, and a letter or tilde that ends it.
    private static func escape(_ rest: inout ArraySlice<UInt8>) -> Key? {
        guard let kind = rest.first, kind == 0x5B || kind == 0x4F else { return nil }
        rest.removeFirst()
        var parameters: [UInt8] = []
        while let byte = rest.popFirst() {
            guard (0x40...0x7E).contains(byte) else {
                parameters.append(byte)
                continue
            }
            switch (byte, parameters) {
            case (0x41, _): return .up
            case (0x42, _): return .down
            case (0x43, _): return .next
            case (0x44, _), (0x5A, _): return .previous
            case (0x7E, [0x35]): return .pageUp
            case (0x7E, [0x36]): return .pageDown
            default: return nil
            }
        }
        return nil
    }
}
