/// Marks of a chart.
@MainActor @preconcurrency
public protocol ChartContent {
    associatedtype Body: ChartContent
    @ChartContentBuilder @MainActor @preconcurrency var body: Body { get }
    /// Adds the marks. The default adds those of its ``body``.
    func _append(to marks: inout [_Mark])
}

extension ChartContent {
    public func _append(to marks: inout [_Mark]) { body._append(to: &marks) }
}

extension Never: ChartContent {
    public func _append(to marks: inout [_Mark]) {}
}

/// One mark.
public struct _Mark {
    enum Kind {
        case line, area, bar, point, rule, rectangle, sector
    }

    /// How it is drawn.
    struct Look {
        var style: AnyShapeStyle?
        var stroke: StrokeStyle?
        var interpolation = InterpolationMethod.linear
        var width = MarkDimension.automatic
        var inner = MarkDimension.automatic
        var outer = MarkDimension.automatic
        var angularInset: CGFloat = 0
        var symbolSize: CGFloat = 36
        /// Bars and areas at the same place lie on each other.
        var isStacked = true
        var cornerRadius: CGFloat = 0
        var opacity = 1.0
        var zIndex = 0.0
    }

    let kind: Kind
    /// The position. Bars, areas, rules and rectangles may also have a start and an end.
    var x: _PlotPosition?
    var xStart: _PlotPosition?
    var xEnd: _PlotPosition?
    var y: _PlotPosition?
    var yStart: _PlotPosition?
    var yEnd: _PlotPosition?
    /// The series of a line.
    var series = ""
    /// The value by which it is coloured.
    var group: String?
    var look = Look()
    /// The view beside the mark.
    var annotation: AnyView?

    init(_ kind: Kind) { self.kind = kind }
}

/// A mark of SwiftUI's Charts.
protocol PrimitiveMark: ChartContent where Body == Never {
    var mark: _Mark { get }
}

extension PrimitiveMark {
    public var body: Never { return providerFatalError("a mark has no body") }
    public func _append(to marks: inout [_Mark]) { marks.append(mark) }
}

/// Puts marks together.
@resultBuilder
public struct ChartContentBuilder {
    public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content { content }
    @MainActor public static func buildBlock<each Content: ChartContent>(_ content: repeat each Content) -> _MarkList {
        var marks: [_Mark] = []
        repeat (each content)._append(to: &marks)
        return _MarkList(marks: marks)
    }
    @MainActor public static func buildOptional(_ content: _MarkList?) -> _MarkList { content ?? _MarkList(marks: []) }
    public static func buildEither(first: _MarkList) -> _MarkList { first }
    public static func buildEither(second: _MarkList) -> _MarkList { second }
    public static func buildLimitedAvailability(_ content: _MarkList) -> _MarkList { content }
}

/// Marks that were put together.
public struct _MarkList: ChartContent {
    let marks: [_Mark]
    public var body: Never { return providerFatalError("a list of marks has no body") }
    public func _append(to marks: inout [_Mark]) { marks += self.marks }
}

extension ForEach: ChartContent where Content: ChartContent {
    public typealias Body = Never
    public var body: Never { return providerFatalError("a list of marks has no body") }
    @MainActor public init(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data: data, content: content, id: { $0.id })
    }
    @MainActor public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, content: content, id: { $0[keyPath: id] })
    }
    @MainActor public init(_ data: Range<Int>, @ChartContentBuilder content: @escaping (Int) -> Content) where Data == Range<Int>, ID == Int {
        self.init(data: data, content: content, id: { $0 })
    }
    @MainActor public func _append(to marks: inout [_Mark]) { for element in data { content(element)._append(to: &marks) } }
}

/// Marks with a change.
struct ModifiedMarks<Content: ChartContent>: ChartContent {
    let content: Content
    let change: (inout _Mark) -> Void
    var body: Never { return providerFatalError("marks with a modifier have no body") }
    func _append(to marks: inout [_Mark]) {
        let first = marks.count
        content._append(to: &marks)
        for index in first..<marks.count { change(&marks[index]) }
    }
}

extension ChartContent {
    private func with(_ change: @escaping (inout _Mark) -> Void) -> some ChartContent { ModifiedMarks(content: self, change: change) }

    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some ChartContent { with { $0.look.style = AnyShapeStyle(style) } }
    /// A colour for each value, from the chart's scale.
    public func foregroundStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent { with { $0.group = value.value._position.text } }
    public func symbol<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent { self }
    public func symbol<S: ChartSymbolShape>(_ symbol: S) -> some ChartContent { self }
    public func symbolSize(_ area: CGFloat) -> some ChartContent { with { $0.look.symbolSize = area } }
    public func symbolSize(_ size: CGSize) -> some ChartContent { with { $0.look.symbolSize = size.width * size.height } }
    /// No effect: the value doesn't change the size of a point.
    public func symbolSize<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent { self }
    /// No effect: lines differ by their colours.
    public func lineStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent { self }
    public func lineStyle(_ style: StrokeStyle) -> some ChartContent { with { $0.look.stroke = style } }
    public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent { with { $0.look.interpolation = method } }
    public func cornerRadius(_ radius: CGFloat, style: RoundedCornerStyle = .continuous) -> some ChartContent { with { $0.look.cornerRadius = radius } }
    public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> some ChartContent { self }
    public func opacity(_ opacity: Double) -> some ChartContent { with { $0.look.opacity *= opacity } }
    public func zIndex(_ value: Double) -> some ChartContent { with { $0.look.zIndex = value } }
    public func position<D: Plottable>(by value: PlottableValue<D>, axis: Axis? = nil, span: MarkDimension = .automatic) -> some ChartContent {
        with { $0.series = value.value._position.text }
    }
    /// A text at a ``RuleMark`` stands at the end of its line. Surfaces draw no other views at a mark.
    public func annotation<C: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> C
    ) -> some ChartContent {
        let view = AnyView(content())
        return with { $0.annotation = view }
    }
    public func accessibilityLabel(_ label: Text) -> some ChartContent { self }
    public func accessibilityLabel(_ label: some StringProtocol) -> some ChartContent { self }
    public func accessibilityValue(_ value: some StringProtocol) -> some ChartContent { self }
    public func accessibilityHidden(_ hidden: Bool) -> some ChartContent { self }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent { self }
    public func blur(radius: CGFloat) -> some ChartContent { self }
}

public enum AnnotationPosition: Sendable {
    case automatic, overlay, top, bottom, leading, trailing, topLeading, topTrailing, bottomLeading, bottomTrailing
}

/// The shape of a point. Here all points are circles.
public protocol ChartSymbolShape {}
public struct BasicChartSymbolShape: ChartSymbolShape, Sendable {
    public static var circle: BasicChartSymbolShape { BasicChartSymbolShape() }
    public static var square: BasicChartSymbolShape { BasicChartSymbolShape() }
    public static var triangle: BasicChartSymbolShape { BasicChartSymbolShape() }
    public static var diamond: BasicChartSymbolShape { BasicChartSymbolShape() }
}
extension ChartSymbolShape where Self == BasicChartSymbolShape {
    public static var circle: BasicChartSymbolShape { .circle }
    public static var square: BasicChartSymbolShape { .square }
    public static var triangle: BasicChartSymbolShape { .triangle }
    public static var diamond: BasicChartSymbolShape { .diamond }
}

extension _PlotPosition {
    var text: String {
        switch self {
        case .number(let number): number.formatted()
        case .date(let seconds): Date(timeIntervalSince1970: seconds).formatted(date: .abbreviated, time: .omitted)
        case .category(let name): name
        }
    }
}
