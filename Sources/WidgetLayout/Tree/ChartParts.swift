import WidgetCore

/// A chart with the numbers of its axis beside it, and the names of its series below.
enum ChartParts {
    static func add(_ chart: Chart, to parent: Int, _ source: DisplayID, _ environment: LayoutEnvironment, _ builder: inout PartBuilder) {
        let resolver = builder.resolver
        func adapted(_ fill: Fill) -> Fill { resolver.adapted(fill, in: environment) }
        let palette: [ViewColor.Name] = [.blue, .green, .orange, .purple]
        let series = chart.series.enumerated().map { number, series in
            adapted(
                series.color.map { .color(resolver.color($0, tint: environment.tint?.color)) }
                    ?? (number == 0 ? environment.tint : nil) ?? .color(resolver.colors.color(palette[number % palette.count], accent: nil)))
        }
        let marks = chart.marks.map { mark in
            adapted(mark.color.map { .color(resolver.color($0, tint: environment.tint?.color)) } ?? .color(resolver.colors.label(2)))
        }
        let drawing = ChartDrawing(chart: chart, series: series, marks: marks, line: adapted(.color(resolver.colors.separator)))
        guard chart.style != .sparkline else {
            _ = builder.tree.add(.room, to: parent, source, drawing: .chart(drawing))
            return
        }
        let names = chart.series.enumerated().filter { !$1.label.isEmpty && chart.series.count > 1 }
        let column = names.isEmpty ? parent : builder.tree.add(.stack(.vertical, .leading, spacing: 4), to: parent, source)
        var small = environment
        small.font = TextStyles.font(.caption2, at: builder.traits.views.dynamicTypeSize ?? .large)
        small.foregrounds = [environment.foreground(2, resolver.colors)]
        small.text = TextRules(lineLimit: 1)
        addPlot(drawing, to: column, source, small, &builder)
        guard !names.isEmpty else { return }
        let legend = builder.tree.add(.stack(.horizontal, .center, spacing: 8), to: column, GaugeParts.part(source, 5))
        for (number, named) in names {
            let entry = builder.tree.add(.stack(.horizontal, .center, spacing: 3), to: legend, GaugeParts.part(source, 10 + 3 * number))
            let dot = builder.tree.add(.frame(width: 7, height: 7, .center), to: entry, GaugeParts.part(source, 11 + 3 * number))
            _ = builder.tree.add(.room, to: dot, GaugeParts.part(source, 11 + 3 * number), drawing: .shape(.circle, series[number]))
            builder.addText([(.text(named.label), [])], to: entry, GaugeParts.part(source, 12 + 3 * number), small)
        }
    }

    /// Adds the values, with the numbers of the axis if it is shown.
    private static func addPlot(_ drawing: ChartDrawing, to column: Int, _ source: DisplayID, _ small: LayoutEnvironment, _ builder: inout PartBuilder) {
        guard !drawing.chart.hidesAxis else { return _ = builder.tree.add(.room, to: column, source, drawing: .chart(drawing)) }
        // Where two numbers have no room above each other, the chart goes without.
        let choice = builder.tree.add(.firstThatFits(horizontally: false, vertically: true), to: column, source)
        let row = builder.tree.add(.stack(.horizontal, .center, spacing: 4), to: choice, source)
        _ = builder.tree.add(.room, to: choice, source, drawing: .chart(drawing))
        _ = builder.tree.add(.room, to: row, source, drawing: .chart(drawing))
        let scale = ChartScale(drawing.chart)
        let numbers = builder.tree.add(.stack(.vertical, .leading, spacing: 0), to: row, GaugeParts.part(source, 1))
        builder.addText([(.text(ChartNumber.text(scale.upper)), [])], to: numbers, GaugeParts.part(source, 2), small)
        _ = builder.tree.add(.spacer(minimum: 0, .vertical), to: numbers, GaugeParts.part(source, 3))
        builder.addText([(.text(ChartNumber.text(scale.lower)), [])], to: numbers, GaugeParts.part(source, 4), small)
    }
}
