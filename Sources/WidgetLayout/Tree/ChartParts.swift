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
        let marks = chart.marks.map { $0.color.map { Fill.color(resolver.color($0, tint: environment.tint?.color)) } ?? .color(resolver.colors.label(2)) }
        let drawing = ChartDrawing(chart: chart, series: series, marks: marks.map(adapted), line: adapted(.color(resolver.colors.separator)))
        guard chart.style != .sparkline else {
            _ = builder.tree.add(.room, to: parent, source, drawing: .chart(drawing))
            return
        }
        let names = chart.series.enumerated().filter { !$1.label.isEmpty && chart.series.count > 1 }
        let column = names.isEmpty ? parent : builder.tree.add(.stack(.vertical, .leading, spacing: 4), to: parent, source)
        var small = environment
        small.apply(ViewFont(style: .caption2))
        small.foregrounds = [environment.foreground(2, resolver.colors)]
        small.text = TextRules(lineLimit: 1)
        addPlot(drawing, labelColors: marks, to: column, source, small, &builder)
        guard !names.isEmpty else { return }
        let legend = builder.tree.add(.stack(.horizontal, .center, spacing: 8), to: column, GaugeParts.part(source, DisplayPart.Chart.legend))
        for (number, named) in names {
            let entry = builder.tree.add(.stack(.horizontal, .center, spacing: 3), to: legend, GaugeParts.part(source, DisplayPart.Chart.entry(number)))
            let dot = builder.tree.add(.frame(width: 7, height: 7, .center), to: entry, GaugeParts.part(source, DisplayPart.Chart.dot(number)))
            _ = builder.tree.add(.room, to: dot, GaugeParts.part(source, DisplayPart.Chart.dot(number)), drawing: .shape(.circle, series[number]))
            builder.addText([(.text(named.label), [])], to: entry, GaugeParts.part(source, DisplayPart.Chart.name(number)), small)
        }
    }

    /// Adds the values, with the numbers of the axis if it is shown.
    private static func addPlot(
        _ drawing: ChartDrawing, labelColors: [Fill], to column: Int, _ source: DisplayID, _ small: LayoutEnvironment, _ builder: inout PartBuilder
    ) {
        let scale = ChartScale(drawing.chart)
        func addValues(_ ticks: [Double], inset: Double = 0, to parent: Int) {
            var drawing = drawing
            drawing.ticks = ticks
            let layers = builder.tree.add(.layered(.center), to: parent, source)
            _ = builder.tree.add(.room, to: layers, source, drawing: .chart(drawing))
            addLabels(of: drawing.chart.marks, labelColors, scale, inset: inset, to: layers, source, small, &builder)
        }
        guard !drawing.chart.hidesAxis else { return addValues([], to: column) }
        let choices = ChartTicks.choices(from: scale.lower, to: scale.upper)
        // As many numbers as have room above each other. Where two have none, the chart goes without.
        let choice = builder.tree.add(.firstThatFits(horizontally: false, vertically: true), to: column, source)
        let box = LineBox(small.font)
        let inset = (box.ascent + box.descent) / 2
        for ticks in choices {
            let row = builder.tree.add(.stack(.horizontal, .center, spacing: 4), to: choice, source)
            addValues(ticks, inset: inset, to: builder.tree.add(.padding(Insets(top: inset, left: 0, bottom: inset, right: 0)), to: row, source))
            let labels = ChartLabels(heights: ticks.map(scale.fraction), inset: inset, isInside: false)
            let numbers = builder.tree.add(labels, to: row, GaugeParts.part(source, DisplayPart.Chart.values))
            for (place, text) in ChartTicks.texts(ticks).enumerated() {
                builder.addText([(.text(text), [])], to: numbers, GaugeParts.part(source, DisplayPart.Chart.value(place)), small)
            }
        }
        addValues(choices.last ?? [], to: choice)
    }

    /// Adds the labels of lines across, each at the end of its line.
    private static func addLabels(
        of marks: [Chart.Mark], _ colors: [Fill], _ scale: ChartScale, inset: Double, to layers: Int, _ source: DisplayID, _ small: LayoutEnvironment,
        _ builder: inout PartBuilder
    ) {
        let named = marks.indices.filter { !marks[$0].label.isEmpty }
        guard !named.isEmpty else { return }
        let labels = ChartLabels(heights: named.map { scale.fraction(marks[$0].value) }, inset: inset, isInside: true)
        let room = builder.tree.add(labels, to: layers, GaugeParts.part(source, DisplayPart.Chart.names))
        for mark in named {
            var environment = small
            environment.foregrounds = [colors[mark]]
            builder.addText([(.text(marks[mark].label), [])], to: room, GaugeParts.part(source, DisplayPart.Chart.mark(mark)), environment)
        }
    }
}

/// Labels of a chart, each at the height of its value.
struct ChartLabels: Sendable {
    /// The place of each child: 0 at the plot's lower end, 1 at its upper end.
    let heights: [Double]
    /// Points above the plot that belong to the chart; below it as many.
    let inset: Double
    /// The children stand above their lines, over the plot, at its trailing edge, and the box is the plot's. Otherwise they are centred on the lines, at the
    /// leading edge, and the box is higher by both insets.
    let isInside: Bool
}
