import WidgetCore

/// A value within bounds.
nonisolated public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View>: PrimitiveView {
    let value: Double
    let bounds: ClosedRange<Double>
    let label: Label
    let currentValueLabel: CurrentValueLabel
    let minimumValueLabel: BoundsLabel
    let maximumValueLabel: BoundsLabel

    init(
        value: Double, in bounds: ClosedRange<Double>, label: Label, currentValueLabel: CurrentValueLabel, minimumValueLabel: BoundsLabel,
        maximumValueLabel: BoundsLabel
    ) {
        self.value = value
        self.bounds = bounds
        self.label = label
        self.currentValueLabel = currentValueLabel
        self.minimumValueLabel = minimumValueLabel
        self.maximumValueLabel = maximumValueLabel
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        if let style = inputs.environment[GaugeStyleKey.self] {
            let span = bounds.upperBound - bounds.lowerBound
            let configuration = GaugeStyleConfiguration(
                value: span > 0 ? (value - bounds.lowerBound) / span : 0, label: .init(view: AnyView(label)),
                currentValueLabel: isThere(currentValueLabel) ? .init(view: AnyView(currentValueLabel)) : nil,
                minimumValueLabel: isThere(minimumValueLabel) ? .init(view: AnyView(minimumValueLabel)) : nil,
                maximumValueLabel: isThere(maximumValueLabel) ? .init(view: AnyView(maximumValueLabel)) : nil)
            return style(configuration)._append(to: &outputs, inputs.child(.body))
        }
        // A gauge without a span is empty.
        let upper = bounds.upperBound > bounds.lowerBound ? bounds.upperBound : bounds.lowerBound + 1
        var gauge = WidgetCore.Gauge(value: value, minimum: bounds.lowerBound, maximum: upper)
        var children: [ViewTree] = []
        inputs.resolution.within("Gauge") {
            let parts: [(WidgetCore.Gauge.Part, any View, WritableKeyPath<WidgetCore.Gauge, String>)] = [
                (.label, label, \.label), (.currentValue, currentValueLabel, \.currentValueLabel), (.minimum, minimumValueLabel, \.minimumLabel),
                (.maximum, maximumValueLabel, \.maximumLabel),
            ]
            for (part, view, keyPath) in parts where isThere(view) {
                if let text = view as? Text { gauge[keyPath: keyPath] = text.plain(in: inputs) }
                if let text = view as? Text, text.isPlain(in: inputs) { continue }
                gauge.parts.append(part)
                children.append(inputs.child(.part, UInt64(part.rawValue)).single(view))
            }
        }
        var tree = ViewTree(.view(.gauge(gauge)), children: children)
        tree.id = inputs.id
        outputs.trees.append(tree)
    }

    private func isThere(_ view: any View) -> Bool { !(view is EmptyView) }
}

extension Gauge where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
    nonisolated public init<V: BinaryFloatingPoint>(value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label) {
        self.init(
            value: Double(value), in: Double(bounds.lowerBound)...Double(bounds.upperBound), label: label(), currentValueLabel: EmptyView(),
            minimumValueLabel: EmptyView(), maximumValueLabel: EmptyView())
    }
}

extension Gauge where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
    nonisolated public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(
            value: Double(value), in: Double(bounds.lowerBound)...Double(bounds.upperBound), label: label(), currentValueLabel: currentValueLabel(),
            minimumValueLabel: EmptyView(), maximumValueLabel: EmptyView())
    }
}

extension Gauge where MarkedValueLabels == EmptyView {
    nonisolated public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label, @ViewBuilder currentValueLabel: () -> CurrentValueLabel,
        @ViewBuilder minimumValueLabel: () -> BoundsLabel, @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) {
        self.init(
            value: Double(value), in: Double(bounds.lowerBound)...Double(bounds.upperBound), label: label(), currentValueLabel: currentValueLabel(),
            minimumValueLabel: minimumValueLabel(), maximumValueLabel: maximumValueLabel())
    }
}

/// A look of gauges.
@MainActor @preconcurrency
public protocol GaugeStyle {
    associatedtype Body: View
    typealias Configuration = GaugeStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
    /// The raw value of the archive's style, which surfaces draw themselves. Nil: ``makeBody(configuration:)`` draws it.
    nonisolated static var _archivedStyle: Int? { get }
}

extension GaugeStyle {
    nonisolated public static var _archivedStyle: Int? { nil }
}

