import WidgetCore

/// Draws the views of an archive where layout puts them.
struct ViewPainter {
    var canvas: Canvas
    /// The earliest moment at which what was drawn looks different.
    private(set) var nextTick: Timestamp?
    /// The buttons and toggles that were drawn.
    var actions: [RenderedWidget.Action] = []
    /// The first line of text that was drawn, as it can be read; nil: none was.
    var firstLine: String?
    let index: ViewIndex
    let traits: SurfaceTraits
    var layout: ViewLayout

    /// What holds for a view and all within it.
    struct Scope {
        var clip: CellRect
        var opacity = 1.0
    }

    init(archive: ViewArchive, canvas: Canvas, traits: SurfaceTraits, isInvalidated: Bool) {
        self.canvas = canvas
        self.traits = traits
        index = ViewIndex(archive, traits: traits, isInvalidated: isInvalidated)
        layout = ViewLayout(index: index, traits: traits)
    }

    /// The container background first, then the root in its place.
    mutating func paint(content: CellRect, background: CellRect, alignment: ViewAlignment) {
        guard !index.archive.nodes.isEmpty else { return }
        if let node = index.background { paint(node, in: background, Scope(clip: background)) }
        let size = layout.size(of: 0, in: content.size, grows: true)
        paint(0, in: content.aligning(size, alignment), Scope(clip: content))
    }

    /// A view with its modifiers, from the outermost to the content.
    mutating func paint(_ node: Int, in place: CellRect, _ outer: Scope) {
        guard place.size.columns > 0, place.size.rows > 0 else { return }
        let sizes = layout.levels(of: node, in: place.size, grows: true)
        let modifiers = index.archive.nodes[node].modifiers
        var scope = outer
        var place = place
        for (level, modifier) in modifiers.enumerated().reversed() {
            let inner = sizes[level]
            switch modifier {
            case .padding(let insets):
                let cells = CellInsets(insets, in: place.size)
                let room = CellSize(columns: place.size.columns - cells.leading - cells.trailing, rows: place.size.rows - cells.top - cells.bottom)
                place = CellRect(column: place.column + cells.leading, row: place.row + cells.top, size: room).aligning(inner.clamped(to: room), .center)
            case .frame(let frame): place = place.aligning(inner.clamped(to: place.size), frame.alignment ?? .center)
            case .background(let color): if let color = CellColor(color), scope.opacity >= 0.1 { canvas.fill(place, background: color, clip: scope.clip) }
            case .opacity(let opacity): scope.opacity *= opacity
            case .offset(let x, let y):
                place.column += Points.signedColumns(x)
                place.row += Points.signedRows(y)
            default: break
            }
        }
        // What can hardly be seen isn't there.
        guard scope.opacity >= 0.1, place.size.columns > 0, place.size.rows > 0 else { return }
        paintContent(of: node, in: place, scope)
    }

    private mutating func paintContent(of node: Int, in place: CellRect, _ scope: Scope) {
        switch index.archive.nodes[node].content {
        case .stack(.depth, let alignment, _): paintDepth(node, alignment: alignment ?? .center, in: place, scope)
        case .stack(.horizontal, _, let spacing) where layout.flowPlan(of: node, spacing: spacing, in: place.size) != nil:
            if let plan = layout.flowPlan(of: node, spacing: spacing, in: place.size) { paintFlow(plan, in: place, scope) }
        case .stack(let axis, let alignment, let spacing): paintStack(node, axis: axis, alignment: alignment ?? .center, spacing: spacing, in: place, scope)
        case .gridRow: paintStack(node, axis: .horizontal, alignment: .center, spacing: nil, in: place, scope)
        case .containerBackground: paintDepth(node, alignment: .center, in: place, scope)
        case .grid(_, let horizontal, _) where layout.flowPlan(of: node, spacing: horizontal, in: place.size) != nil:
            if let plan = layout.flowPlan(of: node, spacing: horizontal, in: place.size) { paintFlow(plan, in: place, scope) }
        case .grid(let alignment, let horizontal, let vertical):
            let plan = layout.gridLayout(of: node, horizontalSpacing: horizontal, verticalSpacing: vertical, in: place.size, grows: true)
            paintGrid(node, plan, alignment: alignment ?? .center, in: place, scope)
        case .button, .link, .toggle: paintWrapped(node, in: place, scope)
        case .spacer: break
        case .divider: paintDivider(node, in: place, scope)
        case .shape(let shape): paintShape(node, shape, in: place, scope)
        case .chart(let chart): paintChart(node, chart, in: place, scope)
        case nil where !index.children[node].isEmpty && index.archive.nodes[node].fallback.isEmpty:
            paintStack(node, axis: .vertical, alignment: .center, spacing: nil, in: place, scope)
        default: paintLeaf(node, in: place, scope)
        }
    }

