internal import Logging

/// Text from elsewhere, made safe to show on a terminal.
enum TerminalText {
    /// The end of a line, after the message: the error, then the metadata by key, as ` key=value`. ``SystemdLimits`` bounds the sizes. The number of fields
    /// that were left out comes last.
    static func fields(_ metadata: Logger.Metadata, error: (any Error)?) -> String {
        var text = ""
        if let error { text += field("error", String(describing: error)) }
        let metadata = metadata.filter { $0.key != JournalMessage.key }
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }).prefix(SystemdLimits.metadataFields) {
            text += field(key, value.description)
        }
        if metadata.count > SystemdLimits.metadataFields {
            text += field("fields-dropped", String(metadata.count - SystemdLimits.metadataFields))
        }
        return text
    }

    /// ` key=value`, the value bounded and quoted where it needs to be.
    static func field(_ key: String, _ value: String) -> String {
        " " + escaped(key) + "=" + quoted(value.bounded(toUTF8: SystemdLimits.metadataValue))
    }

    /// `text` with control characters, line separators and bidirectional overrides written as escapes (`\n`, `\u{1b}`).
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// `text` escaped. It is put in quotation marks if it is empty, or has a space, a quotation mark or an equals sign, so that its end is clear.
    static func quoted(_ text: String) -> String {
        let plain = escaped(text)
        guard plain.isEmpty || plain.contains(where: { $0 == " " || $0 == "\"" || $0 == "=" }) else { return plain }
        return "\"" + plain.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"") + "\""
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL and C1: cursor movement, colours, terminal commands
        case 0x2028, 0x2029: true  // line and paragraph separator
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // text direction, which can reorder a line on screen
        default: false
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
}

extension String {
    /// The text if its UTF-8 fits into `limit` bytes, else as much of it as fits with an ellipsis at the end. No character's encoding is cut in two.
    func bounded(toUTF8 limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        var end = utf8.index(startIndex, offsetBy: max(0, limit - ellipsis.utf8.count))
        while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
        return String(self[..<end]) + ellipsis
    }
}
