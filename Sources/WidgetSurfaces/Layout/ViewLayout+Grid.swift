import WidgetCore

extension ViewLayout {
    /// A grid, laid out.
    struct GridPlan {
        var size = CellSize.zero
        var columnWidths: [Int] = []
        var rowHeights: [Int] = []
        var horizontalSpacing = 0
        var verticalSpacing = 0
    }

    mutating func gridLayout(of node: Int, horizontalSpacing: Double?, verticalSpacing: Double?, in offer: CellSize, grows: Bool) -> GridPlan {
        var plan = GridPlan()
        let rows = index.children[node]
        guard !rows.isEmpty, offer.columns > 0, offer.rows > 0 else { return plan }
        plan.verticalSpacing = verticalSpacing.map(Points.rows) ?? 0
        plan.horizontalSpacing = horizontalSpacing.map(Points.columns) ?? 1

        // What each column's widest cell takes by itself; views that aren't in a row reach over all columns.
        var widths: [Int] = []
        var growing: [Bool] = []
        for row in rows where isGridRow(row) {
            for (column, cell) in index.children[row].enumerated() {
                if column == widths.count {
                    widths.append(0)
                    growing.append(false)
                }
                widths[column] = max(widths[column], size(of: cell, in: offer, grows: false).columns)
                growing[column] = growing[column] || index.growsHorizontally[cell]
            }
        }
        let available = max(0, offer.columns - plan.horizontalSpacing * max(0, widths.count - 1))
        let needed = widths.reduce(0, +)
        widths = needed <= available ? Self.grown(widths, growing: grows ? growing : [], to: available) : Self.shrunk(widths, to: available)
        plan.columnWidths = widths
        var width = widths.reduce(plan.horizontalSpacing * max(0, widths.count - 1), +)

        var heights: [Int] = []
        for row in rows {
            if isGridRow(row) {
                var height = 0
                for (column, cell) in index.children[row].enumerated() {
                    height = max(height, size(of: cell, in: CellSize(columns: widths[column], rows: offer.rows), grows: false).rows)
                }
                heights.append(height)
            } else {
                let spanning = size(of: row, in: offer, grows: grows && !index.growsVertically[row])
                width = max(width, spanning.columns)
                heights.append(spanning.rows)
            }
        }
        let gaps = max(0, rows.count - 1)
        if heights.reduce(plan.verticalSpacing * gaps, +) > offer.rows { plan.verticalSpacing = 0 }
        if heights.reduce(0, +) > offer.rows { heights = Self.shrunk(heights, to: offer.rows) }
        plan.rowHeights = heights
        plan.size = CellSize(columns: width, rows: heights.reduce(plan.verticalSpacing * gaps, +)).clamped(to: offer)
        return plan
    }

    func isGridRow(_ node: Int) -> Bool { index.archive.nodes[node].content == .gridRow }
}
