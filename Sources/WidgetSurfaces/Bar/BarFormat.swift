/// The status bars whose formats are known.
public enum BarFormat: String, Sendable, Hashable, CaseIterable {
    case waybar, i3bar, polybar, i3blocks, xbar
    /// A line of text, for bars that show what a program prints: tmux, dwm, genmon, eww, yambar.
    case plain

    /// What is printed once, before everything else.
    public var preamble: String { self == .i3bar ? I3BarFormat.header : "" }

    /// What is printed for a content, with its line end.
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
    /// The bar tells of clicks on standard input.
    public var readsClicks: Bool { self == .i3bar || self == .i3blocks }
}
