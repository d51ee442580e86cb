import WidgetCore

/// `apns-topic`: an app's bundle id, which is a provider's id here. The suffix of a push type that this gateway delivers may follow.
struct PushTopic: Hashable {
    var bundle: String
    /// Nil for a plain bundle id, as alerts have it.
    var type: PushType?

    private static let mark = ".push-type."

    /// Nil where the text isn't a topic.
    init?(_ text: String) {
        guard Self.isBundle(text, atMost: RequestLimits.topicBytes) else { return nil }
        bundle = text
        type = nil
        guard let mark = text.firstRange(of: Self.mark) else { return }
        guard let type = PushType(rawValue: String(text[mark.upperBound...])), mark.lowerBound > text.startIndex else { return nil }
        bundle = String(text[..<mark.lowerBound])
        self.type = type
    }

    /// Letters, digits, `.`, `-` and `_`.
    static func isBundle(_ text: some StringProtocol, atMost limit: Int) -> Bool {
        guard !text.isEmpty, text.utf8.count <= limit else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
        }
    }
}

/// `apns-push-type`: all types that APNs knows.
enum PushTypeName {
    /// The types that this gateway knows and doesn't deliver.
    private static let others: Set<String> = ["alert", "background", "complication", "fileprovider", "location", "mdm", "pushtotalk", "voip"]

    /// - Parameter text: in upper or lower case; broadcasts write `LiveActivity`.
    /// - Returns: nil for a type that APNs knows and this gateway doesn't deliver.
    /// - Throws: `InvalidPushType` for any other.
    static func parse(_ text: String) throws(PushRefusal) -> PushType? {
        let name = text.lowercased()
        if let type = PushType(rawValue: name) { return type }
        guard others.contains(name) else { throw PushRefusal(.invalidPushType) }
        return nil
    }
}

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

    /// The response's `apns-id`: the request's where it can be sent back, else a new one. Some clients match responses to requests by it.
    static func echo(of text: String?, using random: inout some RandomNumberGenerator) -> String {
        guard let text, !text.isEmpty, text.utf8.count <= RequestLimits.echoedIDBytes, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return make(using: &random)
        }
        return text
    }
}
