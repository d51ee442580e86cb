/// A line of text without markup, for each change one.
enum PlainFormat {
    static func text(_ content: BarContent) -> String {
        (content.items.map { BarText.plain($0.text) + $0.mark } + [content.more].compactMap(\.self)).joined(separator: BarText.line(content.separator)) + "\n"
    }
}
