import WidgetAPI
import WidgetCore

/// The board's lines for a terminal of some size.
enum BoardFrame {
    /// A widget as drawn, with its title above.
    struct Tile {
        var id: String
        var columns: Int
        /// Each `columns` wide on the terminal.
        var lines: [String]
    }

    /// Rows that a header and a footer take.
    static let chromeRows = 3

    /// As many lines as the terminal has rows.
    static func lines(_ model: BoardModel, tiles: [Tile], columns: Int, rows: Int, _ style: Style) -> [String] {
        let header = header(model, columns: columns, style)
        let footer = footer(model, columns: columns, style)
        // A terminal without room for anything else shows the last lines: they say how to leave.
        guard rows > chromeRows else { return Array(([header] + footer).suffix(max(0, rows))) }
        let available = rows - chromeRows
        var body = model.showsHelp ? help(columns: columns, style) : self.body(model, tiles: tiles, columns: columns, available: available, style)
        body = Array(body.prefix(available))
        body += Array(repeating: "", count: available - body.count)
        return [header] + body + footer
    }

    // MARK: Around the widgets

    private static func header(_ model: BoardModel, columns: Int, _ style: Style) -> String {
        let count = model.order.count
        switch model.link {
        case .live: return style(.dim, DisplayWidth.truncated("widgetd  \(count) widget\(count == 1 ? "" : "s")", to: columns))
        case .lost(let why): return style(.red, DisplayWidth.truncated("Not connected, trying again: \(PlainText.line(why))", to: columns))
        }
    }

    /// Two lines: what is to be said, and the keys.
    private static func footer(_ model: BoardModel, columns: Int, _ style: Style) -> [String] {
        let error = model.selectedWidget.map { PlainText.line($0.lastError) } ?? ""
        let message = model.note.isEmpty ? error : model.note
        let actions = model.actions.enumerated().map { "\($0.offset + 1) \(PlainText.line($0.element.id))" }
        let keys = (["q quit", "? help"] + actions + (model.selected == nil ? [] : ["r reload"])).joined(separator: "  ")
        return [
            style(model.note.isEmpty ? .yellow : nil, DisplayWidth.truncated(message, to: columns)), style(.dim, DisplayWidth.truncated(keys, to: columns)),
        ]
    }

    private static func help(columns: Int, _ style: Style) -> [String] {
        let keys = [
            ("arrows, Tab, h j k l", "select a widget"), ("1 to 9, Enter", "perform an action of it"), ("r", "ask for a new timeline"),
            ("Page Up, Page Down", "go on by four"), ("?", "this help"), ("q, Ctrl-C", "quit"),
        ]
        return keys.map { DisplayWidth.truncated($0.0 + String(repeating: " ", count: max(2, 24 - $0.0.count)) + $0.1, to: columns) }
    }

    // MARK: The widgets

    private static func body(_ model: BoardModel, tiles: [Tile], columns: Int, available: Int, _ style: Style) -> [String] {
        guard !tiles.isEmpty else {
            if case .lost = model.link { return [] }
            return [DisplayWidth.truncated("No widgets are placed: widgetctl place KIND places one.", to: columns)]
        }
        let places = BoardShelves.places(tiles.map { ($0.columns, $0.lines.count) }, columns: columns)
        let placed = zip(tiles, places)
        let height = placed.reduce(0) { max($0, $1.1.row + $1.0.lines.count) }
        let top = scroll(placed.first { $0.0.id == model.selected }.map { ($0.1.row, $0.0.lines.count) }, height: height, available: available)
        return (top..<min(height, top + available)).map { row in
            var line = ""
            var column = 0
            for (tile, place) in placed where tile.lines.indices.contains(row - place.row) {
                line += String(repeating: " ", count: max(0, place.column - column)) + tile.lines[row - place.row]
                column = place.column + tile.columns
            }
            return line
        }
    }

    /// The first row to show, so that the selected widget is in the middle, or its top where it is higher than the terminal.
    static func scroll(_ selected: (row: Int, rows: Int)?, height: Int, available: Int) -> Int {
        guard height > available, let selected else { return 0 }
        let centered = selected.rows > available ? selected.row : selected.row - (available - selected.rows) / 2
        return min(max(0, centered), height - available)
    }
}
