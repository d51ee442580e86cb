/// Breaking text into lines.
enum TextLayout {
    /// The lines of `paragraphs` in `columns`, at most `limit`; where something is left out the last ends with an ellipsis.
    static func wrap(_ paragraphs: [[TextCharacter]], columns: Int, limit: Int, isUnicode: Bool) -> [[TextCharacter]] {
        guard columns > 0, limit > 0 else { return [] }
        var lines: [[TextCharacter]] = []
        for (number, paragraph) in paragraphs.enumerated() {
            var rest = paragraph[...]
            repeat {
                if lines.count == limit - 1 {
                    let isLast = number == paragraphs.count - 1
                    let whole = isLast ? whole(rest, columns: columns) : nil
                    return lines + [whole ?? ellipsized(rest, to: columns, isUnicode: isUnicode)]
                }
                let (line, next) = firstLine(of: rest, columns: columns, isUnicode: isUnicode)
                lines.append(line)
                rest = next
            } while !rest.isEmpty
        }
        return lines
    }

    /// `text` cut to `columns` with an ellipsis; unchanged where it fits.
    static func truncated(_ text: [TextCharacter], to columns: Int, isUnicode: Bool) -> [TextCharacter] {
        text.width <= columns ? text : ellipsized(text[...], to: columns, isUnicode: isUnicode)
    }

    /// `text` cut to `columns`, with an ellipsis at its end even where it would fit.
    private static func ellipsized(_ text: ArraySlice<TextCharacter>, to columns: Int, isUnicode: Bool) -> [TextCharacter] {
        let mark = TextCharacter(text: isUnicode ? "…" : "~", width: 1)
        guard columns >= 1 else { return [] }
        return trimmed(Array(prefix(of: text, columns: columns - 1))) + [mark]
    }

    /// All of `text` in one line; nil: it doesn't fit. Spaces at its end count, as they do between texts side by side, and are left out where just they don't
    /// fit.
    private static func whole(_ text: ArraySlice<TextCharacter>, columns: Int) -> [TextCharacter]? {
        let line = Array(text)
        if line.width <= columns { return line }
        let withoutSpaces = trimmed(line)
        return withoutSpaces.width <= columns ? withoutSpaces : nil
    }

    /// As many characters as fit, broken at the last space. A word that is longer than a line is cut, and what follows it begins the next one.
    private static func firstLine(
        of text: ArraySlice<TextCharacter>, columns: Int, isUnicode: Bool
    ) -> (line: [TextCharacter], rest: ArraySlice<TextCharacter>) {
        if let whole = whole(text, columns: columns) { return (whole, []) }
        let head = prefix(of: text, columns: columns)
        // A wide character in a single column fits nowhere, and is left out.
        if head.isEmpty { return ([], text.dropFirst()) }
        if isEnd(head.endIndex, in: text) { return (trimmed(Array(head)), text[head.endIndex...].drop { $0.isSpace }) }
        if let end = (head.startIndex + 1..<head.endIndex).last(where: { isEnd($0, in: text) }) {
            return (trimmed(Array(text[head.startIndex..<end])), text[end...].drop { $0.isSpace })
        }
        let end = (head.endIndex..<text.endIndex).first { isEnd($0, in: text) } ?? text.endIndex
        return (ellipsized(text[head.startIndex..<end], to: columns, isUnicode: isUnicode), text[end...].drop { $0.isSpace })
    }

    /// Whether a line may end before the character at `index`.
    private static func isEnd(_ index: Int, in text: ArraySlice<TextCharacter>) -> Bool {
        text[index].isSpace || isBreak(between: text[index - 1], and: text[index])
    }

    /// Lines may end after a space or a hyphen and between wide characters.
    private static func isBreak(between first: TextCharacter, and second: TextCharacter) -> Bool {
        first.isSpace || first.text == "-" || first.width == 2 || second.width == 2
    }

    private static func prefix(of text: ArraySlice<TextCharacter>, columns: Int) -> ArraySlice<TextCharacter> {
        var width = 0
        var end = text.startIndex
        while end < text.endIndex, width + text[end].width <= columns {
            width += text[end].width
            end += 1
        }
        return text[text.startIndex..<end]
    }

    private static func trimmed(_ line: [TextCharacter]) -> [TextCharacter] {
        var line = line
        while line.last?.isSpace == true { line.removeLast() }
        return line
    }
}
