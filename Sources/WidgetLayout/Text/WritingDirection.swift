/// The direction in which a text is read: that of its first letter, as Unicode's rule P2 has it.
public enum WritingDirection: Sendable {
    case leftToRight
    case rightToLeft

    public init(of text: some Sequence<Character>) {
        self = .leftToRight
        for character in text {
            guard let scalar = character.unicodeScalars.first, scalar.value > 0x40, scalar.properties.isAlphabetic else { continue }
            if Self.isRightToLeft(scalar.value) { self = .rightToLeft }
            return
        }
    }

    /// Hebrew, Arabic and the scripts between them, with their presentation forms, as the blocks of Unicode 15 have them.
    private static func isRightToLeft(_ value: UInt32) -> Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
