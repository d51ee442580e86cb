import WidgetCore

/// The lines, areas and bars of a chart.
struct ChartDrawing: Sendable, Hashable {
    let chart: Chart
    let series: [Fill]
    let marks: [Fill]
    /// The colour of the grid lines.
    let line: Fill

    func shapes(in room: Rect) -> [DisplayShape] {
        guard !room.isEmpty else { return [] }
        let scale = ChartScale(chart)
        func y(_ value: Double) -> Double { room.maxY - scale.fraction(value) * room.size.height }
        func across(_ y: Double) -> Outline {
            var outline = Outline()
            outline.move(to: Point(x: room.minX, y: y))
            outline.line(to: Point(x: room.maxX, y: y))
            return outline
        }
        var shapes: [DisplayShape] = []
        if chart.style != .sparkline, !chart.hidesAxis {
            for part in [0, 0.5, 1] {
                shapes.append(DisplayShape(across(room.minY + part * room.size.height), paint: line.paint(in: room), stroke: .init(width: 0.5)))
            }
        }
        switch chart.style {
        case .line, .sparkline:
            let width = chart.style == .line ? 2 : 1.5
            for (values, fill) in zip(chart.series, series) { shapes += lines(values.values, fill, width, scale, room) }
        case .area: for (values, fill) in zip(chart.series, series) { shapes += areas(values.values, fill, scale, room) }
        case .bar: shapes += bars(scale, room)
        }
        for (mark, fill) in zip(chart.marks, marks) {
            shapes.append(DisplayShape(across(y(mark.value)), paint: fill.paint(in: room), stroke: .init(width: 1, dash: [4, 3])))
        }
        return shapes
    }

    /// The points of a series: a list for each stretch without a gap.
    private func stretches(_ values: [Double?], _ scale: ChartScale, _ room: Rect) -> [[Point]] {
        var stretches: [[Point]] = [[]]
        for (value, place) in zip(values, scale.places) {
            if let value {
                stretches[stretches.count - 1].append(
                    Point(x: room.minX + place * room.size.width, y: room.maxY - scale.fraction(value) * room.size.height))
            } else if stretches.last?.isEmpty == false {
                stretches.append([])
            }
        }
        return stretches.filter { !$0.isEmpty }
    }

    private func lines(_ values: [Double?], _ fill: Fill, _ width: Double, _ scale: ChartScale, _ room: Rect) -> [DisplayShape] {
        stretches(values, scale, room).map { points in
            // One value alone is a point.
            if points.count == 1 {
                return DisplayShape(
                    .ellipse(Rect(x: points[0].x - width, y: points[0].y - width, width: 2 * width, height: 2 * width)), paint: fill.paint(in: room))
            }
            return DisplayShape(Self.outline(points), paint: fill.paint(in: room), stroke: .init(width: width, cap: .round, join: .round))
        }
    }

    private func areas(_ values: [Double?], _ fill: Fill, _ scale: ChartScale, _ room: Rect) -> [DisplayShape] {
        let base = room.maxY - scale.base * room.size.height
        let under = stretches(values, scale, room).compactMap { points -> DisplayShape? in
            guard let first = points.first, let last = points.last, points.count > 1 else { return nil }
            var outline = Self.outline(points)
            outline.line(to: Point(x: last.x, y: base))
            outline.line(to: Point(x: first.x, y: base))
            outline.close()
            let stops = [Paint.Stop(location: 0, color: fill.color.faded(0.4)), Paint.Stop(location: 1, color: fill.color.faded(0.05))]
            return DisplayShape(
                outline, paint: .linear(stops: stops, start: room.origin, end: Point(x: room.minX, y: room.maxY)))
        }
        return under + lines(values, fill, 2, scale, room)
    }

    private func bars(_ scale: ChartScale, _ room: Rect) -> [DisplayShape] {
        let count = max(1, scale.places.count)
        let slot = room.size.width / Double(count)
        let width = max(0.5, slot * 0.72 / Double(max(1, chart.series.count)))
        let base = room.maxY - scale.base * room.size.height
        var shapes: [DisplayShape] = []
        for (number, one) in chart.series.enumerated() {
            for (place, value) in one.values.enumerated() {
                guard let value, value != 0 else { continue }
                let top = room.maxY - scale.fraction(value) * room.size.height
                let x = room.minX + slot * (Double(place) + 0.14) + width * Double(number)
                let bar = Rect(x: x, y: min(top, base), width: width, height: max(0.5, (top - base).magnitude))
                let radius = min(3, width / 3)
                let radii =
                    top <= base
                    ? CornerRadii(topLeft: radius, topRight: radius, bottomLeft: 0, bottomRight: 0)
                    : CornerRadii(topLeft: 0, topRight: 0, bottomLeft: radius, bottomRight: radius)
                shapes.append(DisplayShape(.roundedRectangle(bar, radii: radii), paint: series[number].paint(in: room)))
            }
        }
        return shapes
    }

    private static func outline(_ points: [Point]) -> Outline {
        var outline = Outline()
        for (number, point) in points.enumerated() { if number == 0 { outline.move(to: point) } else { outline.line(to: point) } }
        return outline
    }
}
