/// How a chart's axes, legend and colours are drawn.
struct ChartOptions {
    var showsY = true
    var showsLegend = true
    var xDomain: ClosedRange<Double>?
    var yDomain: ClosedRange<Double>?
    /// False: an axis without a domain spans the values alone. Otherwise bars, areas and charts that are drawn as shapes contain 0.
    var yIncludesZero: Bool?
    var colors: [(name: String, style: AnyShapeStyle)] = []
    var background: AnyView?
}

private enum ChartOptionsKey: EnvironmentKey { static var defaultValue: ChartOptions { ChartOptions() } }

extension EnvironmentValues {
    var chartOptions: ChartOptions {
        get { self[ChartOptionsKey.self] }
        set { self[ChartOptionsKey.self] = newValue }
    }
}

extension View {
    private func chart(_ change: @escaping (inout ChartOptions) -> Void) -> some View { transformEnvironment(\.chartOptions, transform: change) }

    // Surfaces draw no axis of places.
    public func chartXAxis(_ visibility: Visibility) -> some View { self }
    public func chartYAxis(_ visibility: Visibility) -> some View { chart { $0.showsY = visibility != .hidden } }
    public func chartXAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
        self
    }
    public func chartYAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View {
        let marks = content()._axis
        return chart { $0.showsY = marks.isShown }
    }
    public func chartLegend(_ visibility: Visibility) -> some View { chart { $0.showsLegend = visibility != .hidden } }
    public func chartLegend(position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil) -> some View { self }
    public func chartXScale<Bound: Plottable>(domain: ClosedRange<Bound>) -> some View {
        let range = domain.lowerBound._position.number...domain.upperBound._position.number
        return chart { $0.xDomain = range }
    }
    public func chartXScale(domain: [String]) -> some View { self }
    /// From the first to the last of some numbers or dates.
    @_disfavoredOverload
    public func chartXScale<Bound: Plottable>(domain: [Bound]) -> some View {
        let numbers = domain.map(\._position.number)
        return chart { options in if let first = numbers.min(), let last = numbers.max(), first < last { options.xDomain = first...last } }
    }
    /// A plot fills its room.
    public func chartXScale(range: PlotDimensionScaleRange) -> some View { self }
    public func chartYScale(range: PlotDimensionScaleRange) -> some View { self }
    public func chartYScale<Bound: Plottable>(domain: ClosedRange<Bound>) -> some View {
        let range = domain.lowerBound._position.number...domain.upperBound._position.number
        return chart { $0.yDomain = range }
    }
    public func chartYScale(domain: AutomaticScaleDomain) -> some View { chart { $0.yIncludesZero = domain.includesZero } }
    public func chartForegroundStyleScale<D: Plottable, S: ShapeStyle>(_ mapping: KeyValuePairs<D, S>) -> some View {
        let colors = mapping.map { ($0.key._position.text, AnyShapeStyle($0.value)) }
        return chart { $0.colors = colors }
    }
    public func chartForegroundStyleScale<S: ShapeStyle>(domain: [String], range: [S]) -> some View {
        let colors = zip(domain, range).map { ($0, AnyShapeStyle($1)) }
        return chart { $0.colors = colors }
    }
    public func chartForegroundStyleScale<S: ShapeStyle>(range: [S]) -> some View {
        let colors = range.map { ("", AnyShapeStyle($0)) }
        return chart { $0.colors = colors }
    }
    public func chartBackground<V: View>(alignment: Alignment = .center, @ViewBuilder content: (ChartProxy) -> V) -> some View {
        let background = AnyView(content(ChartProxy()))
        return chart { $0.background = background }
    }
    public func chartOverlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: (ChartProxy) -> V) -> some View {
        overlay(content(ChartProxy()), alignment: alignment)
    }
    public func chartPlotStyle<Content: View>(@ViewBuilder content: (ChartPlotContent) -> Content) -> some View { self }
    // Surfaces have no room for a label beside an axis.
    public func chartXAxisLabel(_ labelKey: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil)
        -> some View
    { self }
    public func chartYAxisLabel(_ labelKey: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil)
        -> some View
    { self }
    @_disfavoredOverload
    public func chartXAxisLabel(
        _ label: some StringProtocol, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { self }
    @_disfavoredOverload
    public func chartYAxisLabel(
        _ label: some StringProtocol, position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { self }
    public func chartXAxisLabel(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil, @ViewBuilder content: () -> some View
    ) -> some View { self }
    public func chartYAxisLabel(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil, @ViewBuilder content: () -> some View
    ) -> some View { self }
    /// A legend of the program's own stands below the chart.
    public func chartLegend(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil, @ViewBuilder content: () -> some View
    ) -> some View {
        let legend = content()
        return VStack(alignment: alignment?.horizontal ?? .leading, spacing: spacing) {
            self.chartLegend(.hidden)
            legend
        }
    }
}

/// The place of a chart's plot. A provider doesn't know it: surfaces lay charts out.
public struct ChartProxy {
    public var plotSize: CGSize { .zero }
    public func position<P: Plottable>(forX value: P) -> CGFloat? { nil }
    public func position<P: Plottable>(forY value: P) -> CGFloat? { nil }
    public func value<P: Plottable>(atX position: CGFloat, as type: P.Type = P.self) -> P? { nil }
    public func value<P: Plottable>(atY position: CGFloat, as type: P.Type = P.self) -> P? { nil }
    public func value<X: Plottable, Y: Plottable>(at position: CGPoint, as type: (X, Y).Type = (X, Y).self) -> (X, Y)? { nil }
    public var plotFrame: Anchor<CGRect>? { nil }
    public var plotAreaFrame: Anchor<CGRect> { Anchor(.zero) }
}

/// The plot in ``SwiftUI/View/chartPlotStyle(content:)``.
public struct ChartPlotContent: View {
    public var body: some View { EmptyView() }
}

/// How much of the plot a scale takes.
public struct PlotDimensionScaleRange: Sendable {
    public static var plotDimension: PlotDimensionScaleRange { PlotDimensionScaleRange() }
    public static func plotDimension(padding: CGFloat) -> PlotDimensionScaleRange { PlotDimensionScaleRange() }
    public static func plotDimension(startPadding: CGFloat = 0, endPadding: CGFloat = 0) -> PlotDimensionScaleRange { PlotDimensionScaleRange() }
}

public struct AutomaticScaleDomain: Sendable {
    fileprivate let includesZero: Bool?

    public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> AutomaticScaleDomain { AutomaticScaleDomain(includesZero: includesZero) }
}

/// The marks of an axis.
@MainActor @preconcurrency
public protocol AxisContent {
    var _axis: _AxisMarks { get }
}

public struct _AxisMarks {
    var isShown = true
}

@resultBuilder
public struct AxisContentBuilder {
    public static func buildBlock<Content: AxisContent>(_ content: Content) -> Content { content }
    /// The axis is shown where one of several marks is.
    @MainActor public static func buildBlock<A: AxisContent, each B: AxisContent>(_ first: A, _ rest: repeat each B) -> some AxisContent {
        var marks = first._axis
        for axis in repeat (each rest)._axis { if axis.isShown { marks = axis } }
        return _AnyAxisContent(_axis: marks)
    }
    @MainActor public static func buildIf<Content: AxisContent>(_ content: Content?) -> some AxisContent {
        _AnyAxisContent(_axis: content?._axis ?? _AxisMarks(isShown: false))
    }
    @MainActor public static func buildEither(first: some AxisContent) -> _AnyAxisContent { _AnyAxisContent(_axis: first._axis) }
    @MainActor public static func buildEither(second: some AxisContent) -> _AnyAxisContent { _AnyAxisContent(_axis: second._axis) }
}

public struct _AnyAxisContent: AxisContent {
    public let _axis: _AxisMarks
}

/// Labels and lines at an axis's values. Surfaces draw their own.
public struct AxisMarks: AxisContent {
    public let _axis: _AxisMarks

    public init(preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic) { _axis = values.marks }
    public init<Content: AxisMark>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        @AxisMarkBuilder content: (AxisValue) -> Content
    ) {
        _axis = values.marks
    }
    public init<Content: AxisMark>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        @AxisMarkBuilder content: () -> Content
    ) {
        _axis = values.marks
    }
    public init<Value: Plottable, Content: AxisMark>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value], @AxisMarkBuilder content: () -> Content
    ) {
        _axis = _AxisMarks(isShown: !values.isEmpty)
    }
    public init<Value: Plottable, Content: AxisMark>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value], @AxisMarkBuilder content: (AxisValue) -> Content
    ) {
        _axis = _AxisMarks(isShown: !values.isEmpty)
    }
    public init<F: FormatStyle>(
        format: F, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: AxisMarkValues = .automatic,
        stroke: StrokeStyle? = nil
    ) where F.FormatInput: Plottable, F.FormatOutput == String {
        _axis = values.marks
    }
    public init<F: FormatStyle, Value: Plottable>(
        format: F, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value], stroke: StrokeStyle? = nil
    ) where F.FormatInput: Plottable, F.FormatOutput == String {
        _axis = _AxisMarks(isShown: !values.isEmpty)
    }
    public init<Value: Plottable>(preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value]) {
        _axis = _AxisMarks(isShown: !values.isEmpty)
    }
}

