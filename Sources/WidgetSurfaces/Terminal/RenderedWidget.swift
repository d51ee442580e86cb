public import WidgetCore

/// A widget, drawn: exactly as many cells as were asked for.
public struct RenderedWidget: Sendable, Hashable {
    public var size: CellSize
    /// As many lines as the size has rows, each with as many cells as it has columns.
    public var lines: [[Cell]]
    /// When it looks different without a new entry, because a text follows the clock; nil: never.
    public var nextTick: Timestamp?

    public init(size: CellSize, lines: [[Cell]], nextTick: Timestamp? = nil) {
        self.size = size
        self.lines = lines
        self.nextTick = nextTick
    }

    /// The lines as a terminal takes them, without line ends. Each ends in the terminal's own style.
    public func ansiLines(_ depth: SurfaceTraits.ColorDepth) -> [String] { lines.map { ANSIEncoder.line($0, depth) } }
}
