import WidgetCore

/// A chart drawn as shapes: sectors, points, rectangles, and marks of several kinds over each other.
struct CanvasChart {
    private let marks: [_Mark]
    private let options: ChartOptions

    init(marks: [_Mark], options: ChartOptions) { (self.marks, self.options) = (Self.stacked(marks), options) }

    /// Bars and areas at the same place lie on each other, those below 0 under each other.
    private static func stacked(_ marks: [_Mark]) -> [_Mark] {
        struct Place: Hashable {
            let kind: _Mark.Kind
            let x: _PlotPosition
            let series: String
            let isNegative: Bool
        }
        var ends: [Place: Double] = [:]
        return marks.map { mark in
            guard mark.kind == .bar || mark.kind == .area, mark.look.isStacked, mark.xStart == nil, mark.yStart == nil, let x = mark.x,
                case .number(let value)? = mark.y
            else { return mark }
            // Bars of different series stand beside each other.
            let place = Place(kind: mark.kind, x: x, series: mark.kind == .bar ? mark.series : "", isNegative: value < 0)
            guard let start = ends[place] else {
                ends[place] = value
                return mark
            }
            ends[place] = start + value
            var stacked = mark
            (stacked.yStart, stacked.y) = (.number(start), .number(start + value))
            return stacked
        }
    }

    /// The colours of groups without one, in Charts' order.
    private static let palette: [Color] = [.blue, .green, .orange, .purple, .red, .cyan, .yellow]

    func draw(_ context: inout GraphicsContext, _ size: CGSize) {
        let sectors = marks.filter { $0.kind == .sector }
        if !sectors.isEmpty { return drawSectors(sectors, in: size, &context) }
        guard size.width > 0, size.height > 0 else { return }
        let plot = CGRect(origin: .zero, size: size).insetBy(dx: 2, dy: 2)
        let (xScale, yScale) = (
            scale(\.x, \.xStart, \.xEnd, options.xDomain, zero: false), scale(\.y, \.yStart, \.yEnd, options.yDomain, zero: options.yIncludesZero ?? true)
        )
        func point(_ mark: _Mark) -> CGPoint? {
            guard let x = mark.x, let y = mark.y else { return nil }
            return CGPoint(x: plot.minX + xScale.fraction(x) * plot.width, y: plot.maxY - yScale.fraction(y) * plot.height)
        }
        func y(_ position: _PlotPosition) -> CGFloat { plot.maxY - yScale.fraction(position) * plot.height }
        func x(_ position: _PlotPosition) -> CGFloat { plot.minX + xScale.fraction(position) * plot.width }
        let groups = groupNames
        for kind in [_Mark.Kind.rectangle, .area, .bar, .rule, .line, .point] {
            let drawn = marks.filter { $0.kind == kind }.sorted { $0.look.zIndex < $1.look.zIndex }
            if kind == .line || kind == .area {
                for (_, series) in Dictionary(grouping: drawn, by: { $0.series + "\u{0}" + ($0.group ?? "") }).sorted(by: { $0.key < $1.key }) {
                    let points = series.compactMap(point)
                    guard !points.isEmpty, let mark = series.first else { continue }
                    let method = mark.look.interpolation.form
                    var path = Path()
                    path.move(to: points[0])
                    add(points, method, to: &path)
                    if kind == .line {
                        context.stroke(path, with: shading(mark, groups), style: mark.look.stroke ?? StrokeStyle(lineWidth: 2))
                    } else {
                        let floors = series.reversed().map { $0.yStart.map(y) ?? y(.number(max(0, yScale.bounds.lowerBound))) }
                        let below = zip(points.reversed(), floors).map { CGPoint(x: $0.x, y: $1) }
                        path.addLine(to: below[0])
                        add(below, method.reversed, to: &path)
                        path.closeSubpath()
                        context.fill(path, with: shading(mark, groups))
                    }
                }
                continue
            }
            for mark in drawn { draw(mark, in: plot, point(mark), x: x, y: y, step: plot.width / CGFloat(max(1, xScale.count)), groups, &context) }
        }
    }

    private func draw(
        _ mark: _Mark, in plot: CGRect, _ point: CGPoint?, x: (_PlotPosition) -> CGFloat, y: (_PlotPosition) -> CGFloat, step: CGFloat, _ groups: [String],
        _ context: inout GraphicsContext
    ) {
        let shading = shading(mark, groups)
        switch mark.kind {
        case .rule:
            var path = Path()
            if let position = mark.y {
                path.move(to: CGPoint(x: mark.xStart.map(x) ?? plot.minX, y: y(position)))
                path.addLine(to: CGPoint(x: mark.xEnd.map(x) ?? plot.maxX, y: y(position)))
            } else if let position = mark.x {
                path.move(to: CGPoint(x: x(position), y: mark.yStart.map(y) ?? plot.maxY))
                path.addLine(to: CGPoint(x: x(position), y: mark.yEnd.map(y) ?? plot.minY))
            }
            context.stroke(path, with: shading, style: mark.look.stroke ?? StrokeStyle(lineWidth: 1))
        case .point:
            guard let point else { return }
            let radius = (mark.look.symbolSize / .pi).squareRoot()
            context.fill(Path(ellipseIn: CGRect(x: point.x - radius, y: point.y - radius, width: 2 * radius, height: 2 * radius)), with: shading)
        case .bar, .rectangle:
            let rect: CGRect
            if let start = mark.xStart, let end = mark.xEnd {
                let (left, right) = (min(x(start), x(end)), max(x(start), x(end)))
                let top = mark.yEnd.map(y) ?? (mark.y.map(y) ?? plot.midY) - 4
                let bottom = mark.yStart.map(y) ?? top + 8
                rect = CGRect(x: left, y: min(top, bottom), width: right - left, height: abs(bottom - top))
            } else {
                guard let point else { return }
                let width = mark.look.width.length(in: step, automatic: step * 0.7)
                let floor = mark.yStart.map(y) ?? y(.number(0))
                rect = CGRect(x: point.x - width / 2, y: min(point.y, floor), width: width, height: abs(floor - point.y))
            }
            context.fill(Path(roundedRect: rect, cornerRadius: mark.look.cornerRadius), with: shading)
        case .line, .area, .sector: break
        }
    }

