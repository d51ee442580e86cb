import WidgetCore

/// A button or a toggle with its current value.
@MainActor @preconcurrency
public protocol ControlWidgetTemplate {
    associatedtype Body: ControlWidgetTemplate
    var body: Body { get }
    var _template: _ControlTemplate { get }
}

extension ControlWidgetTemplate {
    public var _template: _ControlTemplate { body._template }
}

extension Never: ControlWidgetTemplate {}

/// The appearance and the action of a control with its current value.
public struct _ControlTemplate {
    var title = ""
    var isToggle = false
    var value = ControlValue(status: "", symbol: "")
    var action: (any AppIntent)?
    var hint = ""
    var isPrivacySensitive = false
}

/// Builds the template in a control's content closure.
@resultBuilder
public struct ControlWidgetTemplateBuilder {
    public static func buildExpression<T: ControlWidgetTemplate>(_ template: T) -> T { template }
    public static func buildBlock<T: ControlWidgetTemplate>(_ template: T) -> T { template }
    @MainActor public static func buildEither(first: some ControlWidgetTemplate) -> _AnyControlTemplate { _AnyControlTemplate(_template: first._template) }
    @MainActor public static func buildEither(second: some ControlWidgetTemplate) -> _AnyControlTemplate { _AnyControlTemplate(_template: second._template) }
}

public struct _AnyControlTemplate: ControlWidgetTemplate {
    public let _template: _ControlTemplate
    public var body: Never { providerFatalError("this template has no body") }
}

/// A control that does something.
public struct ControlWidgetButton<Label: View, ActionLabel: View, Action: AppIntent>: ControlWidgetTemplate {
    public let _template: _ControlTemplate
    public var body: Never { providerFatalError("this template has no body") }

    public init(action: Action, @ViewBuilder label: @escaping () -> Label, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel) {
        _template = .button(action: action, label: label(), actionLabel: actionLabel(false))
    }
}

extension ControlWidgetButton where ActionLabel == Label {
    public init(action: Action, @ViewBuilder label: @escaping () -> Label) { _template = .button(action: action, label: label(), actionLabel: nil) }
}

extension ControlWidgetButton where Label == Text {
    public init(_ title: LocalizedStringResource, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel) {
        _template = .button(action: action, label: Text(title), actionLabel: actionLabel(false))
    }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, action: Action, @ViewBuilder actionLabel: @escaping (Bool) -> ActionLabel) {
        _template = .button(action: action, label: Text(title), actionLabel: actionLabel(false))
    }
}

extension ControlWidgetButton where Label == Text, ActionLabel == Text {
    public init(_ title: LocalizedStringResource, action: Action) { _template = .button(action: action, label: Text(title), actionLabel: nil) }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, action: Action) { _template = .button(action: action, label: Text(title), actionLabel: nil) }
}

/// A control that is on or off.
public struct ControlWidgetToggle<Label: View, ValueLabel: View, Action: SetValueIntent>: ControlWidgetTemplate where Action.ValueType == Bool {
    public let _template: _ControlTemplate
    public var body: Never { providerFatalError("this template has no body") }

    public init(isOn: Bool, action: Action, @ViewBuilder label: @escaping () -> Label, @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel) {
        _template = .toggle(isOn: isOn, action: action, label: label(), valueLabel: valueLabel)
    }
}

extension ControlWidgetToggle where Label == Text {
    public init(_ title: LocalizedStringResource, isOn: Bool, action: Action, @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel) {
        _template = .toggle(isOn: isOn, action: action, label: Text(title), valueLabel: valueLabel)
    }
    @_disfavoredOverload
    public init(_ title: some StringProtocol, isOn: Bool, action: Action, @ViewBuilder valueLabel: @escaping (Bool) -> ValueLabel) {
        _template = .toggle(isOn: isOn, action: action, label: Text(title), valueLabel: valueLabel)
    }
}

extension ControlWidgetToggle where Label == Text, ValueLabel == Text {
    public init(_ title: LocalizedStringResource, isOn: Bool, action: Action) {
        _template = .toggle(isOn: isOn, action: action, label: Text(title), valueLabel: { _ in Text(title) })
    }
}

