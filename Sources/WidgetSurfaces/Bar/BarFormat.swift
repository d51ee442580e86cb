/// The status bars whose formats are known.
public enum BarFormat: String, Sendable, Hashable, CaseIterable {
    case waybar, i3bar, polybar, i3blocks, xbar
    /// A line of text, for bars that show what a program prints: tmux, dwm, genmon, eww, yambar.
    case plain

    /// The text that is printed once, before everything else.
    public var preamble: String { self == .i3bar ? I3BarFormat.header : "" }

    /// The text that is printed for a content, with its line end.
    /// - Parameter once: nothing follows it.
    public func text(_ content: BarContent, once: Bool = false) -> String {
        switch self {
        case .waybar: WaybarFormat.text(content)
        case .i3bar: I3BarFormat.text(content, isLast: once)
        case .polybar: PolybarFormat.text(content)
        case .i3blocks: once ? I3blocksFormat.lines(content) : I3blocksFormat.object(content)
        case .xbar: XbarFormat.text(content)
        case .plain: PlainFormat.text(content)
        }
    }

    /// The bar reads one output and starts the program anew for the next.
    public var isOneShot: Bool { self == .xbar }
    /// The bar writes clicks to the program's standard input.
    public var readsClicks: Bool { self == .i3bar || self == .i3blocks }
}

/// A line of text without markup for each change.
private enum PlainFormat {
    static func text(_ content: BarContent) -> String {
        (content.items.map { BarText.plain($0.text) + $0.mark } + [content.more].compactMap(\.self)).joined(separator: BarText.line(content.separator)) + "\n"
    }
}

/// A line of polybar's formatting tags (polybar's wiki, Formatting), for a `custom/script` module with `tail = true`: each item has its own clicks.
private enum PolybarFormat {
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
