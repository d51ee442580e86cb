import WidgetCore

/// A chart of marks.
///
/// Lines, areas and bars of up to four series become a chart of the archive, which every surface draws. Others are drawn as shapes, in the room that the views
/// around offer.
public struct Chart<Content: ChartContent>: View {
    private let content: Content
    @Environment(\.chartOptions) private var options

    public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

    public init<Data: RandomAccessCollection, C: ChartContent>(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> C)
    where Content == ForEach<Data, Data.Element.ID, C>, Data.Element: Identifiable {
        self.content = ForEach(data, content: content)
    }

    public init<Data: RandomAccessCollection, ID: Hashable, C: ChartContent>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> C
    ) where Content == ForEach<Data, ID, C> {
        self.content = ForEach(data, id: id, content: content)
    }

    public var body: some View {
        let marks = content.allMarks
        if let chart = ArchivedChart(marks, options) {
            ArchivedChartView(chart: chart)
        } else {
            let drawing = CanvasChart(marks: marks, options: options)
            Canvas { context, size in drawing.draw(&context, size) }
                .background { options.background ?? AnyView(EmptyView()) }
        }
    }
}

extension ChartContent {
    @MainActor fileprivate var allMarks: [_Mark] {
        var marks: [_Mark] = []
        _append(to: &marks)
        return marks
    }
}

/// A chart that surfaces draw.
private struct ArchivedChartView: View {
    let chart: ArchivedChart

    typealias Body = Never
    var body: Never { providerFatalError("a chart of the archive has no body") }

    func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) { outputs.append(.chart(chart.chart(in: inputs)), inputs) }
}

/// The lines that marks make. When a series ends before the next one of its group begins, both become one line with a gap.
private struct ChartLines {
    private struct Piece: Hashable {
        var group: String?
        var series: String

        init(_ mark: _Mark) { (group, series) = (mark.group, mark.series) }
    }

    private var names: [Piece: String] = [:]
    /// A place in each gap.
    private(set) var gaps: [_PlotPosition] = []

    /// - Parameter isBroken: false: each series is a line of its own.
    init(_ marks: [_Mark], isBroken: Bool) {
        guard isBroken else { return }
        var ends: [String?: [(name: String, x: Double)]] = [:]
        let pieces = Dictionary(grouping: marks.filter { $0.look.style == nil }, by: Piece.init).compactMap { piece, marks -> (Piece, Double, Double)? in
            let numbers = marks.compactMap { mark in mark.x?.isCategory == false ? mark.x?.number : nil }
            guard numbers.count == marks.count, let first = numbers.min(), let last = numbers.max() else { return nil }
            return (piece, first, last)
        }
        for (piece, first, last) in pieces.sorted(by: { ($0.1, $0.0.series) < ($1.1, $1.0.series) }) {
            var open = ends[piece.group] ?? []
            let before = open.firstIndex { $0.x < first }
            let name = before.map { open[$0].name } ?? piece.series
            names[piece] = name
            if let before, let gap = marks[0].x?.moved(to: (open.remove(at: before).x + first) / 2), !gaps.contains(gap) { gaps.append(gap) }
            ends[piece.group] = open + [(name, last)]
        }
    }

    func name(of mark: _Mark) -> String { mark.group ?? names[Piece(mark)] ?? mark.series }
}

extension _PlotPosition {
    fileprivate var isCategory: Bool { if case .category = self { true } else { false } }

    /// Another place on the same axis.
    fileprivate func moved(to number: Double) -> _PlotPosition { if case .date = self { .date(number) } else { .number(number) } }
}

/// Marks as a chart of the archive.
private struct ArchivedChart {
    private var style: WidgetCore.Chart.Style
    private var x: [Double] = []
    private var series: [(name: String, values: [Double?], style: AnyShapeStyle?)] = []
    private var rules: [(value: Double, style: AnyShapeStyle?, annotation: AnyView?)] = []
    private var minimum: Double?
    private var maximum: Double?
    private var hidesAxis = false
    private var interpolation: InterpolationMethod
    private var isStacked: Bool

