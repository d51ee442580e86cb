import WidgetCore

/// i3blocks' two forms (man i3blocks): for a block with `interval=persist` and `format=json` an object a line, for one that is run anew three lines, text, short text and colour.
enum I3blocksFormat {
    static func object(_ content: BarContent) -> String {
        let text = text(content)
        return JSONText.object([
            ("full_text", .string(text.full)), ("short_text", .string(text.short)), ("color", .string(text.color)),
            ("urgent", .boolean(content.items.contains(where: \.isUrgent))),
        ]) + "\n"
    }

    static func lines(_ content: BarContent) -> String {
        let text = text(content)
        return [text.full, text.short, text.color].map { $0 + "\n" }.joined()
    }

    /// A block has one colour: that of the first item that has one.
    private static func text(_ content: BarContent) -> (full: String, short: String, color: String) {
        let more = [content.more].compactMap(\.self)
        let separator = BarText.i3blocks(content.separator)
        return (
            (content.items.map { BarText.i3blocks($0.text) } + more).joined(separator: separator),
            (content.items.map { BarText.i3blocks($0.shortText.isEmpty ? $0.text : $0.shortText) } + more).joined(separator: separator),
            content.items.lazy.compactMap(\.hexColor).first ?? ""
        )
    }
}
