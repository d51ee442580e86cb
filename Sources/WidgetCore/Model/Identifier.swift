/// The forms of the names that programs use: short, ASCII, safe in a file name, a shell and a table.
enum Identifier {
    /// `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`: kinds are named as in Swift, too. Two that differ in case are two.
    static let kindForm = "a letter or digit, then up to \(Limits.identifierBytes - 1) of a-z, A-Z, 0-9, '.', '_' and '-'"
    /// `[a-z][a-zA-Z0-9_-]{0,63}`
    static let parameterForm = "a lower-case letter, then up to \(Limits.identifierBytes - 1) of a-z, A-Z, 0-9, '_' and '-'"

    /// `[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}`: types are named as in Swift.
    static let activityTypeForm = "a letter or digit, then up to \(Limits.activityNameBytes - 1) of a-z, A-Z, 0-9, '.', '_' and '-'"

    static func isActivityType(_ text: String) -> Bool {
        isIdentifier(text, limit: Limits.activityNameBytes, first: isAlphanumeric, rest: { isAlphanumeric($0) || ".-_".utf8.contains($0) })
    }

    static func isKind(_ text: String) -> Bool { isIdentifier(text, first: isAlphanumeric, rest: { isAlphanumeric($0) || ".-_".utf8.contains($0) }) }

    static func isParameter(_ text: String) -> Bool {
        isIdentifier(text, first: isLower, rest: { isAlphanumeric($0) || "-_".utf8.contains($0) })
    }

    /// Whether an error can name the text without quotes: `[a-zA-Z0-9_-]{1,64}`.
    static func isPlain(_ text: String) -> Bool {
        let isPlainByte: (UInt8) -> Bool = { isAlphanumeric($0) || "-_".utf8.contains($0) }
        return isIdentifier(text, first: isPlainByte, rest: isPlainByte)
    }

    private static func isIdentifier(
        _ text: String, limit: Int = Limits.identifierBytes, first: (UInt8) -> Bool, rest: (UInt8) -> Bool
    ) -> Bool {
        guard let head = text.utf8.first, text.utf8.count <= limit else { return false }
        return first(head) && text.utf8.dropFirst().allSatisfy(rest)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool { isLower(byte) || isUpper(byte) || isDigit(byte) }
    private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

extension String {
    /// As much of the text as fits in an error, in quotes and without control characters: what was wrong may be long or hostile.
    var quoted: String {
        let shown = unicodeScalars.prefix(40).map { $0.isUnsafeInLine ? "\u{FFFD}" : String($0) }.joined()
        return unicodeScalars.count > 40 ? "\"\(shown)…\"" : "\"\(shown)\""
    }

    /// Throws where the text has more than `limit` UTF-8 bytes.
    func checkBytes(atMost limit: Int, field: String) throws(WidgetError) {
        guard utf8.count <= limit else { throw .invalid(field, "\(utf8.count) bytes is more than the limit of \(limit); shorten it") }
    }
}

extension Unicode.Scalar {
    /// A control character, a line break, or one that turns the writing direction of what follows around: in one line of a terminal it would do harm.
    var isUnsafeInLine: Bool {
        // Nearly all of what is asked about; the rest is looked up.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }
}
