import CommandRendering
import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// Everything on the board, as cards: lines of activities, then widgets, then controls.
struct BoardCards {
    let items: [BoardItem]
    /// The sizes of the activities, the widgets and the controls.
    let sizes: [[CellSize]]
    private let model: BoardModel
    private let drawing: WidgetDrawing
    private let columns: Int
    private let ended: [ProtoActivitySnapshot]
    private let motion: (any BoardMotion)?

    init(_ model: BoardModel, drawing: WidgetDrawing, columns: Int, motion: (any BoardMotion)? = nil) {
        self.model = model
        self.drawing = drawing
        self.motion = motion
        self.columns = columns
        items = model.items
        ended = model.ended
        let activities = ActivityDrawing(drawing: drawing, limit: max(1, columns - Self.indent))
        var sizes: [[CellSize]] = [[], [], []]
        for item in items {
            switch item {
            case .activity(let id):
                let card = model.unfolded.contains(item) ? model.activities[id].map { activities.boardSize($0).rows } ?? 0 : 0
                let rows = (item == model.selected ? 2 : 1) + card
                sizes[0].append(CellSize(columns: columns, rows: rows))
            case .ended: sizes[0].append(CellSize(columns: columns, rows: 1))
            case .widget(let id):
                // The largest of its stack, so that turning moves no neighbour.
                let all = model.members(beside: id).compactMap { model.widgets[$0] }.map { drawing.boardSize($0, limit: columns) }
                sizes[1].append(CellSize(columns: all.map(\.columns).max() ?? 1, rows: all.map(\.rows).max() ?? 1))
            case .control: sizes[2].append(ControlDrawing.boardSize(limit: columns))
            }
        }
        self.sizes = sizes
    }

    /// Columns before what belongs to a line.
    private static let indent = 2

    func draw(_ index: Int, size: CellSize) -> RenderedWidget {
        let item = items[index]
        let isSelected = item == model.selected
        let missing = RenderedWidget(size: .init(columns: 0, rows: 0), lines: [])
        switch item {
        case .activity(let id): return model.activities[id].map { activity($0, item, size) } ?? missing
        case .ended: return line.ended(ended, isSelected: isSelected, isUnfolded: model.unfolded.contains(.ended))
        case .widget(let id): return model.widgets[id].map { widget($0, size, isSelected: isSelected) } ?? missing
        case .control(let id):
            return model.controls[id].map { seen(ControlDrawing(drawing: drawing).boardCard($0, size: size, isSelected: isSelected), item.name) } ?? missing
        }
    }

    /// A card as it is seen while it is animated.
    private func seen(_ card: RenderedWidget, _ name: String) -> RenderedWidget { motion?.frame(of: card, at: name) ?? card }

    private func widget(_ snapshot: ProtoWidgetSnapshot, _ size: CellSize, isSelected: Bool) -> RenderedWidget {
        let id = snapshot.widget.id
        let stack = model.stack(of: id)
        let card = drawing.boardCard(snapshot, size: size, isSelected: isSelected, inStack: stack.map { ($0.number, $0.count) })
        return seen(card, name(.widget(id)))
    }

    /// A name that no other card has. The cards of a stack have the same one, and become each other.
    func name(_ index: Int) -> String { name(items[index]) }

    private func name(_ item: BoardItem) -> String {
        if case .widget(let id) = item, let stack = model.stack(of: id) { return "stack \(stack.name)" }
        return item.name
    }

    private var line: ActivityRow { ActivityRow(drawing: drawing, columns: columns) }

    private func activity(_ snapshot: ProtoActivitySnapshot, _ item: BoardItem, _ size: CellSize) -> RenderedWidget {
        let isSelected = item == model.selected
        let first = line.first(snapshot, isSelected: isSelected, indent: snapshot.hasEnded ? Self.indent : 0)
        var parts = [seen(first, "\(item.name) line")]
        if isSelected { parts.append(line.second(snapshot, isUnfolded: model.unfolded.contains(item))) }
        if model.unfolded.contains(item) {
            let activities = ActivityDrawing(drawing: drawing, limit: max(1, columns - Self.indent))
            let card = seen(activities.boardCard(snapshot, size: activities.boardSize(snapshot), isSelected: false), item.name)
            parts.append(card.indented(by: min(Self.indent, columns - 1)))
        }
        return parts.stacked(columns: size.columns)
    }
}

extension RenderedWidget {
    /// With empty columns before it.
    fileprivate func indented(by columns: Int) -> RenderedWidget {
        var copy = self
        copy.size.columns += columns
        copy.lines = lines.map { Array(repeating: Cell(), count: columns) + $0 }
        for index in copy.actions.indices { copy.actions[index].place.column += columns }
        for index in copy.pictures.indices { copy.pictures[index].place.column += columns }
        return copy
    }
}
