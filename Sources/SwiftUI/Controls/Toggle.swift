import WidgetCore

/// A value that is on or off. In a widget it performs an intent; both of its states are drawn when it is archived, so that it flips at once.
nonisolated public struct Toggle<Label: View>: PrimitiveView {
    let isOn: Bool
    let action: Button<Label>.Action
    let label: Label

    init(isOn: Bool, action: Button<Label>.Action, label: Label) {
        self.isOn = isOn
        self.action = action
        self.label = label
    }

    /// A toggle that performs an intent.
    public init<I: AppIntent>(isOn: Bool, intent: I, @ViewBuilder label: () -> Label) { self.init(isOn: isOn, action: .intent(intent), label: label()) }

    /// A toggle that sets a value, where a program shows the view itself.
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        // A binding is set on the main actor, where views live.
        nonisolated(unsafe) let binding = isOn
        self.init(isOn: isOn.wrappedValue, action: .closure { binding.wrappedValue.toggle() }, label: label())
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        func state(_ isOn: Bool) -> ViewTree {
            let inner = inputs.child(.branch, isOn ? 1 : 0)
            guard let style = inputs.environment[ToggleStyleKey.self] else { return inner.single(label) }
            return inner.single(style(AnyView(label), isOn))
        }
        let states = inputs.resolution.within("Toggle") { [state(false), state(true)] }
        let title = (label as? Text)?.plain(in: inputs) ?? ""
        var tree = ViewTree(.toggle(viewAction(inputs), isOn: isOn, title: title), children: states)
        tree.id = inputs.id
        // A custom style draws the whole toggle, so surfaces put nothing behind it.
        if inputs.environment[ToggleStyleKey.self] != nil { tree.modifiers += [.buttonStyle(.plain), .toggleStyle(.button)] }
        outputs.trees.append(tree)
    }

    @MainActor private func viewAction(_ inputs: _ViewInputs) -> ViewTree.Action {
        switch action {
        case .intent(let intent): return ViewTree.Action(effect: intent.effect)
        case .closure(let closure):
            if let actions = inputs.resolution.actions {
                actions.set(closure, for: inputs.id)
            } else {
                inputs.resolution.recordUnrunnableClosure("a Toggle's binding can't be set in a widget; give it an intent: Toggle(isOn:intent:)")
            }
            return ViewTree.Action(id: "tap-\(inputs.id.low)", effect: .reload)
        }
    }
}

extension Toggle where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Bool, intent: some AppIntent) {
        self.init(isOn: isOn, action: .intent(intent), label: Text(titleKey))
    }
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, isOn: Bool, intent: some AppIntent) {
        self.init(isOn: isOn, action: .intent(intent), label: Text(title))
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
        let title = String(title)
        self.init(isOn: isOn) { Text(verbatim: title) }
    }
}

/// A style of toggles. It is drawn twice, with ``ToggleStyleConfiguration/isOn`` false and true.
@MainActor @preconcurrency
public protocol ToggleStyle {
    associatedtype Body: View
    typealias Configuration = ToggleStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
    /// The raw value of the archive's style, which surfaces draw themselves. Nil: ``makeBody(configuration:)`` draws it.
    nonisolated static var _archivedStyle: Int? { get }
}

extension ToggleStyle {
    nonisolated public static var _archivedStyle: Int? { nil }
}

nonisolated public struct ToggleStyleConfiguration {
    public struct Label: View {
        let view: AnyView
        public var body: some View { view }
    }

    public let label: Label
    /// Setting it does nothing in a widget: a tap performs the toggle's intent.
    @Binding public var isOn: Bool
    public var isMixed: Bool { false }
}

nonisolated public struct DefaultToggleStyle: ToggleStyle {
    public init() {}
    public static var _archivedStyle: Int? { ViewToggleStyle.automatic.rawValue }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
nonisolated public struct ButtonToggleStyle: ToggleStyle {
    public init() {}
    public static var _archivedStyle: Int? { ViewToggleStyle.button.rawValue }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
nonisolated public struct SwitchToggleStyle: ToggleStyle {
    public init() {}
    public init(tint: Color) {}
    public static var _archivedStyle: Int? { ViewToggleStyle.switch.rawValue }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
nonisolated public struct CheckboxToggleStyle: ToggleStyle {
    public init() {}
    public static var _archivedStyle: Int? { ViewToggleStyle.checkbox.rawValue }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension ToggleStyle where Self == DefaultToggleStyle { nonisolated public static var automatic: DefaultToggleStyle { DefaultToggleStyle() } }
extension ToggleStyle where Self == ButtonToggleStyle { nonisolated public static var button: ButtonToggleStyle { ButtonToggleStyle() } }
extension ToggleStyle where Self == SwitchToggleStyle { nonisolated public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() } }
extension ToggleStyle where Self == CheckboxToggleStyle { nonisolated public static var checkbox: CheckboxToggleStyle { CheckboxToggleStyle() } }

enum ToggleStyleKey: EnvironmentKey {
    static var defaultValue: (@MainActor (AnyView, Bool) -> AnyView)? { nil }
}

extension View {
    public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        ArchiveModifiedView(
            content: self,
            inputs: { inputs in
                guard S._archivedStyle == nil else { return inputs.environment[ToggleStyleKey.self] = nil }
                inputs.environment[ToggleStyleKey.self] = { label, isOn in
                    AnyView(style.makeBody(configuration: ToggleStyleConfiguration(label: .init(view: label), isOn: .constant(isOn))))
                }
            },
            change: { tree, _ in
                if let style = S._archivedStyle.flatMap(ViewToggleStyle.init(rawValue:)) { tree.modifiers.append(.toggleStyle(style)) }
            })
    }
}
