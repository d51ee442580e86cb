import WidgetCore

// Buttons beside each other that have no room in one line go on in the next, as words do.
extension ViewLayout {
    /// Where such buttons stand.
    struct FlowPlan {
        var places: [(node: Int, place: CellRect)]
        var size: CellSize
    }

    /// The lines of a stack or a grid of buttons, toggles and links; nil: it has other children, or they fit as they stand, or their lines don't fit below each other.
    mutating func flowPlan(of node: Int, spacing: Double?, in offer: CellSize) -> FlowPlan? {
        let rows = index.children[node].allSatisfy(isGridRow) ? index.children[node].map { index.children[$0] } : [index.children[node]]
        let children = rows.flatMap(\.self)
        guard offer.rows > 1, children.count(where: isTappable) > 1, children.allSatisfy({ isTappable($0) || isSpacer($0) }) else { return nil }
        let gap = max(1, spacing.map(Points.columns) ?? 1)
        var sizes: [Int: CellSize] = [:]
        for child in children where !isSpacer(child) { sizes[child] = size(of: child, in: offer, grows: false) }
        // Each column of a grid is as wide as its widest cell.
        var columns: [Int] = []
        for column in 0..<(rows.map(\.count).max() ?? 0) {
            let widths = rows.map { row -> Int in column < row.count ? sizes[row[column]]?.columns ?? 0 : 0 }
            if let widest = widths.max(), widest > 0 { columns.append(widest) }
        }
        guard columns.reduce(gap * (columns.count - 1), +) > offer.columns else { return nil }
        var plan = FlowPlan(places: [], size: .zero)
        var (column, row, height) = (0, 0, 0)
        for child in children {
            guard let size = sizes[child], size.columns > 0 else { continue }
            if column > 0, column + size.columns > offer.columns {
                row += height
                (column, height) = (0, 0)
            }
            plan.places.append((child, CellRect(column: column, row: row, size: size)))
            height = max(height, size.rows)
            column += size.columns + gap
            plan.size = CellSize(columns: max(plan.size.columns, column - gap), rows: row + height)
        }
        return plan.size.rows <= offer.rows ? plan : nil
    }

    /// Whether what stands on a button is a line: its parts stand beside each other.
    func isOneLine(_ node: Int) -> Bool {
        guard case .button? = index.archive.nodes[node].content else { return false }
        return index.children[node].allSatisfy { child in
            switch index.archive.nodes[child].content {
            case .text, .liveText, .image, .label: index.children[child].isEmpty
            default: false
            }
        }
    }

    private func isTappable(_ node: Int) -> Bool {
        switch index.archive.nodes[node].content {
        case .button, .toggle, .link: true
        default: false
        }
    }

    private func isSpacer(_ node: Int) -> Bool {
        if case .spacer? = index.archive.nodes[node].content { true } else { false }
    }
}
