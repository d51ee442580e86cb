import CommandRendering
import WidgetAPI
import WidgetCore

/// The board's lines for a terminal of some size.
enum BoardFrame {
    /// Rows above the widgets.
    static let headerRows = 1
    /// Rows that a header and a footer take.
    static let chromeRows = headerRows + 2

    /// Rows between header and footer on a terminal of `rows`.
    static func bodyRows(_ rows: Int) -> Int { max(0, rows - chromeRows) }

    /// As many lines as the terminal has rows.
    ///
    /// - Parameter body: the widgets, one line for each of ``bodyRows(_:)``.
    static func lines(_ model: BoardModel, body: [String], columns: Int, rows: Int, _ style: Style) -> [String] {
        let header = header(model, columns: columns, style)
        let footer = footer(model, columns: columns, style)
        let available = bodyRows(rows)
        // A terminal without room for anything else shows the last lines: they say how to leave.
        guard available > 0 else { return Array(([header] + footer).suffix(max(0, rows))) }
        var middle = body
        if model.showsHelp {
            middle = help(columns: columns)
        } else if model.selected == nil, model.link == .live {
            middle = [DisplayWidth.truncated("No widgets are placed: widgetctl place KIND places one.", to: columns)]
        }
        middle = Array(middle.prefix(available))
        middle += Array(repeating: "", count: available - middle.count)
        return [header] + middle + footer
    }

    // MARK: Around the widgets

    private static func header(_ model: BoardModel, columns: Int, _ style: Style) -> String {
        switch model.link {
        case .live: return style(.dim, DisplayWidth.truncated("widgetd  " + counts(model) + pages(model), to: columns))
        case .lost(let why): return style(.red, DisplayWidth.truncated("Not connected, trying again: \(PlainText.line(why))", to: columns))
        }
    }

    private static func counts(_ model: BoardModel) -> String {
        let counts = [
            (model.activities.ids.count, "activity", "activities"), (model.widgets.ids.count, "widget", "widgets"),
            (model.controls.ids.count, "control", "controls"),
        ]
        // Widgets are always counted, so that a board without any says so.
        return counts.filter { $0.0 > 0 || $0.1 == "widget" }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }.joined(separator: ", ")
    }

    /// The pages, where there are several.
    private static func pages(_ model: BoardModel) -> String {
        let pages = model.pages
        guard pages.count > 1 else { return "" }
        return ", page " + pages.map { $0 == model.page ? "[\($0)]" : "\($0)" }.joined(separator: " ")
    }

    /// The trouble of the selected item.
    private static func trouble(_ model: BoardModel) -> String {
        switch model.selected {
        case .activity(let id): model.activities[id].map { $0.isAway ? $0.unavailable : $0.lastError } ?? ""
        case .widget(let id): model.widgets[id].map { [$0.unavailable, $0.lastError].first { !$0.isEmpty } ?? "" } ?? ""
        case .control(let id): model.controls[id].map { [$0.actionError, $0.unavailable, $0.loadError].first { !$0.isEmpty } ?? "" } ?? ""
        case .ended, nil: ""
        }
    }

    private static func keys(_ model: BoardModel) -> [String] {
        let keys = ["q quit", "? help"] + model.actions.enumerated().map { "\($0.offset + 1) \(PlainText.line($0.element))" }
        return switch model.selected {
        case .activity: Array(keys.prefix(2)) + ["v view", "x dismiss"] + keys.dropFirst(2)
        case .ended: keys + ["Enter unfold", "x dismiss all"]
        case .widget(let id): Array(keys.prefix(2)) + ["r reload"] + (model.stack(of: id) == nil ? [] : ["( ) turn"]) + keys.dropFirst(2)
        case .control: keys + ["Enter press"]
        case nil: keys
        }
    }

    /// Two lines: the message, and the keys.
    private static func footer(_ model: BoardModel, columns: Int, _ style: Style) -> [String] {
        let message = model.note.isEmpty ? PlainText.line(trouble(model)) : model.note
        return [
            style(model.note.isEmpty ? .yellow : nil, DisplayWidth.truncated(message, to: columns)), style(.dim, keys(keys(model), columns: columns)),
        ]
    }

    /// As many as fit, each whole; the help has all of them.
    private static func keys(_ items: [String], columns: Int) -> String {
        for count in stride(from: items.count, through: 1, by: -1) {
            let line = items.prefix(count).joined(separator: "  ") + (count < items.count ? "  …" : "")
            if DisplayWidth.of(line) <= columns { return line }
        }
        return DisplayWidth.truncated(items[0], to: columns)
    }

    private static func help(columns: Int) -> [String] {
        let keys = [
            ("arrows, h j k l", "select what lies there"), ("Tab, Shift-Tab", "the next, the one before"), ("Home, End", "the first, the last"),
            ("Page Up, Page Down", "go on by a screen"), ("1 to 9", "perform an action"), ("Enter", "act, press, or unfold"),
            ("o", "open its link"), ("v", "unfold or fold an activity"), ("x", "dismiss an activity"), ("r", "ask for a new timeline"),
            ("< >, Shift and arrows", "move a widget"), ("[ ]", "turn the page"), ("( ), wheel", "turn a stack"),
            ("click", "select, open or press"), ("Shift and the mouse", "select text, as elsewhere"), ("?, q, Ctrl-C", "this help; quit"),
        ]
        let lines = keys.map { $0.0 + String(repeating: " ", count: max(2, 24 - $0.0.count)) + $0.1 }
        // On a narrow terminal, the text for a key stands below the key.
        let isNarrow = lines.contains { DisplayWidth.of($0) > columns }
        return (isNarrow ? keys.flatMap { [$0.0, "  \($0.1)"] } : lines).map { DisplayWidth.truncated($0, to: columns) }
    }
}
