import WidgetCore

extension ViewLayout {
    /// The lengths of a stack's children along its axis, and what lies between them.
    struct StackPlan {
        var sizes: [CellSize]
        var spacing: Int
        /// The children from the first on that have room; the others aren't drawn.
        var shown: [Int]
    }

    mutating func stackSize(of node: Int, axis: StackAxis, spacing: Double?, in offer: CellSize, grows: Bool) -> CellSize {
        let plan = stackPlan(of: node, axis: axis, spacing: spacing, in: offer, grows: grows)
        let lengths = plan.shown.map { plan.sizes[$0] }
        let gaps = plan.spacing * max(0, lengths.count - 1)
        return axis == .horizontal
            ? CellSize(columns: lengths.reduce(gaps) { $0 + $1.columns }, rows: lengths.map(\.rows).max() ?? 0)
            : CellSize(columns: lengths.map(\.columns).max() ?? 0, rows: lengths.reduce(gaps) { $0 + $1.rows })
    }

    mutating func stackPlan(of node: Int, axis: StackAxis, spacing: Double?, in offer: CellSize, grows: Bool) -> StackPlan {
        let children = index.children[node]
        let isHorizontal = axis == .horizontal
        guard !children.isEmpty, offer.columns > 0, offer.rows > 0 else { return StackPlan(sizes: children.map { _ in .zero }, spacing: 0, shown: []) }
        let length = isHorizontal ? offer.columns : offer.rows
        let natural = children.map { child in
            let size = size(of: child, in: offer, grows: false)
            return isHorizontal ? size.columns : size.rows
        }
        var gap = isHorizontal ? spacing.map(Points.columns) ?? 1 : spacing.map(Points.rows) ?? 0
        // Where there is little room, the views go before the gaps between them. Views side by side still need one column.
        let needed = natural.reduce(0, +)
        let least = isHorizontal ? min(gap, 1) : 0
        gap = max(least, min(gap, (length - needed) / max(1, children.count - 1)))
        let available = max(0, length - gap * (children.count - 1))
        let growing = children.map { isHorizontal ? index.growsHorizontally[$0] : index.growsVertically[$0] }
        let shares =
            needed <= available
            ? Self.grown(natural, growing: grows ? growing : [], to: available)
            : settled(Self.shrunk(natural, to: available), of: children, natural: natural, axis: axis, in: offer, available: available, grows: grows)
        var sizes: [CellSize] = []
        var shown: [Int] = []
        var used = 0
        for (position, child) in children.enumerated() {
            // A view without room for the gap before it isn't drawn.
            let room = min(shares[position], length - used - (shown.isEmpty ? 0 : gap))
            let share = isHorizontal ? CellSize(columns: room, rows: offer.rows) : CellSize(columns: offer.columns, rows: room)
            let size = size(of: child, in: share, grows: grows)
            sizes.append(size)
            let along = isHorizontal ? size.columns : size.rows
            let isSpacer = if case .spacer? = index.archive.nodes[child].content { true } else { false }
            guard along > 0 || isSpacer && room >= 0 else { continue }
            used += along + (shown.isEmpty ? 0 : gap)
            shown.append(position)
        }
        return StackPlan(sizes: sizes, spacing: gap, shown: shown)
    }

    /// The shares of a stack that is too short for its children. The part of a share that a child doesn't need goes to children that were cut, first to those
    /// that lack least. A figure in large letters, for example, needs three rows or one, and leaves one row of a share of two.
    private mutating func settled(
        _ shares: [Int], of children: [Int], natural: [Int], axis: StackAxis, in offer: CellSize, available: Int, grows: Bool
    ) -> [Int] {
        func length(of child: Int, _ share: Int) -> Int {
            axis == .horizontal
                ? size(of: child, in: CellSize(columns: share, rows: offer.rows), grows: grows).columns
                : size(of: child, in: CellSize(columns: offer.columns, rows: share), grows: grows).rows
        }
        var result = children.indices.map { length(of: children[$0], shares[$0]) }
        var left = available - result.reduce(0, +)
        guard left > 0 else { return shares }
        for position in result.indices.sorted(by: { (natural[$0] - result[$0], $0) < (natural[$1] - result[$1], $1) })
        where natural[position] > result[position] {
            let longer = length(of: children[position], min(natural[position], result[position] + left))
            guard longer > result[position] else { continue }
            left -= longer - result[position]
            result[position] = longer
        }
        return result
    }

    /// `lengths` with what is left of `available` shared by those that grow; the first ones get the remainder.
    static func grown(_ lengths: [Int], growing: [Bool], to available: Int) -> [Int] {
        let count = growing.count { $0 }
        guard count > 0 else { return lengths }
        let rest = available - lengths.reduce(0, +)
        var result = lengths
        var position = 0
        for index in lengths.indices where growing[index] {
            result[index] += rest / count + (position < rest % count ? 1 : 0)
            position += 1
        }
        return result
    }

    /// `lengths` cut so that they fit: a child that needs less than its share gets what it needs, and the others share the rest. Where there isn't even one
    /// cell for each, the first ones get one.
    static func shrunk(_ lengths: [Int], to available: Int) -> [Int] {
        var result = lengths
        var remaining = available
        if available < lengths.count(where: { $0 > 0 }) {
            for index in lengths.indices {
                result[index] = min(lengths[index], 1, remaining)
                remaining -= result[index]
            }
            return result
        }
        let order = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
        for (position, index) in order.enumerated() {
            let share = remaining / (order.count - position)
            result[index] = min(lengths[index], share)
            remaining -= result[index]
        }
        return result
    }

