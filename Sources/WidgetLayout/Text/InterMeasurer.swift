public import WidgetCore

/// Measures by the compiled-in table of the default font, without any font file. A character that the table lacks is as wide as it is on average.
public final class InterMeasurer: TextMeasurer {
    public init() {}

    public func advances(of text: String, in font: DisplayFont) -> [Double] {
        let table = FontTable.face(isDisplay: font.isDisplayCut, weight: font.weight.number, isItalic: font.isItalic)
        if let advances = table.advances(of: text, size: font.size, tabularDigits: font.hasTabularDigits) { return advances }
        return text.map { character in
            if let known = table.advances(of: Self.withoutAccents(character), size: font.size, tabularDigits: font.hasTabularDigits)?.first { return known }
            return font.size * Self.width(of: character)
        }
    }

    /// The letter alone: an accent over it takes no room, and isn't in the table.
    private static func withoutAccents(_ character: Character) -> String {
        let scalars = character.unicodeScalars
        guard scalars.count > 1, scalars.dropFirst().allSatisfy({ (0x0300...0x036F).contains($0.value) }) else { return String(character) }
        return String(scalars.prefix(1))
    }

    /// The width as a fraction of the font's size: an ideograph is square, and an emoji a little wider.
    private static func width(of character: Character) -> Double {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x0300...0x036F, 0x200B...0x200F, 0xFE00...0xFE0F: return 0
        case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60, 0x20000...0x3FFFD: return 1
        case 0x1F000...0x1FAFF, 0x2600...0x27BF: return 1.2
        default: return 0.55
        }
    }
}

extension ViewFont.Weight {
    /// As fonts number weights, 100 to 900.
    public var number: Int { rank * 100 }
}
