import WidgetCore

/// Text from providers made fit for a terminal: no control character, no escape sequence, nothing that turns the direction of a line or piles marks upon marks.
enum SafeText {
    /// The characters of one line. Line ends and tabs become spaces, other controls U+FFFD.
    static func line(_ text: String, isUnicode: Bool) -> [TextCharacter] {
        var characters: [TextCharacter] = []
        characters.reserveCapacity(text.utf8.count)
        for character in text { append(character, to: &characters, isUnicode: isUnicode) }
        return characters
    }

    /// The lines of a text; line ends are kept.
    static func lines(_ text: String, isUnicode: Bool) -> [[TextCharacter]] {
        var lines: [[TextCharacter]] = [[]]
        for character in text {
            if character.isNewline { lines.append([]) } else { append(character, to: &lines[lines.count - 1], isUnicode: isUnicode) }
        }
        return lines
    }

    /// An address as an escape sequence may carry it; nil: it is none of the web's or mail's, or has anything else in it than an address's characters.
    static func address(_ url: String) -> String? { AbsoluteURL.isWebOrMail(url) ? url : nil }

    private static func append(_ character: Character, to characters: inout [TextCharacter], isUnicode: Bool) {
        if let ascii = character.asciiValue, (0x20...0x7E).contains(ascii) {
            characters.append(TextCharacter(text: String(character), width: 1))
            return
        }
        if character.isWhitespace || character.isNewline {
            characters.append(TextCharacter(text: " ", width: 1))
            return
        }
        var scalars = String.UnicodeScalarView()
        var hasControl = false
        for scalar in character.unicodeScalars.prefix(SurfaceLimits.scalarsPerCharacter) {
            switch scalar.properties.generalCategory {
            case .control, .surrogate, .lineSeparator, .paragraphSeparator: hasControl = true
            // Only the joiner that holds emoji together; the others steer the direction of text.
            case .format: if scalar.value == 0x200D { scalars.append(scalar) }
            default: scalars.append(scalar)
            }
        }
        let text = String(scalars)
        let width = text.count == 1 ? text.first.map { CellWidth.columns(of: $0) } ?? 0 : CellWidth.columns(of: text)
        if width > 0, isUnicode {
            characters.append(TextCharacter(text: text, width: min(2, width)))
        } else if width > 0 {
            characters.append(TextCharacter(text: "?", width: 1))
        } else if hasControl {
            characters.append(TextCharacter(text: isUnicode ? "\u{FFFD}" : "?", width: 1))
        }
    }
}
