import WidgetCore

/// The lines, areas and bars of a chart.
struct ChartDrawing: Sendable, Hashable {
    let chart: Chart
    let series: [Fill]
    let marks: [Fill]
    /// The colour of the grid lines.
    let line: Fill
    /// The values that have a grid line.
    var ticks: [Double] = []

    func shapes(in room: Rect) -> [DisplayShape] {
        guard !room.isEmpty else { return [] }
        let plot = Plot(scale: ChartScale(chart), room: room)
        var shapes = ticks.map { DisplayShape(plot.line(at: $0), paint: line.paint(in: room), stroke: .init(width: 0.5)) }
        switch chart.style {
        case .line, .sparkline:
            let width = chart.style == .line ? 2 : 1.5
            for (values, fill) in zip(chart.series, series) { shapes += lines(values.values, fill, width, plot) }
        case .area: for (spans, fill) in zip(chart.spans, series) { shapes += areas(spans, fill, plot) }
        case .bar: shapes += bars(plot)
        }
        guard chart.style != .sparkline else { return shapes }
        return shapes
            + zip(chart.marks, marks).map { DisplayShape(plot.line(at: $0.value), paint: $1.paint(in: room), stroke: .init(width: 1, dash: [4, 3])) }
    }

    /// Places in the room of a chart.
    private struct Plot {
        let scale: ChartScale
        let room: Rect

        func y(_ value: Double) -> Double { room.maxY - scale.fraction(value) * room.size.height }
        func x(_ place: Double) -> Double { room.minX + place * room.size.width }

        /// A line across.
        func line(at value: Double) -> Outline {
            var outline = Outline()
            outline.move(to: Point(x: room.minX, y: y(value)))
            outline.line(to: Point(x: room.maxX, y: y(value)))
            return outline
        }

        /// The values with their places from the left, a list for each stretch without a gap.
        func stretches<Value>(_ values: [Value?]) -> [[(x: Double, value: Value)]] {
            var stretches: [[(x: Double, value: Value)]] = [[]]
            for (value, place) in zip(values, scale.places) {
                if let value {
                    stretches[stretches.count - 1].append((x(place), value))
                } else if stretches.last?.isEmpty == false {
                    stretches.append([])
                }
            }
            return stretches.filter { !$0.isEmpty }
        }
    }

    private func lines(_ values: [Double?], _ fill: Fill, _ width: Double, _ plot: Plot) -> [DisplayShape] {
        plot.stretches(values).map { stretch in
            let points = stretch.map { Point(x: $0.x, y: plot.y($0.value)) }
            // One value alone is a point.
            if points.count == 1 {
                return DisplayShape(
                    .ellipse(Rect(x: points[0].x - width, y: points[0].y - width, width: 2 * width, height: 2 * width)), paint: fill.paint(in: plot.room))
            }
            var outline = Outline()
            outline.move(to: points[0])
            outline.curve(through: points, chart.interpolation)
            return DisplayShape(outline, paint: fill.paint(in: plot.room), stroke: .init(width: width, cap: .round, join: .round))
        }
    }

    /// Areas by themselves fade towards 0 and have a line. Those that lie on each other are solid.
    private func areas(_ spans: [ChartSpan?], _ fill: Fill, _ plot: Plot) -> [DisplayShape] {
        let under = plot.stretches(spans).compactMap { stretch -> DisplayShape? in
            guard stretch.count > 1 else { return nil }
            let ends = stretch.map { Point(x: $0.x, y: plot.y($0.value.end)) }
            // All begin at 0, or each on the end of the series below.
            let below = chart.isStacked ? stretch : [stretch[0], stretch[stretch.count - 1]]
            let starts = below.reversed().map { Point(x: $0.x, y: plot.y($0.value.start)) }
            var outline = Outline()
            outline.move(to: ends[0])
            outline.curve(through: ends, chart.interpolation)
            outline.line(to: starts[0])
            outline.curve(through: starts, chart.interpolation.reversed)
            outline.close()
            if chart.isStacked { return DisplayShape(outline, paint: fill.paint(in: plot.room)) }
            let (base, bounds) = (plot.y(0), outline.bounds)
            let far = base - bounds.minY >= bounds.maxY - base ? bounds.minY : bounds.maxY
            let stops = [Paint.Stop(location: 0, color: fill.color.faded(0.4)), Paint.Stop(location: 1, color: fill.color.faded(0.05))]
            return DisplayShape(
                outline, paint: .linear(stops: stops, start: Point(x: plot.room.minX, y: far), end: Point(x: plot.room.minX, y: base)))
        }
        return chart.isStacked ? under : under + lines(spans.map { $0?.end }, fill, 2, plot)
    }

    private func bars(_ plot: Plot) -> [DisplayShape] {
        let (spans, room) = (chart.spans, plot.room)
        let slot = room.size.width / Double(max(1, plot.scale.places.count))
        let width = max(0.5, slot * 0.72 / Double(chart.isStacked ? 1 : max(1, spans.count)))
        var shapes: [DisplayShape] = []
        for (number, one) in spans.enumerated() {
            for (place, span) in one.enumerated() {
                guard let span, span.start != span.end else { continue }
                let (top, base) = (plot.y(span.end), plot.y(span.start))
                let x = room.minX + slot * (Double(place) + 0.14) + (chart.isStacked ? 0 : width * Double(number))
                let bar = Rect(x: x, y: min(top, base), width: width, height: max(0.5, (top - base).magnitude))
                let isOutermost = !spans[(number + 1)...].contains { $0[place].map { $0.start == span.end && $0.end != span.end } ?? false }
                let radius = chart.isStacked && !isOutermost ? 0 : min(3, width / 3)
                let radii =
                    top <= base
                    ? CornerRadii(topLeft: radius, topRight: radius, bottomLeft: 0, bottomRight: 0)
                    : CornerRadii(topLeft: 0, topRight: 0, bottomLeft: radius, bottomRight: radius)
                shapes.append(DisplayShape(.roundedRectangle(bar, radii: radii), paint: series[number].paint(in: room)))
            }
        }
        return shapes
    }
}

extension Outline {
    /// Adds a chart's line from the first of some points, where the outline is.
    fileprivate mutating func curve(through points: [Point], _ method: Chart.Interpolation) {
        for piece in ChartCurve.pieces(through: points.map { ChartCurve.Point(x: $0.x, y: $0.y) }, method) {
            switch piece {
            case .line(let to): line(to: Point(x: to.x, y: to.y))
            case .curve(let to, let control1, let control2):
                curve(
                    to: Point(x: to.x, y: to.y), control1: Point(x: control1.x, y: control1.y), control2: Point(x: control2.x, y: control2.y))
            }
        }
    }
}
