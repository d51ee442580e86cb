import WidgetCore

/// Where the cards of a board lie: each as far up, and then as far left, as there is room, in the order in which they come; each section is below the one
/// before. Pure.
public struct BoardLayout: Sendable, Hashable {
    /// The columns of the terminal.
    public let columns: Int
    /// The place of each card; none is wider than the terminal.
    public private(set) var places: [CellRect] = []
    /// Rows that all cards take together.
    public private(set) var rows = 0

    /// Columns between cards; rows have none, because frames have their own edges.
    static let gap = 1

    public init(sizes: [CellSize], columns: Int) { self.init(sections: [sizes], columns: columns) }

    /// - Parameter sections: one below the other.
    public init(sections: [[CellSize]], columns: Int) {
        self.columns = min(max(1, columns), SurfaceLimits.cells)
        // The first free row of each column: what is above it is taken.
        var floor = [Int](repeating: 0, count: self.columns)
        var current = 0
        for (section, size) in sections.enumerated().flatMap({ section in section.element.map { (section.offset, $0) } }) {
            if section != current {
                current = section
                floor = Array(repeating: rows, count: self.columns)
            }
            let size = CellSize(columns: min(max(1, size.columns), self.columns), rows: min(max(1, size.rows), SurfaceLimits.cells))
            var best: (column: Int, row: Int)?
            for column in 0...(self.columns - size.columns) {
                let row = floor[column..<column + size.columns].max() ?? 0
                if best.map({ row < $0.row }) ?? true { best = (column, row) }
            }
            let place = CellRect(column: best?.column ?? 0, row: best?.row ?? 0, size: size)
            places.append(place)
            for column in place.column..<min(self.columns, place.column + size.columns + Self.gap) { floor[column] = place.row + size.rows }
            rows = max(rows, place.row + size.rows)
        }
    }

    /// The first row that can be at the top of a screen of `height` rows, where `row` is asked for.
    public func clampedScroll(_ row: Int, height: Int) -> Int { max(0, min(row, rows - contentHeight(of: height))) }

    /// The indices of the cards that are to be seen, so that only they need to be drawn.
    public func visible(scroll: Int, height: Int) -> [Int] {
        let top = clampedScroll(scroll, height: height)
        let window = CellRect(column: 0, row: top, size: CellSize(columns: columns, rows: contentHeight(of: height)))
        return places.indices.filter { places[$0].intersection(window).size.rows > 0 }
    }

    /// The screen: exactly `height` lines of ``columns`` cells. Where not everything fits, the last line says how much there is above and below.
    /// - Parameters:
    ///   - cards: those of ``visible(scroll:height:)``, by index, drawn in the size of their place; one that is missing stays empty.
    ///   - moving: the places of cards that are on their way to their own. They lie over the others.
    public func screen(
        _ cards: [Int: RenderedWidget], moving: [Int: CellRect] = [:], scroll: Int, height: Int, traits: SurfaceTraits
    ) -> RenderedWidget {
        let height = min(max(1, height), SurfaceLimits.cells)
        let top = clampedScroll(scroll, height: height)
        let content = contentHeight(of: height)
        var canvas = Canvas(size: CellSize(columns: columns, rows: content))
        var tick: Timestamp?
        var pictures: [PicturePlacement] = []
        let visible = visible(scroll: top, height: height)
        for index in visible.filter({ moving[$0] == nil }) + visible.filter({ moving[$0] != nil }) {
            guard let card = cards[index] else { continue }
            let place = moving[index] ?? places[index]
            canvas.copy(card.lines, column: place.column, row: place.row - top)
            pictures += card.pictures.map { picture in
                var picture = picture
                picture.place.column += place.column
                picture.place.row += place.row - top
                return picture
            }
            if let next = card.nextTick { tick = min(tick ?? next, next) }
        }
        var lines = canvas.lines
        if content < height { lines.append(note(top: top, content: content, isUnicode: traits.isUnicode)) }
        // A picture that isn't wholly in sight stays drawn with cells.
        pictures.removeAll { $0.place.intersection(canvas.bounds) != $0.place }
        return RenderedWidget(size: CellSize(columns: columns, rows: height), lines: lines, nextTick: tick, pictures: pictures)
    }

    /// Rows for cards: all, or all but one for the note where not everything fits.
    private func contentHeight(of height: Int) -> Int { rows > height && height > 1 ? height - 1 : max(1, height) }

    private func note(top: Int, content: Int, isUnicode: Bool) -> [Cell] {
        let above = places.count { $0.row < top }
        let below = places.count { $0.row + $0.size.rows > top + content }
        var parts: [String] = []
        if above > 0 { parts.append("\(isUnicode ? "↑" : "^") \(above) above") }
        if below > 0 { parts.append("\(isUnicode ? "↓" : "v") \(below) below") }
        var canvas = Canvas(size: CellSize(columns: columns, rows: 1))
        var style = CellStyle()
        style.isDim = true
        let text = SafeText.line(parts.joined(separator: isUnicode ? " · " : ", "), isUnicode: isUnicode)
        canvas.write(TextLayout.truncated(text, to: columns, isUnicode: isUnicode), column: 0, row: 0, style: style, clip: canvas.bounds)
        return canvas.lines[0]
    }

    /// The card that lies next to `index` in a direction; nil: none does.
    ///
    /// To the left and the right it is a card that shares a row with this one. Above and below it is the nearest card whose edge is beyond this one's; a column
    /// aside counts as much as a row away. If two are as near, it is the one whose left edge is nearer.
    public func neighbour(of index: Int, toward direction: BoardDirection) -> Int? {
        guard places.indices.contains(index) else { return nil }
        let from = places[index]
        var best: (distance: Int, shift: Int, index: Int)?
        for (other, place) in places.enumerated() where other != index {
            let gap =
                switch direction {
                case .left: from.column - place.endColumn
                case .right: place.column - from.endColumn
                case .up: from.row - place.endRow
                case .down: place.row - from.endRow
                }
            guard gap >= 0 else { continue }
            let isSideways = direction == .left || direction == .right
            let aside = isSideways ? from.rowDistance(to: place) : from.columnDistance(to: place)
            if isSideways, aside > 0 { continue }
            let shift = isSideways ? abs(place.row - from.row) : abs(place.column - from.column)
            let candidate = (gap + aside, shift, other)
            if best.map({ candidate < ($0.distance, $0.shift, $0.index) }) ?? true { best = candidate }
        }
        return best?.index
    }

    /// The card at a column and a row of the board; nil: there is none.
    public func index(atColumn column: Int, row: Int) -> Int? { places.firstIndex { $0.contains(column: column, row: row) } }
}

/// Where an arrow key leads.
public enum BoardDirection: Sendable, Hashable, CaseIterable {
    case left, right, up, down
}

extension CellRect {
    /// How many rows one would have to move so that the two share one; 0: they do.
    fileprivate func rowDistance(to other: CellRect) -> Int { Self.distance(row..<endRow, other.row..<other.endRow) }
    fileprivate func columnDistance(to other: CellRect) -> Int { Self.distance(column..<endColumn, other.column..<other.endColumn) }

    private static func distance(_ a: Range<Int>, _ b: Range<Int>) -> Int { max(0, max(a.lowerBound, b.lowerBound) - min(a.upperBound, b.upperBound) + 1) }
}
