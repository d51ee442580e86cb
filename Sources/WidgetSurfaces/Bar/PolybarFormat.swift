/// A line of polybar's formatting tags (polybar's wiki, Formatting), for a `custom/script` module with `tail = true`: each item has its own clicks.
enum PolybarFormat {
    static func text(_ content: BarContent) -> String {
        (content.items.map { tagged($0, content) } + [content.more].compactMap(\.self)).joined(separator: BarText.line(content.separator)) + "\n"
    }

    private static func tagged(_ item: BarItem, _ content: BarContent) -> String {
        var text = BarText.polybar(item.text)
        if let color = item.hexColor { text = "%{F\(color)}\(text)%{F-}" }
        for button in BarButton.allCases {
            guard let command = content.command(item.intent(of: button)) else { continue }
            text = "%{A\(button.rawValue):\(command.replacing(":", with: "\\:")):}\(text)%{A}"
        }
        return text
    }
}
