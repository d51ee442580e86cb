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
        var nextChange: Timestamp?
        var tiles: [BoardFrame.Tile] = []
        for snapshot in model.order.prefix(BoardLimits.widgets).compactMap({ model.widgets[$0] }) {
            let picture = WidgetDrawing(color: traits.color).picture(snapshot, columns: traits.columns, now: now)
            if let change = picture.nextChange { nextChange = min(nextChange ?? change, change) }
            let title = Self.title(snapshot, isSelected: snapshot.widget.id == model.selected, columns: picture.columns, style)
            tiles.append(.init(id: snapshot.widget.id, columns: picture.columns, lines: [title] + picture.lines))
        }
        let lines = BoardFrame.lines(model, tiles: tiles, columns: traits.columns, rows: traits.rows, style)
        return (lines, nextChange)
    }

    /// Marker, name and what is wrong, exactly `columns` wide.
    private static func title(_ snapshot: ProtoWidgetSnapshot, isSelected: Bool, columns: Int, _ style: Style) -> String {
        let state = snapshot.state == .current || snapshot.state == .placeholder ? (snapshot.invalidated ? " …" : "") : " (\(Names.state(snapshot.state).text))"
        let text = DisplayWidth.truncated((isSelected ? "▸ " : "  ") + PlainText.line(Names.title(snapshot)) + state, to: columns)
        let padding = String(repeating: " ", count: max(0, columns - DisplayWidth.of(text)))
        return style(isSelected ? .bold : .dim, text) + padding
    }
}