public struct AxisMarkPreset: Sendable {
    public static var automatic: AxisMarkPreset { AxisMarkPreset() }
    public static var extended: AxisMarkPreset { AxisMarkPreset() }
    public static var aligned: AxisMarkPreset { AxisMarkPreset() }
    public static var inset: AxisMarkPreset { AxisMarkPreset() }
}

public struct AxisMarkPosition: Sendable {
    public static var automatic: AxisMarkPosition { AxisMarkPosition() }
    public static var leading: AxisMarkPosition { AxisMarkPosition() }
    public static var trailing: AxisMarkPosition { AxisMarkPosition() }
    public static var top: AxisMarkPosition { AxisMarkPosition() }
    public static var bottom: AxisMarkPosition { AxisMarkPosition() }
}

public struct AxisMarkValues: Sendable {
    let marks = _AxisMarks()
    public static var automatic: AxisMarkValues { AxisMarkValues() }
    public static func automatic(desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil) -> AxisMarkValues { AxisMarkValues() }
    public static func stride(by component: Calendar.Component, count: Int = 1) -> AxisMarkValues { AxisMarkValues() }
    public static func stride(by stepSize: Double) -> AxisMarkValues { AxisMarkValues() }
}

extension _AxisMarks: Sendable {}

/// A value of an axis.
public struct AxisValue {
    public let index: Int
    public let count: Int
    public func `as`<P: Plottable>(_ type: P.Type) -> P? { nil }
}

