import WidgetCore

/// i3bar's protocol (i3's docs, i3bar-protocol), which swaybar speaks too: an endless array of arrays of blocks. One that is selected is followed by a block
/// for each of its choices.
enum I3BarFormat {
    static let header = "{\"version\":1,\"click_events\":true}\n[\n"

    /// Pixels between two blocks, with the line in their middle: the protocol's own 9 are little beside a text of several words.
    private static let gap: Int64 = 17

    static func text(_ content: BarContent, isLast: Bool) -> String {
        let blocks = content.items.flatMap(blocks) + (content.more.map { [block("more", "", $0)] } ?? [])
        return "[\(blocks.joined(separator: ","))]" + (isLast ? "\n]\n" : ",\n")
    }

    private static func blocks(_ item: BarItem) -> [String] {
        var blocks = [
            JSONText.object([
                ("name", .string(item.kind.rawValue)), ("instance", .string(BarText.line(item.id))), ("full_text", .string(BarText.line(item.text))),
                ("short_text", item.shortText.isEmpty ? nil : .string(BarText.line(item.shortText))), ("color", item.hexColor.map(JSONValue.string)),
                ("urgent", item.isUrgent ? .boolean(true) : nil), ("separator_block_width", .integer(gap)), ("markup", .string("none")),
            ])
        ]
        if item.isSelected {
            for (number, choice) in item.choices.enumerated() {
                blocks.append(block(item.kind.rawValue, "\(BarText.line(item.id))/\(number)", "[\(BarText.line(choice.title))]"))
            }
        }
        return blocks
    }

    private static func block(_ name: String, _ instance: String, _ text: String) -> String {
        JSONText.object([
            ("name", .string(name)), ("instance", .string(instance)), ("full_text", .string(text)), ("separator_block_width", .integer(gap)),
            ("markup", .string("none")),
        ])
    }
}

/// i3blocks' two forms (man i3blocks): for a block with `interval=persist` and `format=json` an object a line, for one that is run anew three lines, text,
/// short text and colour.
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
