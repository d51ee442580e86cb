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

    /// The lines, and when they look different without an event. Only what is in sight is drawn.
    func lines(_ model: BoardModel, now: Timestamp) -> (lines: [String], nextChange: Timestamp?) {
        let drawing = WidgetDrawing(color: traits.color, isUnicode: traits.isUnicode, now: now, zoneOffset: SystemClock.offset)
        let cards = Cards(model, drawing: drawing, columns: traits.columns)
        let layout = BoardLayout(sections: cards.sizes, columns: traits.columns)
        let height = BoardFrame.bodyRows(traits.rows)
        let selected = model.selected.flatMap { cards.items.firstIndex(of: $0) }
        let scroll = BoardFrame.scroll(selected.map { (layout.places[$0].row, layout.places[$0].size.rows) }, height: layout.rows, available: height)
        var drawn: [Int: RenderedWidget] = [:]
        for index in layout.visible(scroll: scroll, height: height) {
            drawn[index] = cards.draw(index, size: layout.places[index].size, isSelected: index == selected)
        }
        let screen = layout.screen(drawn, scroll: scroll, height: height, traits: drawing.traits)
        let style = Style(isColored: traits.color != .none)
        let body = height > 0 ? screen.ansiLines(traits.color) : []
        return (BoardFrame.lines(model, body: body, columns: traits.columns, rows: traits.rows, style), screen.nextTick)
    }
}

extension BoardDrawing {
    /// What is on the board, as cards.
    private struct Cards {
        let drawing: WidgetDrawing
        let activities: [ProtoActivitySnapshot]
        let widgets: [ProtoWidgetSnapshot]
        let controls: [ProtoControlSnapshot]
        /// Of the activities, the widgets and the controls.
        let sizes: [[CellSize]]

        init(_ model: BoardModel, drawing: WidgetDrawing, columns: Int) {
            self.drawing = drawing
            activities = Array(model.shownActivities.prefix(BoardLimits.activities))
            widgets = model.widgets.ids.prefix(BoardLimits.widgets).compactMap { model.widgets[$0] }
            controls = model.controls.ids.prefix(BoardLimits.controls).compactMap { model.controls[$0] }
            sizes = [
                activities.map { ActivityDrawing(drawing: drawing, limit: columns).boardSize($0) }, widgets.map { drawing.boardSize($0, limit: columns) },
                controls.map { _ in ControlDrawing.boardSize(limit: columns) },
            ]
        }

        var items: [BoardItem] {
            activities.map { .activity($0.activity.id) } + widgets.map { .widget($0.widget.id) } + controls.map { .control($0.control.id) }
        }

        func draw(_ index: Int, size: CellSize, isSelected: Bool) -> RenderedWidget {
            var index = index
            if index < activities.count {
                return ActivityDrawing(drawing: drawing, limit: size.columns).boardCard(activities[index], size: size, isSelected: isSelected)
            }
            index -= activities.count
            if index < widgets.count { return drawing.boardCard(widgets[index], size: size, isSelected: isSelected) }
            return ControlDrawing(drawing: drawing).boardCard(controls[index - widgets.count], size: size, isSelected: isSelected)
        }
    }
}
