extension String {
    /// As much of the text as fits in an error, in quotes and without control characters: what was wrong may be long or hostile.
    package var quoted: String {
        let shown = unicodeScalars.prefix(40).map { $0.isUnsafeInLine ? "\u{FFFD}" : String($0) }.joined()
        return unicodeScalars.count > 40 ? "\"\(shown)…\"" : "\"\(shown)\""
    }

    /// Throws where the text has more than `limit` UTF-8 bytes.
    func checkBytes(atMost limit: Int, field: String) throws(WidgetError) {
        guard utf8.count <= limit else { throw .invalid(field, "\(utf8.count) bytes is more than the limit of \(limit); shorten it") }
    }
}

extension Unicode.Scalar {
    /// A control character, a line break, or a character that changes the writing direction: it would do harm in one line of a terminal.
    package var isUnsafeInLine: Bool {
        // Nearly all scalars are ASCII; the others are looked up.
        if isASCII { return value < 0x20 || value == 0x7F }
        return switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: true
        default: (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value)
        }
    }
}

extension String {
    /// The text, or its beginning with … behind it, at most `limit` UTF-8 bytes together; the bytes of a Unicode scalar stay together.
    ///
    /// For texts of others that an error repeats. Bytes are counted, because one character may have any number of combining marks.
    public func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let mark = "…"
        var end = utf8.index(utf8.startIndex, offsetBy: max(0, limit - mark.utf8.count))
        // A byte of the form 10xxxxxx continues a character.
        while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
        return self[..<end] + mark
    }
}

extension String {
    /// The word as a POSIX shell takes it for this text: in single quotes, where it has anything that a shell understands.
    public var shellWord: String {
        let isPlain = !isEmpty && utf8.allSatisfy(Self.isPlainInShell)
        return isPlain ? self : "'" + replacing("'", with: #"'\''"#) + "'"
    }

    private static func isPlainInShell(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: "@"), UInt8(ascii: "%"):
            true
        default: false
        }
    }
}
