import WidgetCore
import WidgetLayout

/// Draws the views of an archive where layout puts them.
struct ViewPainter {
    var canvas: Canvas
    /// The earliest moment at which what was drawn looks different.
    private(set) var nextTick: Timestamp?
    /// The buttons and toggles that were drawn.
    var actions: [RenderedWidget.Action] = []
    /// The first line of text that was drawn, as it can be read; nil: none was.
    var firstLine: String?
    /// Keeps what is drawn, by view; nil: nobody asks for it.
    private(set) var recorder: CellRecorder?
    let index: ViewIndex
    let traits: SurfaceTraits
    var layout: ViewLayout

    /// The values that hold for a view and all within it.
    struct Scope {
        var clip: CellRect
        var opacity = 1.0
    }

    init(archive: ViewArchive, canvas: Canvas, traits: SurfaceTraits, isInvalidated: Bool) {
        self.canvas = canvas
        recorder = traits.recordsDrawings ? CellRecorder() : nil
        self.traits = traits
        index = ViewIndex(archive, traits: traits, isInvalidated: isInvalidated)
        layout = ViewLayout(index: index, traits: traits)
    }

    /// The identity of a view; where it has none, its place in the archive.
    func id(of node: Int) -> NodeID { index.archive.nodes[node].id ?? NodeID(high: 0, low: UInt64(node)) }

    /// The next drawings belong to a part of a view, as ``DisplayID`` counts them.
    private mutating func begin(_ node: Int, part: Int) {
        let owner = DisplayID(node: id(of: node), part: part)
        recorder?.owner = owner
    }

    /// Writes characters from `column` on, as far as they lie within `clip`.
    mutating func write(_ characters: [TextCharacter], column: Int, row: Int, style: CellStyle, clip: CellRect) {
        recorder?.keep(characters.filter { $0.width > 0 }, column: column, row: row, style: style, clip: clip)
        canvas.write(characters, column: column, row: row, style: style, clip: clip)
    }

    /// Draws something in a place, as far as it lies within `clip`.
    mutating func draw(_ drawing: CellDrawing, in place: CellRect, clip: CellRect) {
        recorder?.keep(drawing, in: place, clip: clip)
        drawing.draw(on: &canvas, in: place, clip: clip)
    }

