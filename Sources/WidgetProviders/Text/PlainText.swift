/// Text of a program, without what nothing can show.
enum PlainText {
    /// A text that is taken as it is, but for characters that nothing can show.
    static func shown(_ text: some StringProtocol) -> String {
        let shown = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar == "\t"
            case .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        return String(String.UnicodeScalarView(shown))
    }
}

extension Substring {
    /// Without whitespace at its ends.
    var trimmed: Substring { trimmed(atStart: true) }

    /// Without whitespace at its end, and where asked for at its start.
    func trimmed(atStart: Bool) -> Substring {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
        return atStart ? self[...last].drop { $0.isWhitespace } : self[...last]
    }
}
