import WidgetCore

/// `apns-topic`: an app's bundle id (here a provider's id), and behind it the push type's suffix for those types that this gateway delivers.
struct PushTopic: Hashable {
    var bundle: String
    /// Nil: a plain bundle id, as of alerts.
    var type: PushType?

    private static let mark = ".push-type."

    /// Nil where it isn't one.
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

/// `apns-push-type`, of all that APNs knows.
enum PushTypeName {
    /// Those that this gateway knows and doesn't deliver.
    private static let others: Set<String> = ["alert", "background", "complication", "fileprovider", "location", "mdm", "pushtotalk", "voip"]

    /// - Parameter text: in any case; broadcasts write `LiveActivity`.
    /// - Returns: nil for one that APNs knows and this gateway doesn't deliver.
    /// - Throws: `InvalidPushType` for any other.
    static func parse(_ text: String) throws(PushRefusal) -> PushType? {
        let name = text.lowercased()
        if let type = PushType(rawValue: name) { return type }
        guard others.contains(name) else { throw PushRefusal(.invalidPushType) }
        return nil
    }
}
