import WidgetAPI
import WidgetCore
import WidgetSurfaces

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

    /// The lines, and when they look different without an event. Only widgets that are in sight are drawn.
    func lines(_ model: BoardModel, now: Timestamp) -> (lines: [String], nextChange: Timestamp?) {
        let drawing = WidgetDrawing(color: traits.color, isUnicode: traits.isUnicode, now: now, zoneOffset: SystemClock.offset)
        let widgets = model.order.prefix(BoardLimits.widgets).compactMap { model.widgets[$0] }
        let layout = BoardLayout(sizes: widgets.map { drawing.boardSize($0, limit: traits.columns) }, columns: traits.columns)
        let height = BoardFrame.bodyRows(traits.rows)
        let selected = widgets.firstIndex { $0.widget.id == model.selected }
        let scroll = BoardFrame.scroll(selected.map { (layout.places[$0].row, layout.places[$0].size.rows) }, height: layout.rows, available: height)
        var cards: [Int: RenderedWidget] = [:]
        for index in layout.visible(scroll: scroll, height: height) {
            cards[index] = drawing.boardCard(widgets[index], size: layout.places[index].size, isSelected: index == selected)
        }
        let screen = layout.screen(cards, scroll: scroll, height: height, traits: drawing.traits)
        let style = Style(isColored: traits.color != .none)
        let body = height > 0 ? screen.ansiLines(traits.color) : []
        return (BoardFrame.lines(model, body: body, columns: traits.columns, rows: traits.rows, style), screen.nextTick)
    }
}