    /// Nil: the marks are of several kinds, or too many.
    init?(_ marks: [_Mark], _ options: ChartOptions) {
        let drawn = Self.joined(marks.filter { $0.kind != .rule })
        guard let kind = drawn.first?.kind, drawn.allSatisfy({ $0.kind == kind && $0.yStart == nil && $0.xStart == nil }) else {
            return nil
        }
        switch kind {
        case .line: style = .line
        case .area: style = .area
        case .bar: style = .bar
        case .point, .rule, .rectangle, .sector: return nil
        }
        interpolation = drawn[0].look.interpolation
        // Bars that have a position of their own stand beside each other. Areas that have a line lie behind each other, as their lines do.
        let hasLines = marks.contains { $0.kind == .line }
        isStacked = kind != .line && !hasLines && drawn.allSatisfy { $0.look.isStacked && (kind == .area || $0.series.isEmpty) }
        let lines = ChartLines(drawn, isBroken: kind != .bar)
        var places = lines.gaps
        for mark in drawn { if let x = mark.x, !places.contains(x) { places.append(x) } }
        let isNamed = places.contains { if case .category = $0 { true } else { false } }
        if !isNamed { places.sort { $0.number < $1.number } }
        guard (1...Limits.chartPoints).contains(places.count) else { return nil }
        x = isNamed ? [] : places.map(\.number)
        var indices: [_PlotPosition: Int] = [:]
        for (index, place) in places.enumerated() { indices[place] = index }
        for mark in drawn {
            guard let place = mark.x.flatMap({ indices[$0] }), case .number(let value)? = mark.y else { return nil }
            let name = lines.name(of: mark)
            var index = series.firstIndex { $0.name == name }
            if index == nil {
                let own = mark.look.style ?? options.colors.first { $0.name == name }?.style
                series.append((name, Array(repeating: nil, count: places.count), own))
                index = series.count - 1
            }
            guard let index, series.count <= Limits.chartSeries else { return nil }
            // Bars of one series in one place stand on each other.
            let there = series[index].values[place]
            series[index].values[place] = style == .bar ? (there ?? 0) + value : value
        }
        isStacked = isStacked && series.count > 1
        // A line alone needs no name in a legend, unless it has one there.
        if series.count == 1, drawn.allSatisfy({ $0.group == nil }) { series[0].name = "" }
        for rule in marks where rule.kind == .rule {
            guard case .number(let value)? = rule.y, rule.x == nil, rule.xStart == nil, rules.count < Limits.chartMarks else { return nil }
            rules.append((value, rule.look.style, rule.annotation))
        }
        hidesAxis = !options.showsY
        if !options.showsLegend { for index in series.indices { series[index].name = "" } }
        setBounds(options)
    }

    /// Sets the bounds that a surface wouldn't find by itself: it rounds those that it finds.
    private mutating func setBounds(_ options: ChartOptions) {
        if let domain = options.yDomain {
            (minimum, maximum) = (domain.lowerBound, domain.upperBound > domain.lowerBound ? domain.upperBound : nil)
            return
        }
        let values = series.flatMap { $0.values.compactMap(\.self) } + rules.map(\.value)
        guard let least = values.min(), let most = values.max() else { return }
        if style == .line {
            // In Swift Charts the axis of a line contains 0 too.
            guard options.yIncludesZero ?? true else { return }
            if least > 0 { minimum = 0 } else if most < 0 { maximum = 0 }
        } else if options.yIncludesZero == false, least < most {
            if least > 0 { minimum = least } else if most < 0 { maximum = most }
        }
    }

    /// Joins each area with the line of the same values to one area, in the line's colour.
    private static func joined(_ marks: [_Mark]) -> [_Mark] {
        let (lines, areas) = (marks.filter { $0.kind == .line }, marks.filter { $0.kind == .area })
        guard lines.count == areas.count, lines.count + areas.count == marks.count, zip(lines, areas).allSatisfy({ $0.x == $1.x && $0.y == $1.y }) else {
            return marks
        }
        return zip(lines, areas).map { line, area in
            var area = area
            area.look.style = line.look.style ?? area.look.style
            return area
        }
    }

    @MainActor func chart(in inputs: _ViewInputs) -> WidgetCore.Chart {
        func color(_ style: AnyShapeStyle?) -> ViewColor? {
            guard let style else { return nil }
            switch style.style(in: inputs.environment) {
            case .color(let color): return color
            case .gradient(let gradient): return gradient.stops.first?.color
            default: return nil
            }
        }
        func label(_ text: String) -> String { String(text.prefix(Limits.chartLabelBytes / 4)) }
        var chart = WidgetCore.Chart(
            style: style, series: series.map { .init($0.values, label: label($0.name), color: color($0.style)) }, x: x, minimum: minimum, maximum: maximum,
            marks: rules.map { rule in
                .init(rule.value, label: label(rule.annotation.map { inputs.child(.content).all($0).words } ?? ""), color: color(rule.style))
            }, hidesAxis: hidesAxis)
        (chart.interpolation, chart.isStacked) = (interpolation.form, isStacked)
        return chart
    }
}

extension [ViewTree] {
    /// The texts of the views, with spaces between them.
    fileprivate var words: String {
        map { tree in
            switch tree.content {
            case .view(.text(let text)), .view(.label(let text, _)): text
            case .view(.richText(let spans)): spans.map(\.plainText).joined()
            default: tree.children.words
            }
        }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
