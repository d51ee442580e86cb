import WidgetSurfaces

/// The cards that the board showed last. Clicks, and keys that go by places, refer to it.
struct BoardScene {
    var items: [BoardItem] = []
    var layout = BoardLayout(sizes: [], columns: 1)
    /// The row of the layout at the top of the screen.
    var top = 0
    /// Rows of the screen for the layout.
    var height = 0
    /// The actions on each card that was drawn, by its index.
    var actions: [Int: [RenderedWidget.Action]] = [:]

    private func place(of item: BoardItem) -> Int? { items.firstIndex(of: item).flatMap { layout.places.indices.contains($0) ? $0 : nil } }

    /// The item next to `item`; nil: there is none.
    func neighbour(of item: BoardItem, toward direction: BoardDirection) -> BoardItem? {
        place(of: item).flatMap { layout.neighbour(of: $0, toward: direction) }.map { items[$0] }
    }

    /// The item a screen further down or up than `item`, as near as can be; the last or the first where there is less.
    func far(from item: BoardItem, isDown: Bool) -> BoardItem? {
        guard let index = place(of: item) else { return nil }
        let from = layout.places[index]
        let step = max(1, height - 1)
        let row = from.row + (isDown ? step : -step)
        let candidates = layout.places.indices.filter { isDown ? layout.places[$0].row > from.row : layout.places[$0].row < from.row }
        let nearest = candidates.min { a, b in
            let (x, y) = (layout.places[a], layout.places[b])
            return (abs(x.row - row), abs(x.column - from.column)) < (abs(y.row - row), abs(y.column - from.column))
        }
        return nearest.map { items[$0] } ?? (isDown ? items.last : items.first)
    }

    /// The item at a cell of the screen's rows for the layout, and the action there.
    func target(column: Int, row: Int) -> (item: BoardItem, action: String?)? {
        guard row >= 0, row < height, let index = layout.index(atColumn: column, row: row + top), items.indices.contains(index) else { return nil }
        let place = layout.places[index]
        // The card that was drawn last lies in front.
        let action = actions[index]?.last { $0.place.contains(column: column - place.column, row: row + top - place.row) }
        return (items[index], action?.id)
    }

    /// The item that the user sees at the top, and how many of its rows are above the screen.
    private var anchor: (item: BoardItem, offset: Int)? {
        guard let index = layout.visible(scroll: top, height: height).min(by: { layout.places[$0].row < layout.places[$1].row }) else { return nil }
        return items.indices.contains(index) ? (items[index], top - layout.places[index].row) : nil
    }

    /// The row at the top of the next scene. The item at the top stays there, whatever came or went above it, and so does the top of the board. It moves only
    /// as far as `revealed` needs.
    func nextTop(_ items: [BoardItem], _ layout: BoardLayout, height: Int, revealing revealed: BoardItem?) -> Int {
        var next = top
        if top > 0, let anchor, let index = items.firstIndex(of: anchor.item), layout.places.indices.contains(index) {
            next = layout.places[index].row + anchor.offset
        }
        if let revealed, let index = items.firstIndex(of: revealed), layout.places.indices.contains(index) {
            let place = layout.places[index]
            // The last row says how much there is above and below.
            let rows = layout.rows > height ? height - 1 : height
            if place.row + place.size.rows > next + rows { next = place.row + place.size.rows - rows }
            if place.row < next { next = place.row }
        }
        return layout.clampedScroll(next, height: height)
    }
}

/// Something on the board that can be selected, by its id.
enum BoardItem: Hashable {
    case activity(String)
    /// The line of all activities that have ended.
    case ended
    case widget(String)
    case control(String)
}
