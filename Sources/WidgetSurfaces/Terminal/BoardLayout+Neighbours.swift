/// Where an arrow key leads.
public enum BoardDirection: Sendable, Hashable, CaseIterable {
    case left, right, up, down
}

extension BoardLayout {
    /// The card that lies next to `index` in a direction; nil: none does.
    ///
    /// To the left and the right lies only what shares a row with it. Above and below it is the nearest card whose edge is beyond its own, where a column aside counts as much as a
    /// row away; of two as near, the one whose left edge is nearer to its own.
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

extension CellRect {
    /// How many rows one would have to move so that the two share one; 0: they do.
    fileprivate func rowDistance(to other: CellRect) -> Int { Self.distance(row..<endRow, other.row..<other.endRow) }
    fileprivate func columnDistance(to other: CellRect) -> Int { Self.distance(column..<endColumn, other.column..<other.endColumn) }

    private static func distance(_ a: Range<Int>, _ b: Range<Int>) -> Int { max(0, max(a.lowerBound, b.lowerBound) - min(a.upperBound, b.upperBound) + 1) }
}
