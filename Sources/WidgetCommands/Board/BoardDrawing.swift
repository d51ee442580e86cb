import WidgetAPI
import WidgetCore

/// Draws the board for the terminal as it is now.
struct BoardDrawing {
    private let descriptor: Int32
    private var traits: TerminalTraits

    init(descriptor: Int32, traits: TerminalTraits) {
        self.descriptor = descriptor
        self.traits = traits
    }

    /// Takes the terminal's new size.
    mutating func resize() {
        guard let size = TerminalTraits.size(of: descriptor) else { return }
        traits.columns = min(size.columns, CommandLimits.maximumColumns)
        traits.rows = min(size.rows, CommandLimits.maximumColumns)
    }

    /// The lines, and when they look different without an event.
    func lines(_ model: BoardModel, now: Timestamp) -> (lines: [String], nextChange: Timestamp?) {
        let style = Style(isColored: traits.color != .none)
        let drawing = WidgetDrawing(color: traits.color, isUnicode: traits.isUnicode, now: now, zoneOffset: SystemClock.offset)
        var nextChange: Timestamp?
        var tiles: [BoardFrame.Tile] = []
        for snapshot in model.order.prefix(BoardLimits.widgets).compactMap({ model.widgets[$0] }) {
            let isSelected = snapshot.widget.id == model.selected
            let card = drawing.card(snapshot, limit: traits.columns, marker: isSelected ? marker : "")
            if let tick = card.nextTick { nextChange = min(nextChange ?? tick, tick) }
            var lines = card.ansiLines(traits.color)
            // An inline widget is its line and nothing else; here it gets its name above it.
            if snapshot.widget.family == .accessoryInline {
                lines.insert(title(snapshot, isSelected: isSelected, columns: card.size.columns, style), at: 0)
            }
            tiles.append(.init(id: snapshot.widget.id, columns: card.size.columns, lines: lines))
        }
        return (BoardFrame.lines(model, tiles: tiles, columns: traits.columns, rows: traits.rows, style), nextChange)
    }

    private var marker: String { traits.isUnicode ? "▸ " : "> " }

    /// Exactly `columns` wide.
    private func title(_ snapshot: ProtoWidgetSnapshot, isSelected: Bool, columns: Int, _ style: Style) -> String {
        let text = DisplayWidth.truncated((isSelected ? marker : "") + PlainText.line(Names.title(snapshot)), to: columns)
        return style(isSelected ? .bold : .dim, text) + String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
    }
}