/// A label or a line at an axis's value.
public protocol AxisMark {}

@resultBuilder
public struct AxisMarkBuilder {
    public static func buildBlock(_ marks: any AxisMark...) -> _AxisMarkList { _AxisMarkList() }
    public static func buildExpression<Mark: AxisMark>(_ mark: Mark) -> any AxisMark { mark }
    public static func buildOptional(_ mark: (any AxisMark)?) -> any AxisMark { _AxisMarkList() }
    public static func buildEither(first: any AxisMark) -> any AxisMark { first }
    public static func buildEither(second: any AxisMark) -> any AxisMark { second }
}

public struct _AxisMarkList: AxisMark {}
public struct AxisGridLine: AxisMark {
    public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {}
}
public struct AxisTick: AxisMark {
    public init(centered: Bool? = nil, length: CGFloat = 4, stroke: StrokeStyle? = nil) {}
}
public struct AxisValueLabel<Content: View>: AxisMark {
    public init(
        centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

extension AxisValueLabel where Content == Never {
    public init(
        centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) {}
    public init<F: FormatStyle>(
        format: F, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) where F.FormatInput: Plottable, F.FormatOutput == String {}
}

extension AxisValueLabel where Content == Text {
    public init(
        _ titleKey: LocalizedStringKey, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) {}
    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
    ) {}
}

/// Labels that would lie over each other.
public struct AxisValueLabelCollisionResolution: Sendable {
    public static var automatic: AxisValueLabelCollisionResolution { AxisValueLabelCollisionResolution() }
    public static var disabled: AxisValueLabelCollisionResolution { AxisValueLabelCollisionResolution() }
    public static var truncate: AxisValueLabelCollisionResolution { AxisValueLabelCollisionResolution() }
    public static var greedy: AxisValueLabelCollisionResolution { AxisValueLabelCollisionResolution() }
    public static func greedy(priority: Double = 0, minimumSpacing: CGFloat? = nil) -> AxisValueLabelCollisionResolution {
        AxisValueLabelCollisionResolution()
    }
}

/// The direction of labels.
public struct AxisValueLabelOrientation: Sendable {
    public static var automatic: AxisValueLabelOrientation { AxisValueLabelOrientation() }
    public static var horizontal: AxisValueLabelOrientation { AxisValueLabelOrientation() }
    public static var vertical: AxisValueLabelOrientation { AxisValueLabelOrientation() }
    public static var verticalReversed: AxisValueLabelOrientation { AxisValueLabelOrientation() }
}

extension AxisMark {
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some AxisMark { self }
    public func font(_ font: Font?) -> some AxisMark { self }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some AxisMark { self }
}

extension _PlotPosition {
    /// The position as a number; 0 for a category.
    var number: Double {
        switch self {
        case .number(let number), .date(let number): number
        case .category: 0
        }
    }
}
