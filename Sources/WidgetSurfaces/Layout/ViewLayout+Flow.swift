import WidgetCore

// Buttons beside each other that have no room in one line go on in the next, as words do.
extension ViewLayout {
    /// Where such buttons stand.
    struct FlowPlan {
        /// By position among the children; nil: it takes no room.
        var places: [CellRect?]
        var size: CellSize
    }

    /// The lines of a stack of buttons, toggles and links; nil: it has other children, or they fit beside each other, or their lines don't fit below each other.
    mutating func flowPlan(of node: Int, spacing: Double?, in offer: CellSize) -> FlowPlan? {
        let children = index.children[node]
        guard offer.rows > 1, children.count(where: isTappable) > 1, children.allSatisfy({ isTappable($0) || isSpacer($0) }) else { return nil }
        let gap = max(1, spacing.map(Points.columns) ?? 1)
        let sizes = children.map { isSpacer($0) ? .zero : size(of: $0, in: offer, grows: false) }
        let shown = sizes.filter { $0.columns > 0 }
        guard shown.reduce(gap * (shown.count - 1), { $0 + $1.columns }) > offer.columns else { return nil }
        var plan = FlowPlan(places: [], size: .zero)
        var (column, row, height) = (0, 0, 0)
        for size in sizes {
            guard size.columns > 0 else {
                plan.places.append(nil)
                continue
            }
            if column > 0, column + size.columns > offer.columns {
                row += height
                (column, height) = (0, 0)
            }
            plan.places.append(CellRect(column: column, row: row, size: size))
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
