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
        // Where it is tight, the views go before what lies between them; side by side they still need one column.
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
            // Without room for the gap before it a view isn't there.
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

    /// The shares of a stack that is too short for its children, where what some don't need of theirs goes to others that were cut: to those first that lack least.
    /// A figure in large letters needs three rows or one, so that of a share of two one row is left.
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

    /// `lengths` with what is left of `available` shared by those that grow; the first have what doesn't divide.
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

    /// `lengths` cut so that they fit: who needs less than its share gets it, and the others share the rest. Where there isn't even one for each, the first
    /// have one.
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
}
