import WidgetCore

extension ViewPainter {
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

        let plot = ChartPlot(chart, scale: scale, size: size, isUnicode: traits.isUnicode)
        for (position, glyph) in plot.glyphs.enumerated() {
            guard let glyph, let style = ink(glyph.ink, of: chart, node, style) else { continue }
            canvas.write(
                [TextCharacter(text: glyph.text, width: 1)], column: place.column + position % size.columns, row: place.row + position / size.columns,
                style: style, clip: scope.clip)
        }
        for label in axis {
            let row = label.row ?? plot.row(of: label.value)
            guard var style = label.ink.map({ ink($0, of: chart, node, style) }) ?? style else { continue }
            if label.ink == nil { style.isDim = true }
            canvas.write(label.text, column: place.column + place.size.columns - label.text.width, row: place.row + row, style: style, clip: scope.clip)
        }
        var column = place.column
        for (series, text) in legend {
            let fitted = TextLayout.truncated(text, to: max(0, place.column + place.size.columns - column - 2), isUnicode: traits.isUnicode)
            guard !fitted.isEmpty, let mark = ink(.series(series), of: chart, node, style) else { continue }
            let row = place.row + place.size.rows - 1
            canvas.write([TextCharacter(text: traits.isUnicode ? "■" : "*", width: 1)], column: column, row: row, style: mark, clip: scope.clip)
            canvas.write(fitted, column: column + 2, row: row, style: style, clip: scope.clip)
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
        guard chart.style != .sparkline, size.rows >= ChartRoom.axisRows, size.columns >= ChartRoom.axisColumns else { return [] }
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
        let needed = values * (chart.series.count + 1) - 1
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

    /// The same for all values.
    private mutating func paintRedactedChart(in place: CellRect, style: CellStyle, _ scope: Scope) {
        var shade = style
        shade.isDim = true
        let mark = TextCharacter(text: traits.isUnicode ? "░" : "#", width: 1)
        for row in 0..<place.size.rows {
            canvas.write(Array(repeating: mark, count: place.size.columns), column: place.column, row: place.row + row, style: shade, clip: scope.clip)
        }
    }

    private func line(_ text: String) -> [TextCharacter] { SafeText.line(text, isUnicode: traits.isUnicode) }
}

/// What a chart needs.
private enum ChartRoom {
    /// Rows and columns below which the bounds aren't said: the values need them more.
    static let axisRows = 2
    static let axisColumns = 14
    /// Rows of a chart that has one for a legend.
    static let legendRows = 4
    /// Of series without a colour, after the first.
    static let colors: [ViewColor.Name] = [.accent, .orange, .green, .purple]
}