extension ControlWidgetToggle where ValueLabel == Label {
    public init(isOn: Bool, action: Action, @ViewBuilder label: @escaping () -> Label) {
        _template = .toggle(isOn: isOn, action: action, label: label(), valueLabel: { _ in label() })
    }
}

extension _ControlTemplate {
    /// - Parameter actionLabel: its words are the control's status; nil: none.
    @MainActor fileprivate static func button(action: any AppIntent, label: some View, actionLabel: (any View)?) -> _ControlTemplate {
        var template = _ControlTemplate(action: action)
        let own = LabelParts(label)
        let shown = actionLabel.map { LabelParts(AnyView($0)) }
        template.title = own.title
        template.value = ControlValue(status: shown?.title ?? "", symbol: own.symbol.isEmpty ? shown?.symbol ?? "" : own.symbol, tint: own.tint)
        return template
    }

    @MainActor fileprivate static func toggle(isOn: Bool, action: any AppIntent, label: some View, valueLabel: (Bool) -> some View) -> _ControlTemplate {
        var template = _ControlTemplate(isToggle: true, action: action)
        let (own, shown) = (LabelParts(label), LabelParts(valueLabel(isOn)))
        template.title = own.title
        template.value = ControlValue(
            isOn: isOn, status: shown.title == own.title ? "" : shown.title, symbol: shown.symbol.isEmpty ? own.symbol : shown.symbol,
            tint: shown.tint ?? own.tint)
        return template
    }
}

/// The words and the symbol of a control's label.
private struct LabelParts {
    var title = ""
    var symbol = ""
    var tint: ViewColor?

    @MainActor init(_ view: some View) {
        guard let tree = try? ViewRenderer.tree(of: view, environment: EnvironmentValues(), size: CGSize(width: 44, height: 44)) else { return }
        visit(tree)
    }

    private mutating func visit(_ tree: ViewTree) {
        for case .tint(let color) in tree.modifiers where tint == nil { tint = color }
        switch tree.content {
        case .view(.text(let text)): if title.isEmpty { title = text }
        case .view(.label(let text, let name)):
            if title.isEmpty { title = text }
            if symbol.isEmpty { symbol = name }
        case .view(.image(let image)): if symbol.isEmpty, case .systemName(let name) = image.source { symbol = name }
        default: break
        }
        tree.children.forEach { visit($0) }
    }
}

/// A template with a change.
private struct ModifiedTemplate: ControlWidgetTemplate {
    let _template: _ControlTemplate
    var body: Never { providerFatalError("this template has no body") }
}

extension ControlWidgetTemplate {
    private func with(_ change: (inout _ControlTemplate) -> Void) -> some ControlWidgetTemplate {
        var template = _template
        change(&template)
        return ModifiedTemplate(_template: template)
    }

    public func tint(_ tint: Color?) -> some ControlWidgetTemplate { with { $0.value.tint = tint?.archived(in: EnvironmentValues()) } }
    public func disabled(_ disabled: Bool) -> some ControlWidgetTemplate { with { if disabled { $0.action = nil } } }
    /// The value is hidden while the session is locked.
    public func privacySensitive(_ sensitive: Bool = true) -> some ControlWidgetTemplate { with { $0.isPrivacySensitive = sensitive } }
    public func controlWidgetActionHint(_ hint: LocalizedStringResource) -> some ControlWidgetTemplate { with { $0.hint = String(localized: hint) } }
    public func controlWidgetStatus(_ status: LocalizedStringResource) -> some ControlWidgetTemplate { with { $0.value.status = String(localized: status) } }
}

/// Gives the value of a control.
public protocol ControlValueProvider {
    associatedtype Value
    /// Something likely, for a gallery.
    var previewValue: Value { get }
    /// The current value. It is requested when the control is added or reloaded, and after every action.
    func currentValue() async throws -> Value
}

/// Gives the value of a control with options.
public protocol AppIntentControlValueProvider {
    associatedtype Configuration: ControlConfigurationIntent
    associatedtype Value
    func previewValue(configuration: Configuration) -> Value
    func currentValue(configuration: Configuration) async throws -> Value
}
