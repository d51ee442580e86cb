import WidgetCore

/// How far something has come.
nonisolated public struct ProgressView<Label: View, CurrentValueLabel: View>: PrimitiveView {
    let progress: ViewProgress
    let label: Label
    let currentValueLabel: CurrentValueLabel

    init(_ progress: ViewProgress, label: Label, currentValueLabel: CurrentValueLabel) {
        self.progress = progress
        self.label = label
        self.currentValueLabel = currentValueLabel
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        if let style = inputs.environment[ProgressViewStyleKey.self] {
            var fraction: Double?
            if case .fraction(let value) = progress { fraction = value }
            let configuration = ProgressViewStyleConfiguration(
                fractionCompleted: fraction, label: label is EmptyView ? nil : .init(view: AnyView(label)),
                currentValueLabel: currentValueLabel is EmptyView ? nil : .init(view: AnyView(currentValueLabel)))
            return style(configuration)._append(to: &outputs, inputs.child(.body))
        }
        let isHidden = inputs.environment[LabelsHiddenKey.self]
        if isHidden || label is EmptyView, isHidden || currentValueLabel is EmptyView { return outputs.append(.progress(progress, label: ""), inputs) }
        if let text = label as? Text, text.isPlain(in: inputs), currentValueLabel is EmptyView {
            return outputs.append(.progress(progress, label: text.plain(in: inputs)), inputs)
        }
        // Labels that aren't plain text stand above and below the bar, as in SwiftUI.
        let bar = ProgressView<EmptyView, EmptyView>(progress, label: EmptyView(), currentValueLabel: EmptyView())
        outputs.appendContainer(
            .stack(axis: .vertical, alignment: .leading, spacing: 4),
            TupleView((label, bar, currentValueLabel.font(.caption).foregroundStyle(.secondary))), inputs)
    }
}

private func fraction(_ value: Double?, _ total: Double) -> ViewProgress {
    guard let value, value.isFinite, total > 0 else { return .indeterminate }
    return .fraction(min(1, max(0, value / total)))
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
    nonisolated public init() { self.init(.indeterminate, label: EmptyView(), currentValueLabel: EmptyView()) }
    nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) {
        self.init(fraction(value.map { Double($0) }, Double(total)), label: EmptyView(), currentValueLabel: EmptyView())
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init(@ViewBuilder label: () -> Label) { self.init(.indeterminate, label: label(), currentValueLabel: EmptyView()) }
    nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
        self.init(fraction(value.map { Double($0) }, Double(total)), label: label(), currentValueLabel: EmptyView())
    }
}

extension ProgressView {
    nonisolated public init<V: BinaryFloatingPoint>(
        value: V?, total: V = 1.0, @ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(fraction(value.map { Double($0) }, Double(total)), label: label(), currentValueLabel: currentValueLabel())
    }

    /// Progress that runs with the clock.
    nonisolated public init(
        timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(range(timerInterval, countsDown: countsDown), label: label(), currentValueLabel: currentValueLabel())
    }
}

extension ProgressView where CurrentValueLabel == Text {
    nonisolated public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true, @ViewBuilder label: () -> Label) {
        self.init(
            range(timerInterval, countsDown: countsDown), label: label(), currentValueLabel: Text(timerInterval: timerInterval, countsDown: countsDown))
    }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == Text {
    nonisolated public init(timerInterval: ClosedRange<Date>, countsDown: Bool = true) {
        self.init(
            range(timerInterval, countsDown: countsDown), label: EmptyView(),
            currentValueLabel: Text(timerInterval: timerInterval, countsDown: countsDown))
    }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
    nonisolated public init(_ titleKey: LocalizedStringKey) { self.init(.indeterminate, label: Text(titleKey), currentValueLabel: EmptyView()) }
    nonisolated public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0) {
        self.init(fraction(value.map { Double($0) }, Double(total)), label: Text(titleKey), currentValueLabel: EmptyView())
    }
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S) { self.init(.indeterminate, label: Text(title), currentValueLabel: EmptyView()) }
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1.0) {
        self.init(fraction(value.map { Double($0) }, Double(total)), label: Text(title), currentValueLabel: EmptyView())
    }
}

/// The progress over a range. A range without a length is over.
private func range(_ interval: ClosedRange<Date>, countsDown: Bool) -> ViewProgress {
    let (start, end) = (Timestamp(interval.lowerBound), Timestamp(interval.upperBound))
    return start < end ? .range(start: start, end: end, countsDown: countsDown) : .fraction(countsDown ? 0 : 1)
}

/// A look of progress views.
@MainActor @preconcurrency
public protocol ProgressViewStyle {
    associatedtype Body: View
    typealias Configuration = ProgressViewStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
    /// The raw value of the archive's style, which surfaces draw themselves. Nil: ``makeBody(configuration:)`` draws it.
    nonisolated static var _archivedStyle: Int? { get }
}

extension ProgressViewStyle {
    nonisolated public static var _archivedStyle: Int? { nil }
}

nonisolated public struct ProgressViewStyleConfiguration {
    public struct Label: View {
        let view: AnyView
        public var body: some View { view }
    }
    public typealias CurrentValueLabel = Label
    /// 0 to 1; nil: nobody knows.
    public let fractionCompleted: Double?
    public var label: Label?
    public var currentValueLabel: CurrentValueLabel?
}

nonisolated public struct DefaultProgressViewStyle: ProgressViewStyle {
    public init() {}
    public static var _archivedStyle: Int? { ViewProgressStyle.automatic.rawValue }
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}
nonisolated public struct LinearProgressViewStyle: ProgressViewStyle {
    public init() {}
    public init(tint: Color) {}
    public static var _archivedStyle: Int? { ViewProgressStyle.linear.rawValue }
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}
nonisolated public struct CircularProgressViewStyle: ProgressViewStyle {
    public init() {}
    public init(tint: Color) {}
    public static var _archivedStyle: Int? { ViewProgressStyle.circular.rawValue }
    public func makeBody(configuration: Configuration) -> some View { EmptyView() }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    nonisolated public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
    nonisolated public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
    nonisolated public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

enum ProgressViewStyleKey: EnvironmentKey {
    static var defaultValue: (@MainActor (ProgressViewStyleConfiguration) -> AnyView)? { nil }
}

extension View {
    public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        ArchiveModifiedView(
            content: self,
            inputs: { inputs in
                guard S._archivedStyle == nil else { return inputs.environment[ProgressViewStyleKey.self] = nil }
                inputs.environment[ProgressViewStyleKey.self] = { AnyView(style.makeBody(configuration: $0)) }
            },
            change: { tree, _ in
                if let style = S._archivedStyle.flatMap(ViewProgressStyle.init(rawValue:)) { tree.modifiers.append(.progressStyle(style)) }
            })
    }
}
