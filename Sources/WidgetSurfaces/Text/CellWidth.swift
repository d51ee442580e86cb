/// How many columns of a terminal characters take.
public enum CellWidth {
    /// The columns of `text`; control characters and what else a terminal doesn't show count for nothing.
    public static func columns(of text: some StringProtocol) -> Int {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// 0 for a control or a lone mark, 2 for a wide character or an emoji, else 1.
    public static func columns(of character: Character) -> Int {
        var width = 0
        var count = 0
        for scalar in character.unicodeScalars {
            // U+FE0F asks for the emoji form of a character that has both, which is wide.
            if scalar.value == 0xFE0F, count == 1, width == 1, character.unicodeScalars.first?.properties.isEmoji == true { return 2 }
            width = max(width, columns(of: scalar))
            count += 1
        }
        return width
    }

    static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x20 || (0x7F..<0xA0).contains(value) { return 0 }
        if value < 0x300 { return value == 0xAD ? 0 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control, .surrogate, .lineSeparator, .paragraphSeparator: return 0
        default: break
        }
        // Vowels and finals of Hangul that join the syllable before.
        if (0x1160...0x11FF).contains(value) { return 0 }
        if scalar.properties.isEmojiPresentation || isWide(value) { return 2 }
        return 1
    }

    /// East Asian wide and full-width characters (Unicode's EastAsianWidth.txt, W and F), in ranges that run through gaps where nothing is assigned.
    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wide.count
        while low < high {
            let middle = (low + high) / 2
            if wide[middle].upperBound < value { low = middle + 1 } else { high = middle }
        }
        return low < wide.count && wide[low].contains(value)
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
        0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
        0x16FE0...0x18CFF, 0x1AFF0...0x1B2FB, 0x1D300...0x1D376, 0x1F200...0x1F265, 0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]
}

/// One visible character and the columns that it takes, 1 or 2.
struct TextCharacter: Sendable, Hashable {
    var text: String
    var width: Int

    var isSpace: Bool { text == " " }
}

extension Collection<TextCharacter> {
    /// Columns.
    var width: Int { reduce(0) { $0 + $1.width } }
}
