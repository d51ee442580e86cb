/// A program's text, without characters that can't be shown.
enum PlainText {
    /// The text without control characters (tabs stay) and without line and paragraph separators.
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
    /// The text without whitespace at its ends.
    var trimmed: Substring { trimmed(atStart: true) }

    /// The text without whitespace at its end and, where `atStart` is true, at its start.
    func trimmed(atStart: Bool) -> Substring {
        guard let last = lastIndex(where: { !$0.isWhitespace }) else { return self[endIndex...] }
        return atStart ? self[...last].drop { $0.isWhitespace } : self[...last]
    }
}