nonisolated public struct GaugeStyleConfiguration {
    public struct Label: View {
        let view: AnyView
        public var body: some View { view }
    }
    public typealias CurrentValueLabel = Label
    public typealias MinimumValueLabel = Label
    public typealias MaximumValueLabel = Label
    /// 0 to 1.
    public var value: Double
    public var label: Label
    public var currentValueLabel: CurrentValueLabel?
    public var minimumValueLabel: MinimumValueLabel?
    public var maximumValueLabel: MaximumValueLabel?
}

/// A look of gauges that surfaces have.
nonisolated public protocol _SurfaceGaugeStyle: GaugeStyle {}

extension _SurfaceGaugeStyle {
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

nonisolated public struct DefaultGaugeStyle: _SurfaceGaugeStyle {
    public init() {}
    public static var _archivedStyle: Int? { WidgetCore.Gauge.Style.linear.rawValue }
}
nonisolated public struct LinearCapacityGaugeStyle: _SurfaceGaugeStyle {
    public init() {}
    public static var _archivedStyle: Int? { WidgetCore.Gauge.Style.linearCapacity.rawValue }
}
nonisolated public struct LinearGaugeStyle: _SurfaceGaugeStyle {
    public init() {}
    public init(tint: Gradient) {}
    public init(tint: Color) {}
    public static var _archivedStyle: Int? { WidgetCore.Gauge.Style.linear.rawValue }
}
nonisolated public struct CircularGaugeStyle: _SurfaceGaugeStyle {
    public init() {}
    public init(tint: Gradient) {}
    public init(tint: Color) {}
    public static var _archivedStyle: Int? { WidgetCore.Gauge.Style.circular.rawValue }
}
nonisolated public struct AccessoryLinearGaugeStyle: _SurfaceGaugeStyle {
    public init() {}
    public static var _archivedStyle: Int? { WidgetCore.Gauge.Style.accessoryLinear.rawValue }
}
nonisolated public struct AccessoryLinearCapacityGaugeStyle: _SurfaceGaugeStyle {
    public init() {}
    public static var _archivedStyle: Int? { WidgetCore.Gauge.Style.accessoryLinearCapacity.rawValue }
}
nonisolated public struct AccessoryCircularGaugeStyle: _SurfaceGaugeStyle {
    public init() {}
    public static var _archivedStyle: Int? { WidgetCore.Gauge.Style.accessoryCircular.rawValue }
}
nonisolated public struct AccessoryCircularCapacityGaugeStyle: _SurfaceGaugeStyle {
    public init() {}
    public static var _archivedStyle: Int? { WidgetCore.Gauge.Style.accessoryCircularCapacity.rawValue }
}

extension GaugeStyle where Self == DefaultGaugeStyle { nonisolated public static var automatic: DefaultGaugeStyle { DefaultGaugeStyle() } }
extension GaugeStyle where Self == LinearCapacityGaugeStyle {
    nonisolated public static var linearCapacity: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
}
extension GaugeStyle where Self == LinearGaugeStyle { nonisolated public static var linear: LinearGaugeStyle { LinearGaugeStyle() } }
extension GaugeStyle where Self == CircularGaugeStyle { nonisolated public static var circular: CircularGaugeStyle { CircularGaugeStyle() } }
extension GaugeStyle where Self == AccessoryLinearGaugeStyle {
    nonisolated public static var accessoryLinear: AccessoryLinearGaugeStyle { AccessoryLinearGaugeStyle() }
}
extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
    nonisolated public static var accessoryLinearCapacity: AccessoryLinearCapacityGaugeStyle { AccessoryLinearCapacityGaugeStyle() }
}
extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
    nonisolated public static var accessoryCircular: AccessoryCircularGaugeStyle { AccessoryCircularGaugeStyle() }
}
extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
    nonisolated public static var accessoryCircularCapacity: AccessoryCircularCapacityGaugeStyle { AccessoryCircularCapacityGaugeStyle() }
}

enum GaugeStyleKey: EnvironmentKey {
    static var defaultValue: (@MainActor (GaugeStyleConfiguration) -> AnyView)? { nil }
}

extension View {
    public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View {
        ArchiveModifiedView(
            content: self,
            inputs: { inputs in
                guard S._archivedStyle == nil else { return inputs.environment[GaugeStyleKey.self] = nil }
                inputs.environment[GaugeStyleKey.self] = { AnyView(style.makeBody(configuration: $0)) }
            },
            change: { tree, _ in
                guard let style = S._archivedStyle.flatMap(WidgetCore.Gauge.Style.init(rawValue:)) else { return }
                // A gauge itself has the style in a field that every reader knows.
                if case .view(.gauge(var gauge)) = tree.content, gauge.style == .linear {
                    gauge.style = style
                    tree.content = .view(.gauge(gauge))
                } else {
                    tree.modifiers.append(.gaugeStyle(style))
                }
            })
    }
}
