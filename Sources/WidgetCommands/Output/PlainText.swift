/// Text from a provider or a user, made fit for a terminal: nothing in it can move the cursor, ring, change colours or turn the direction of the line.
package enum PlainText {
    /// One line: line ends and tabs become spaces, other controls U+FFFD, and what is longer than `limit` characters ends with an ellipsis.
    package static func line(_ text: String) -> String { line(text, limit: CommandLimits.fieldCharacters) }

    static func line(_ text: String, limit: Int) -> String {
        if isPlain(text, limit) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n", "\r", "\t", "\u{2028}", "\u{2029}": result.append(" ")
            default: result.append(isControl(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        let line = String(result)
        return line.count > limit ? line.prefix(limit - 1) + "…" : line
    }

    /// Most text is short ASCII, which needs no look at its characters.
    private static func isPlain(_ text: String, _ limit: Int) -> Bool {
        text.utf8.count <= limit && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// C0, DEL, C1 and the controls of bidirectional text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C: true
        default: false
        }
    }
}
