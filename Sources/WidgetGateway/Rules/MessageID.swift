/// `apns-id`: a UUID's text, 8-4-4-4-12 hexadecimal digits in either case.
package enum MessageID {
    private static let length = 36
    private static let hyphens: Set<Int> = [8, 13, 18, 23]

    package static func isValid(_ text: String) -> Bool {
        guard text.utf8.count == length else { return false }
        return text.utf8.enumerated().allSatisfy { index, byte in
            hyphens.contains(index) ? byte == UInt8(ascii: "-") : Hexadecimal.value(of: byte) != nil
        }
    }

    /// A random one (version 4), in lower case.
    static func make(using random: inout some RandomNumberGenerator) -> String {
        var bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(Hexadecimal.text(of: bytes))
        return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }

    /// The response's `apns-id`: the request's, as long as it can be sent back, or a new one. Some clients find the request of a response by it.
    static func echo(of text: String?, using random: inout some RandomNumberGenerator) -> String {
        guard let text, !text.isEmpty, text.utf8.count <= RequestLimits.echoedIDBytes, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return make(using: &random)
        }
        return text
    }
}

/// Bytes as hexadecimal digits.
enum Hexadecimal {
    /// Nil where there is something else, or an odd number of digits.
    static func bytes(of text: some StringProtocol) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(of: digits[index]), let low = value(of: digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// In lower case.
    static func text(of bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] }, as: UTF8.self)
    }

    static func value(of digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
