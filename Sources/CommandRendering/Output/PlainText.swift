/// Text from a provider or a user, made fit for a terminal: nothing in it can move the cursor, ring, change colours or turn the direction of the line.
package enum PlainText {
    /// One line: line ends and tabs become spaces, other controls U+FFFD, and what is longer than `limit` characters ends with an ellipsis.
    package static func line(_ text: String) -> String { line(text, limit: RenderingLimits.fieldCharacters) }

    package static func line(_ text: String, limit: Int) -> String {
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

/// Emphasis for a terminal; none where the output isn't one, or a user asked for none.
package struct Style: Sendable {
    package enum Emphasis: String, Sendable {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
    }

    package var isColored: Bool

    package init(isColored: Bool) { self.isColored = isColored }

    static let plain = Style(isColored: false)

    /// `text`, emphasised where there is colour.
    package func callAsFunction(_ emphasis: Emphasis?, _ text: String) -> String {
        guard isColored, let emphasis, !text.isEmpty else { return text }
        return "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m"
    }
}

/// A number of bytes for people, in powers of 1024.
package enum ByteCount {
    /// `512 B`, `3.4 KiB`, `120 MiB`.
    package static func text(_ bytes: UInt64) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
        var unit = 0
        var whole = bytes
        var tenths: UInt64 = 0
        while whole >= 1_024, unit < units.count - 1 {
            tenths = (whole % 1_024) * 10 / 1_024
            whole /= 1_024
            unit += 1
        }
        return unit > 0 && whole < 10 ? "\(whole).\(tenths) \(units[unit])" : "\(whole) \(units[unit])"
    }
}