    /// A grid, laid out.
    struct GridPlan {
        enum Row {
            /// Cells, and their alignment from top to bottom where it isn't the grid's.
            case cells([Int], alignment: ViewAlignment?)
            /// A view that reaches over all columns.
            case spanning(Int)
        }

        var rows: [Row] = []
        var size = CellSize.zero
        var columnWidths: [Int] = []
        var rowHeights: [Int] = []
        var horizontalSpacing = 0
        var verticalSpacing = 0
    }

    /// - Parameter columns: of a grid whose children lie in lines of this many; nil: its children are rows.
    mutating func gridLayout(
        of node: Int, columns lineLength: Int? = nil, horizontalSpacing: Double?, verticalSpacing: Double?, in offer: CellSize, grows: Bool
    ) -> GridPlan {
        var plan = GridPlan()
        guard !index.children[node].isEmpty, offer.columns > 0, offer.rows > 0 else { return plan }
        plan.rows = rows(of: node, columns: lineLength)
        plan.verticalSpacing = verticalSpacing.map(Points.rows) ?? 0
        plan.horizontalSpacing = horizontalSpacing.map(Points.columns) ?? 1

        // A column takes the width of its widest cell; views that aren't in a row reach over all columns.
        var widths: [Int] = []
        var growing: [Bool] = []
        for case .cells(let cells, _) in plan.rows {
            for (column, cell) in cells.enumerated() {
                if column == widths.count {
                    widths.append(0)
                    growing.append(false)
                }
                widths[column] = max(widths[column], size(of: cell, in: offer, grows: false).columns)
                growing[column] = growing[column] || lineLength != nil || index.growsHorizontally[cell]
            }
        }
        let available = max(0, offer.columns - plan.horizontalSpacing * max(0, widths.count - 1))
        let needed = widths.reduce(0, +)
        widths = needed <= available ? Self.grown(widths, growing: grows ? growing : [], to: available) : Self.shrunk(widths, to: available)
        plan.columnWidths = widths
        var width = widths.reduce(plan.horizontalSpacing * max(0, widths.count - 1), +)

        var heights: [Int] = []
        for row in plan.rows {
            switch row {
            case .cells(let cells, _):
                var height = 0
                for (column, cell) in cells.enumerated() {
                    height = max(height, size(of: cell, in: CellSize(columns: widths[column], rows: offer.rows), grows: false).rows)
                }
                heights.append(height)
            case .spanning(let view):
                let spanning = size(of: view, in: offer, grows: grows && !index.growsVertically[view])
                width = max(width, spanning.columns)
                heights.append(spanning.rows)
            }
        }
        let gaps = max(0, plan.rows.count - 1)
        if heights.reduce(plan.verticalSpacing * gaps, +) > offer.rows { plan.verticalSpacing = 0 }
        if heights.reduce(0, +) > offer.rows { heights = Self.shrunk(heights, to: offer.rows) }
        plan.rowHeights = heights
        plan.size = CellSize(columns: width, rows: heights.reduce(plan.verticalSpacing * gaps, +)).clamped(to: offer)
        return plan
    }

    private func rows(of node: Int, columns: Int?) -> [GridPlan.Row] {
        let children = index.children[node]
        guard let columns else {
            return children.map { child in
                guard case .gridRow(let alignment) = index.archive.nodes[child].content else { return .spanning(child) }
                return .cells(index.children[child], alignment: alignment)
            }
        }
        return stride(from: 0, to: children.count, by: columns).map { .cells(Array(children[$0..<min($0 + columns, children.count)]), alignment: nil) }
    }

    mutating func lazyGridLayout(of node: Int, _ grid: LazyGrid, in offer: CellSize, grows: Bool) -> GridPlan {
        let children = index.children[node].count
        // A horizontal grid has a row for each item, so its columns follow from the number of children.
        let lines = grid.items.count
        var columns = grid.axis == .vertical ? lines : max(1, (children + lines - 1) / lines)
        if grid.axis == .vertical, lines == 1, case .adaptive(let minimum, _) = grid.items[0].size {
            columns = max(1, (offer.columns + 1) / (max(1, Points.columns(minimum)) + 1))
        }
        return gridLayout(
            of: node, columns: columns, horizontalSpacing: grid.axis == .vertical ? grid.items.first?.spacing : grid.spacing,
            verticalSpacing: grid.axis == .vertical ? grid.spacing : grid.items.first?.spacing, in: offer, grows: grows)
    }

    /// The first child that fits, or else the last.
    mutating func fittingChild(of node: Int, horizontally: Bool, vertically: Bool, in offer: CellSize) -> Int? {
        let room = CellSize(
            columns: horizontally ? SurfaceLimits.cells : offer.columns, rows: vertically ? max(offer.rows, SurfaceLimits.lines) : offer.rows)
        let children = index.children[node]
        for child in children {
            let size = size(of: child, in: room, grows: false)
            if size.columns <= offer.columns, size.rows <= offer.rows { return child }
        }
        return children.last
    }

    func isGridRow(_ node: Int) -> Bool { if case .gridRow = index.archive.nodes[node].content { true } else { false } }
}

// Buttons beside each other that have no room in one line go on in the next, as words do.
extension ViewLayout {
    /// The places of such buttons.
    struct FlowPlan {
        var places: [(node: Int, place: CellRect)]
        var size: CellSize
    }

    /// The lines of a stack or a grid of buttons, toggles and links; nil: it has other children, or they fit as they stand, or their lines don't fit below each
    /// other.
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

    /// Whether a button's label is one line, whose parts stand beside each other.
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
