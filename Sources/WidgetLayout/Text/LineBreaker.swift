/// Where a line may end: a short form of the Unicode line breaking algorithm (UAX 14), the same for every measurer.
enum LineBreaker {
    /// The behaviour of a line at a character.
    struct Class: OptionSet, Sendable {
        let rawValue: UInt8
        /// White space, which takes no room at a line's end.
        static let space = Class(rawValue: 1)
        /// The line ends here in any case.
        static let newline = Class(rawValue: 2)
        /// The line may end behind it.
        static let breaksAfter = Class(rawValue: 4)
    }

    static func classes(of text: String) -> [Class] {
        var classes: [Class] = []
        var previous: Unicode.Scalar?
        for character in text {
            guard let first = character.unicodeScalars.first else { continue }
            if let last = classes.indices.last, let previous, !classes[last].contains(.space), allowsBreak(between: previous, and: first) {
                classes[last].insert(.breaksAfter)
            }
            switch first {
            case "\n", "\r", "\u{2028}", "\u{2029}": classes.append([.space, .newline])
            case " ", "\t", "\u{1680}", "\u{2000}"..."\u{2006}", "\u{2008}"..."\u{200B}", "\u{205F}", "\u{3000}": classes.append([.space, .breaksAfter])
            default: classes.append([])
            }
            previous = character.unicodeScalars.last
        }
        return classes
    }

    private static func allowsBreak(between first: Unicode.Scalar, and second: Unicode.Scalar) -> Bool {
        switch first {
        case "-", "\u{2010}", "\u{2013}": return second.properties.isAlphabetic
        case "\u{2014}", "\u{AD}": return true
        case "/", "?": return second.properties.isAlphabetic && second.value < 0x2E80
        default: return (isIdeographic(first) || isIdeographic(second)) && !isOpening(first) && !isClosing(second) && !isGlue(first) && !isGlue(second)
        }
    }

    /// Chinese, Japanese and Korean characters, and emoji: a line may end between them.
    private static func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2E80...0x2FFF, 0x3005...0x3007, 0x3021...0x30FF, 0x3105...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }

    /// No-break spaces and joiners.
    private static func isGlue(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0xA0, 0x202F, 0x2007, 0x2060, 0xFEFF, 0x200D: true
        default: false
        }
    }

    private static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .openPunctuation, .initialPunctuation, .currencySymbol: true
        default: false
        }
    }

    /// Punctuation and small kana, which never begin a line.
    private static func isClosing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .closePunctuation, .finalPunctuation, .otherPunctuation: true
        default: "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮー々".unicodeScalars.contains(scalar) || scalar == "%"
        }
    }
}