    private mutating func paintDepth(_ node: Int, alignment: ViewAlignment, in place: CellRect, _ scope: Scope) {
        for child in index.children[node] {
            let size = layout.size(of: child, in: place.size, grows: true)
            paint(child, in: place.aligning(size, alignment), scope)
        }
    }

    mutating func paintStack(_ node: Int, axis: StackAxis, alignment: ViewAlignment, spacing: Double?, in place: CellRect, _ scope: Scope) {
        let plan = layout.stackPlan(of: node, axis: axis, spacing: spacing, in: place.size, grows: true)
        var offset = 0
        // Large letters stand on the line of the text beside them.
        let hasBigText =
            alignment == .firstTextBaseline && plan.shown.contains { layout.measuredBigText(of: index.children[node][$0], in: plan.sizes[$0]) != nil }
        let alignment = hasBigText ? .bottom : alignment
        for position in plan.shown {
            let child = index.children[node][position]
            let size = plan.sizes[position]
            if axis == .horizontal {
                let isLine = index.archive.nodes[child].content == .divider
                let column = CellRect(column: place.column + offset, row: place.row, size: CellSize(columns: size.columns, rows: place.size.rows))
                paint(child, in: isLine ? column : column.aligning(size, alignment), scope)
                offset += size.columns + plan.spacing
            } else {
                let row = CellRect(column: place.column, row: place.row + offset, size: CellSize(columns: place.size.columns, rows: size.rows))
                paint(child, in: row.aligning(size, alignment), scope)
                offset += size.rows + plan.spacing
            }
        }
    }

    private mutating func paintFlow(_ plan: ViewLayout.FlowPlan, in place: CellRect, _ scope: Scope) {
        for (child, inner) in plan.places {
            var inner = inner
            inner.column += place.column
            inner.row += place.row
            paint(child, in: inner, scope)
        }
    }

    private mutating func paintGrid(_ node: Int, _ plan: ViewLayout.GridPlan, alignment: ViewAlignment, in place: CellRect, _ scope: Scope) {
        var top = place.row
        for (position, row) in index.children[node].enumerated() {
            let height = plan.rowHeights[position]
            defer { top += height + plan.verticalSpacing }
            guard layout.isGridRow(row) else {
                let room = CellRect(column: place.column, row: top, size: CellSize(columns: place.size.columns, rows: height))
                paint(row, in: room.aligning(layout.size(of: row, in: room.size, grows: true), alignment), scope)
                continue
            }
            var left = place.column
            for (column, cell) in index.children[row].enumerated() {
                let room = CellRect(column: left, row: top, size: CellSize(columns: plan.columnWidths[column], rows: height))
                paint(cell, in: room.aligning(layout.size(of: cell, in: room.size, grows: true), alignment), scope)
                left += plan.columnWidths[column] + plan.horizontalSpacing
            }
        }
    }

    /// Keeps the earliest tick.
    mutating func note(tick: Timestamp?) {
        guard let tick else { return }
        nextTick = min(nextTick ?? tick, tick)
    }
}
