/// Base32 of RFC 4648 without padding, in symbols of 0 to 31, and Luhn's check digit over them.
public enum Base32 {
    package static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    /// The symbol of a character, in either case; 0, 1 and 8 are read as the letters that they look like: O, I and B.
    package static func symbol(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): character - UInt8(ascii: "2") + 26
        case UInt8(ascii: "0"): UInt8(ascii: "O") - UInt8(ascii: "A")
        case UInt8(ascii: "1"): UInt8(ascii: "I") - UInt8(ascii: "A")
        case UInt8(ascii: "8"): UInt8(ascii: "B") - UInt8(ascii: "A")
        default: nil
        }
    }

    /// The symbols of `bytes`; the last one's low bits are zero.
    package static func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var symbols: [UInt8] = []
        var (buffer, bits) = (UInt32(0), 0)
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                symbols.append(UInt8(buffer >> UInt32(bits) & 31))
            }
        }
        if bits > 0 { symbols.append(UInt8(buffer << UInt32(5 - bits) & 31)) }
        return symbols
    }

    /// - Returns: nil where bits are left over that aren't zero.
    package static func decode(_ symbols: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (buffer, bits) = (UInt32(0), 0)
        for symbol in symbols {
            buffer = (buffer << 5 | UInt32(symbol)) & 0xFFFF
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(buffer >> UInt32(bits) & 0xFF))
        }
        return bits < 5 && buffer & (1 << UInt32(bits) - 1) == 0 ? bytes : nil
    }

    /// Luhn's rule over 32 symbols. It always notices one wrong symbol. It notices two neighbours that changed places, also with the digit itself, except A
    /// and 7.
    package static func checkDigit(_ symbols: some Sequence<UInt8>) -> UInt8 {
        // The digit counts once, so that its neighbour, the last symbol, counts twice.
        var (factor, sum) = (2, 0)
        for symbol in symbols.reversed() {
            let product = factor * Int(symbol)
            factor = 3 - factor
            sum += product / 32 + product % 32
        }
        return UInt8((32 - sum % 32) % 32)
    }

    /// As text.
    public static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: encode(bytes).map { alphabet[Int($0)] }, as: UTF8.self) }

    /// Reads what ``text(_:)`` wrote, in either case; nil for any other text.
    public static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        var symbols: [UInt8] = []
        for character in text.utf8 {
            guard let symbol = symbol(character) else { return nil }
            symbols.append(symbol)
        }
        return decode(symbols)
    }
}
