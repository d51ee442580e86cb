import WidgetCore

/// waybar's custom module with `"return-type": "json"` (man waybar-custom): an object a line, with Pango's markup in the texts. A module without text is
/// hidden.
enum WaybarFormat {
    static func text(_ content: BarContent) -> String {
        let texts = content.items.map { item in
            let text = BarText.pango(item.text) + item.mark
            return item.hexColor.map { "<span foreground=\"\($0)\">\(text)</span>" } ?? text
        }
        let first = content.items.first
        return JSONText.object([
            ("text", .string((texts + [content.more].compactMap(\.self)).joined(separator: BarText.line(content.separator)))),
            ("alt", .string(first?.state ?? "")), ("tooltip", .string(content.items.map(tooltip).joined(separator: "\n\n"))),
            ("class", .array(classes(content.items).map(JSONValue.string))), ("percentage", first?.percentage.map { .integer(Int64($0)) }),
        ]) + "\n"
    }

    /// The heading in bold, the rest as it is.
    private static func tooltip(_ item: BarItem) -> String {
        let lines = (item.details + [actions(item)].compactMap(\.self)).map(BarText.pango)
        return (lines.first.map { ["<b>\($0)</b>"] } ?? []).joined() + lines.dropFirst().map { "\n" + $0 }.joined()
    }

    /// The actions of the buttons, and how the others are reached; nil: there are none.
    private static func actions(_ item: BarItem) -> String? {
        let own = item.ownChoices
        guard let first = own.first, let words = first.intent.arguments?.dropLast() else { return nil }
        var parts = ["left: \(first.title)"]
        if item.clicks[.right] == .select, own.count > 1 { parts.append("right: \(own[1].title)") }
        let rest = own.dropFirst(parts.count).map(\.title)
        if !rest.isEmpty { parts.append("widgetctl \(words.joined(separator: " ")): \(rest.joined(separator: ", "))") }
        return parts.joined(separator: " · ")
    }

    /// The kinds and states of the items, each once, as a style sheet can name it.
    private static func classes(_ items: [BarItem]) -> [String] {
        var classes: [String] = []
        for item in items {
            for name in [item.kind.rawValue, item.state, className(item.type), item.isUrgent ? "urgent" : ""] where !name.isEmpty && !classes.contains(name) {
                classes.append(name)
            }
        }
        return classes
    }

    private static func className(_ type: String) -> String {
        String(BarText.line(type).map { ($0.isASCII && $0.isLetter) || ($0.isASCII && $0.isNumber) ? Character($0.lowercased()) : "-" })
    }
}