    /// Writes a text that belongs to no view.
    mutating func writeNote(_ characters: [TextCharacter], column: Int, row: Int, style: CellStyle, clip: CellRect) {
        recorder?.owner = DisplayID(node: .surface, part: 0)
        write(characters, column: column, row: row, style: style, clip: clip)
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
            case .background(let color):
                guard let color = CellColor(color), scope.opacity >= 0.1 else { continue }
                begin(node, part: level + 1)
                draw(.fill(color), in: place, clip: scope.clip)
            case .opacity(let opacity): scope.opacity *= opacity
            case .hidden: scope.opacity = 0
            case .offset(let x, let y):
                place.column += Points.signedColumns(x)
                place.row += Points.signedRows(y)
            default: break
            }
        }
        // A view that can hardly be seen isn't drawn.
        guard scope.opacity >= 0.1, place.size.columns > 0, place.size.rows > 0 else { return }
        begin(node, part: 0)
        paintContent(of: node, in: place, scope)
    }

    private mutating func paintContent(of node: Int, in place: CellRect, _ scope: Scope) {
        switch index.archive.nodes[node].content {
        case .stack(.depth, let alignment, _): paintDepth(node, alignment: alignment ?? .center, in: place, scope)
        case .stack(.horizontal, _, let spacing) where layout.flowPlan(of: node, spacing: spacing, in: place.size) != nil:
            if let plan = layout.flowPlan(of: node, spacing: spacing, in: place.size) { paintFlow(plan, in: place, scope) }
        case .stack(let axis, let alignment, let spacing): paintStack(node, axis: axis, alignment: alignment ?? .center, spacing: spacing, in: place, scope)
        case .gridRow(let alignment): paintStack(node, axis: .horizontal, alignment: alignment ?? .center, spacing: nil, in: place, scope)
        case .containerBackground: paintDepth(node, alignment: .center, in: place, scope)
        case .grid(_, let horizontal, _) where layout.flowPlan(of: node, spacing: horizontal, in: place.size) != nil:
            if let plan = layout.flowPlan(of: node, spacing: horizontal, in: place.size) { paintFlow(plan, in: place, scope) }
        case .grid(let alignment, let horizontal, let vertical):
            let plan = layout.gridLayout(of: node, horizontalSpacing: horizontal, verticalSpacing: vertical, in: place.size, grows: true)
            paintGrid(plan, alignment: alignment ?? .center, in: place, scope)
        case .lazyGrid(let grid):
            let plan = layout.lazyGridLayout(of: node, grid, in: place.size, grows: true)
            paintGrid(plan, alignment: grid.items.first?.alignment ?? .center, in: place, scope)
        case .layered(let layer, let alignment): paintLayered(node, layer, alignment: alignment ?? .center, in: place, scope)
        case .firstThatFits(let horizontally, let vertically):
            guard let child = layout.fittingChild(of: node, horizontally: horizontally, vertically: vertically, in: place.size) else { break }
            paint(child, in: place, scope)
        case .accessoryBackground: break
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

    private mutating func paintGrid(_ plan: ViewLayout.GridPlan, alignment: ViewAlignment, in place: CellRect, _ scope: Scope) {
        var top = place.row
        for (position, row) in plan.rows.enumerated() {
            let height = plan.rowHeights[position]
            defer { top += height + plan.verticalSpacing }
            switch row {
            case .spanning(let view):
                let room = CellRect(column: place.column, row: top, size: CellSize(columns: place.size.columns, rows: height))
                paint(view, in: room.aligning(layout.size(of: view, in: room.size, grows: true), alignment), scope)
            case .cells(let cells, let vertically):
                var left = place.column
                for (column, cell) in cells.enumerated() {
                    let room = CellRect(column: left, row: top, size: CellSize(columns: plan.columnWidths[column], rows: height))
                    paint(cell, in: room.aligning(layout.size(of: cell, in: room.size, grows: true), alignment, vertically: vertically), scope)
                    left += plan.columnWidths[column] + plan.horizontalSpacing
                }
            }
        }
    }

    /// The view, and what lies behind or over it. A terminal has no masks, and no room outside of a widget.
    private mutating func paintLayered(_ node: Int, _ layer: ViewLayer, alignment: ViewAlignment, in place: CellRect, _ scope: Scope) {
        let children = index.children[node]
        guard children.count == 2 else { return }
        func secondary() {
            paint(children[1], in: place.aligning(layout.size(of: children[1], in: place.size, grows: true), alignment), scope)
        }
        if layer == .background { secondary() }
        paint(children[0], in: place, scope)
        if layer == .overlay { secondary() }
    }

    /// Keeps the earliest tick.
    mutating func note(tick: Timestamp?) {
        guard let tick else { return }
        nextTick = min(nextTick ?? tick, tick)
    }

    /// A chart: its values, and where there is room the bounds and marks on the right and a legend below.
    mutating func paintChart(_ node: Int, _ chart: Chart, in place: CellRect, _ scope: Scope) {
        guard !chart.series.isEmpty, let style = style(of: node, scope) else { return }
        guard !index.environments[node].isRedacted else { return paintRedactedChart(in: place, style: style, scope) }
        let scale = ChartScale(chart)
        var size = place.size
        let legend = size.rows >= ChartRoom.legendRows && chart.style != .sparkline ? legend(chart) : []
        if !legend.isEmpty { size.rows -= 1 }
        let axis = axis(chart, scale, in: size)
        if let width = axis.map({ $0.text.width }).max() { size.columns -= width + 1 }

        let drawing = CellPlot(
            chart, scale: scale, series: chart.series.indices.map { ink(.series($0), of: chart, node, style) },
            marks: chart.marks.indices.map { ink(.mark($0), of: chart, node, style) }, isUnicode: traits.isUnicode)
        draw(.plot(drawing), in: CellRect(column: place.column, row: place.row, size: size), clip: scope.clip)
        let plot = ChartPlot(Chart(series: []), scale: scale, size: size, isUnicode: traits.isUnicode)
        for label in axis {
            let row = label.row ?? plot.row(of: label.value)
            guard var style = label.ink.map({ ink($0, of: chart, node, style) }) ?? style else { continue }
            if label.ink == nil { style.isDim = true }
            write(label.text, column: place.column + place.size.columns - label.text.width, row: place.row + row, style: style, clip: scope.clip)
        }
        var column = place.column
        for (series, text) in legend {
            let fitted = TextLayout.truncated(text, to: max(0, place.column + place.size.columns - column - 2), isUnicode: traits.isUnicode)
            guard !fitted.isEmpty, let mark = ink(.series(series), of: chart, node, style) else { continue }
            let row = place.row + place.size.rows - 1
            write([TextCharacter(text: traits.isUnicode ? "■" : "*", width: 1)], column: column, row: row, style: mark, clip: scope.clip)
            write(fitted, column: column + 2, row: row, style: style, clip: scope.clip)
            column += fitted.width + 4
        }
    }

    /// A text in the axis beside the plot.
    private struct AxisLabel {
        var text: [TextCharacter]
        var value: Double
        /// Nil: that of the value.
        var row: Int?
        /// Nil: the axis's own.
        var ink: ChartPlot.Ink?
    }

    /// The upper and the lower bound, and the marks that have a label and a row of their own; nothing where the plot would be too small.
    private func axis(_ chart: Chart, _ scale: ChartScale, in size: CellSize) -> [AxisLabel] {
        guard chart.style != .sparkline, !chart.hidesAxis, size.rows >= ChartRoom.axisRows, size.columns >= ChartRoom.axisColumns else { return [] }
        let bounds = [scale.upper, scale.lower].map { line(ChartNumber.text($0)) }
        guard !needsWholeWidth(chart, size.columns, axis: bounds.map(\.width).max() ?? 0) else { return [] }
        let limit = size.columns / 3
        var labels = [
            AxisLabel(text: bounds[0], value: scale.upper, row: 0),
            AxisLabel(text: bounds[1], value: scale.lower, row: size.rows - 1),
        ]
        let plot = ChartPlot(Chart(series: []), scale: scale, size: size, isUnicode: traits.isUnicode)
        var taken: Set<Int> = [0, size.rows - 1]
        for (index, mark) in chart.marks.enumerated() {
            let row = plot.row(of: mark.value)
            let text = line(mark.label)
            guard !text.isEmpty, text.width <= max(size.columns / 4, bounds.map(\.width).max() ?? 0), taken.insert(row).inserted else { continue }
            labels.append(AxisLabel(text: text, value: mark.value, row: row, ink: .mark(index)))
        }
        return labels.map { label in
            var label = label
            label.text = TextLayout.truncated(label.text, to: limit, isUnicode: traits.isUnicode)
            return label
        }
    }

    /// Whether bars stand apart only where there is no axis beside them.
    private func needsWholeWidth(_ chart: Chart, _ columns: Int, axis: Int) -> Bool {
        guard chart.style == .bar, let values = chart.series.first?.values.count else { return false }
        let needed = values * ((chart.isStacked ? 1 : chart.series.count) + 1) - 1
        return needed <= columns && needed > columns - axis - 1
    }

    private func legend(_ chart: Chart) -> [(series: Int, text: [TextCharacter])] {
        guard chart.series.count > 1 else { return [] }
        return chart.series.enumerated().filter { !$0.element.label.isEmpty }.map { ($0.offset, line($0.element.label)) }
    }

    /// Nil: transparent.
    private func ink(_ ink: ChartPlot.Ink, of chart: Chart, _ node: Int, _ style: CellStyle) -> CellStyle? {
        var result = style
        result.isBold = false
        switch ink {
        case .mark(let number):
            result.isDim = true
            guard let color = chart.marks[number].color else { return result }
            result.isDim = false
            result.foreground = CellColor(color)
            return result.foreground == nil ? nil : result
        case .series(let number):
            if let color = chart.series[number].color {
                result.foreground = CellColor(color)
                return result.foreground == nil ? nil : result
            }
            let own = index.environments[node].tint ?? style.foreground ?? .named(.accent)
            result.foreground = number == 0 ? own : .named(ChartRoom.colors[number % ChartRoom.colors.count])
            return result
        }
    }

    /// A shaded area, the same for all values.
    private mutating func paintRedactedChart(in place: CellRect, style: CellStyle, _ scope: Scope) {
        var shade = style
        shade.isDim = true
        let mark = TextCharacter(text: traits.isUnicode ? "░" : "#", width: 1)
        for row in 0..<place.size.rows {
            write(Array(repeating: mark, count: place.size.columns), column: place.column, row: place.row + row, style: shade, clip: scope.clip)
        }
    }

    private func line(_ text: String) -> [TextCharacter] { SafeText.line(text, isUnicode: traits.isUnicode) }
}

/// The size and the colours of a chart.
private enum ChartRoom {
    /// Rows and columns below which the bounds aren't said: the values need them more.
    static let axisRows = 2
    static let axisColumns = 14
    /// Rows of a chart that has one for a legend.
    static let legendRows = 4
    /// The colours of series without one, after the first.
    static let colors: [ViewColor.Name] = [.accent, .orange, .green, .purple]
}
