/// Markdown within a line, as a localized text may have it: `**bold**`, `*italic*`, `~~struck through~~`, `` `code` `` and `[text](address)`.
package enum InlineMarkdown {
    /// A part of a text with the same attributes.
    package struct Run: Hashable, Sendable {
        package var text: String
        package var isBold = false
        package var isItalic = false
        package var isStruckThrough = false
        package var isCode = false
        package var link: URL?
    }

    /// The runs of a text. Marks that nothing closes stay as they are.
    package static func runs(of text: String) -> [Run] {
        guard text.contains(where: { "*_~`[\\".contains($0) }) else { return [Run(text: text)] }
        var runs: [Run] = []
        append(text[...], with: Run(text: ""), to: &runs)
        return runs
    }

    private static func append(_ text: Substring, with style: Run, to runs: inout [Run]) {
        var rest = text
        var plain = ""
        func flush() {
            guard !plain.isEmpty else { return }
            var run = style
            run.text = plain
            runs.append(run)
            plain = ""
        }
        while let character = rest.first {
            if character == "\\", let escaped = rest.dropFirst().first, escaped.isPunctuation || escaped.isSymbol {
                plain.append(escaped)
                rest = rest.dropFirst(2)
            } else if let (inner, inside, after) = styled(rest, style, before: plain.last) {
                flush()
                if inner.isCode {
                    var run = inner
                    run.text = String(inside)
                    runs.append(run)
                } else {
                    append(inside, with: inner, to: &runs)
                }
                rest = after
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        flush()
    }

    /// The text within the mark at the start of `text`, with its style, and what comes after; nil: there is no mark, or nothing closes it.
    private static func styled(_ text: Substring, _ style: Run, before: Character?) -> (Run, inside: Substring, after: Substring)? {
        for mark in ["**", "__", "~~", "*", "_", "`"] where text.hasPrefix(mark) {
            let inside = text.dropFirst(mark.count)
            // An underscore within a word is a character as any other.
            if mark.hasPrefix("_"), let before, before.isLetter || before.isNumber { return nil }
            guard let first = inside.first, mark == "`" || !first.isWhitespace, let end = inside.range(of: mark), end.lowerBound > inside.startIndex
            else { continue }
            var inner = style
            switch mark {
            case "**", "__": inner.isBold = true
            case "~~": inner.isStruckThrough = true
            case "`": inner.isCode = true
            default: inner.isItalic = true
            }
            return (inner, inside[..<end.lowerBound], inside[end.upperBound...])
        }
        guard text.hasPrefix("["), let middle = text.range(of: "]("), let end = text[middle.upperBound...].firstIndex(of: ")"),
            let url = URL(string: String(text[middle.upperBound..<end]))
        else { return nil }
        var inner = style
        inner.link = url
        return (inner, text[text.index(after: text.startIndex)..<middle.lowerBound], text[text.index(after: end)...])
    }
}