    private func drawSectors(_ sectors: [_Mark], in size: CGSize, _ context: inout GraphicsContext) {
        let total = sectors.reduce(0) { $0 + max(0, $1.y?.number ?? 0) }
        guard total > 0 else { return }
        let center = CGPoint(x: size.width / 2, y: size.height / 2)
        let room = min(size.width, size.height) / 2
        var angle = -90.0
        let groups = groupNames
        for (index, sector) in sectors.enumerated() {
            let extent = max(0, sector.y?.number ?? 0) / total * 360
            let outer = sector.look.outer.length(in: room, automatic: room)
            let inner = sector.look.inner.length(in: room, automatic: 0)
            let inset = outer > 0 ? Double(sector.look.angularInset / outer) * 180 / .pi : 0
            let (start, end) = (Angle.degrees(angle + min(inset, extent / 2)), Angle.degrees(angle + extent - min(inset, extent / 2)))
            var path = Path()
            path.addArc(center: center, radius: outer, startAngle: start, endAngle: end, clockwise: false)
            if inner > 0 {
                path.addArc(center: center, radius: inner, startAngle: end, endAngle: start, clockwise: true)
            } else {
                path.addLine(to: center)
            }
            path.closeSubpath()
            context.fill(path, with: shading(sector, groups, or: Self.palette[index % Self.palette.count]))
            angle += extent
        }
    }

    private var groupNames: [String] {
        var names: [String] = []
        for mark in marks { if let group = mark.group, !names.contains(group) { names.append(group) } }
        return names
    }

    private func shading(_ mark: _Mark, _ groups: [String], or color: Color = .blue) -> GraphicsContext.Shading {
        var style = mark.look.style
        if style == nil, let group = mark.group {
            let index = groups.firstIndex(of: group) ?? 0
            style = options.colors.first { $0.name == group }?.style
            if style == nil, !options.colors.isEmpty { style = options.colors[index % options.colors.count].style }
            if style == nil { style = AnyShapeStyle(Self.palette[index % Self.palette.count]) }
        }
        let own = style ?? AnyShapeStyle(color)
        return mark.look.opacity < 1 ? .style(own.opacity(mark.look.opacity)) : .style(own)
    }

    /// Adds a line from the first of some points, where the path is.
    private func add(_ points: [CGPoint], _ method: WidgetCore.Chart.Interpolation, to path: inout Path) {
        func place(_ point: ChartCurve.Point) -> CGPoint { CGPoint(x: point.x, y: point.y) }
        for piece in ChartCurve.pieces(through: points.map { ChartCurve.Point(x: $0.x, y: $0.y) }, method) {
            switch piece {
            case .line(let to): path.addLine(to: place(to))
            case .curve(let to, let control1, let control2): path.addCurve(to: place(to), control1: place(control1), control2: place(control2))
            }
        }
    }

    /// The places of an axis.
    private struct Scale {
        var bounds: ClosedRange<Double>
        var categories: [String]
        var count: Int

        /// 0, the start of the axis, to 1, its end.
        func fraction(_ position: _PlotPosition) -> CGFloat {
            if case .category(let name) = position, let index = categories.firstIndex(of: name) { return (CGFloat(index) + 0.5) / CGFloat(categories.count) }
            let span = bounds.upperBound - bounds.lowerBound
            return span > 0 ? CGFloat(min(1, max(0, (position.number - bounds.lowerBound) / span))) : 0.5
        }
    }

    private func scale(
        _ main: KeyPath<_Mark, _PlotPosition?>, _ start: KeyPath<_Mark, _PlotPosition?>, _ end: KeyPath<_Mark, _PlotPosition?>,
        _ domain: ClosedRange<Double>?, zero: Bool
    ) -> Scale {
        let positions = marks.flatMap { [$0[keyPath: main], $0[keyPath: start], $0[keyPath: end]].compactMap(\.self) }
        var categories: [String] = []
        for case .category(let name) in positions where !categories.contains(name) { categories.append(name) }
        let numbers = positions.compactMap { position -> Double? in if case .category = position { nil } else { position.number } }
        let low = min(numbers.min() ?? 0, zero ? 0 : .infinity)
        let high = max(numbers.max() ?? 1, low)
        return Scale(bounds: domain ?? low...high, categories: categories, count: categories.isEmpty ? Set(numbers).count : categories.count)
    }
}
