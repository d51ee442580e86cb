/// RFC 4648's base64, for pictures within text.
package enum Base64 {
    /// As ASCII characters, with padding.
    package static func encode(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
            for place in 0..<4 { result.append(start + place <= bytes.count ? digits[group >> (18 - 6 * place) & 63] : UInt8(ascii: "=")) }
        }
        return result
    }

    /// The bytes of `text`; nil where it isn't base64 with its padding.
    package static func decode(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count % 4 == 0 else { return nil }
        let padding = characters.suffix(2).count { $0 == UInt8(ascii: "=") }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        for start in stride(from: 0, to: characters.count, by: 4) {
            let isLast = start + 4 == characters.count
            var group: UInt32 = 0
            for (index, character) in characters[start..<start + 4].enumerated() {
                let isPadding = isLast && index >= 4 - padding
                guard let digit = isPadding ? (character == UInt8(ascii: "=") ? 0 : nil) : value(of: character) else { return nil }
                group = group << 6 | digit
            }
            let count = isLast ? 3 - padding : 3
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: group >> (16 - 8 * index))) }
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
