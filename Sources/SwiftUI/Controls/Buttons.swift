package import WidgetCore

/// The meaning of a button beside its action.
nonisolated public struct ButtonRole: Equatable, Sendable {
    private let name: String
    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
    public static let confirm = ButtonRole(name: "confirm")
    public static let close = ButtonRole(name: "close")
}

/// A button. In a widget it performs an intent; a closure runs only where a program shows the view itself.
nonisolated public struct Button<Label: View>: PrimitiveView {
    enum Action {
        case closure(@MainActor () -> Void)
        case intent(any AppIntent)
    }

    let action: Action
    let role: ButtonRole?
    let label: Label

    init(_ action: Action, role: ButtonRole?, label: Label) {
        self.action = action
        self.role = role
        self.label = label
    }

    public init(role: ButtonRole? = nil, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(.closure(action), role: role, label: label())
    }

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) { self.init(.closure(action), role: nil, label: label()) }

    /// A button that performs an intent.
    public init<I: AppIntent>(role: ButtonRole? = nil, intent: I, @ViewBuilder label: () -> Label) { self.init(.intent(intent), role: role, label: label()) }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        let style = inputs.environment[ButtonStyleKey.self]
        var inner = inputs.child(.content)
        let children: [ViewTree]
        if let style {
            children = inputs.resolution.within("Button") { style(AnyView(label), role, inner) }
        } else {
            inner.environment[ButtonStyleKey.self] = nil
            children = inputs.resolution.within("Button") { inner.all(label) }
        }
        var tree = ViewTree(.button(viewAction(inputs)), children: children)
        tree.id = inputs.id
        if role == .destructive { tree.modifiers.append(.tint(.named(.red))) }
        if style != nil { tree.modifiers.append(.buttonStyle(.plain)) }
        outputs.trees.append(tree)
    }

    @MainActor private func viewAction(_ inputs: _ViewInputs) -> ViewTree.Action {
        switch action {
        case .intent(let intent): return ViewTree.Action(effect: intent.effect)
        case .closure(let closure):
            if let actions = inputs.resolution.actions {
                actions.set(closure, for: inputs.id)
            } else {
                inputs.resolution.recordUnrunnableClosure("a Button's closure can't run in a widget; give it an intent: Button(intent:)")
            }
            return ViewTree.Action(id: "tap-\(inputs.id.low)", effect: .reload)
        }
    }
}

extension AppIntent {
    package var effect: ViewAction.Effect { .intent(name: Self.intentName, parameters: IntentReflection.parameters(of: self)) }
}

extension Button where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(.closure(action), role: nil, label: Text(titleKey))
    }
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        self.init(.closure(action), role: nil, label: Text(title))
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(.closure(action), role: role, label: Text(titleKey))
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, intent: some AppIntent) {
        self.init(.intent(intent), role: role, label: Text(titleKey))
    }
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, role: ButtonRole? = nil, intent: some AppIntent) {
        self.init(.intent(intent), role: role, label: Text(title))
    }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void) {
        self.init(.closure(action), role: nil, label: SwiftUI.Label(titleKey, systemImage: systemImage))
    }
    nonisolated public init(_ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil, intent: some AppIntent) {
        self.init(.intent(intent), role: role, label: SwiftUI.Label(titleKey, systemImage: systemImage))
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    nonisolated public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        self.init(configuration.action, role: configuration.role, label: configuration.label)
    }
}

/// A look of buttons: it is drawn once, as a button that isn't pressed.
@MainActor @preconcurrency
public protocol ButtonStyle {
    associatedtype Body: View
    typealias Configuration = ButtonStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

nonisolated public struct ButtonStyleConfiguration {
    /// The view on the button.
    public struct Label: View {
        let view: AnyView
        public var body: some View { view }
    }

    public let role: ButtonRole?
    public let label: Label
    public let isPressed: Bool
}

/// A style of buttons that SwiftUI has, or a custom one. A custom style can't decide when the button acts: `trigger()` does nothing.
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {
    associatedtype Body: View
    typealias Configuration = PrimitiveButtonStyleConfiguration
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
    /// The raw value of the archive's style, which surfaces draw themselves. Nil: ``makeBody(configuration:)`` draws it.
    nonisolated static var _archivedStyle: Int? { get }
}

extension PrimitiveButtonStyle {
    nonisolated public static var _archivedStyle: Int? { nil }
}

nonisolated public struct PrimitiveButtonStyleConfiguration {
    public struct Label: View {
        let view: AnyView
        public var body: some View { view }
    }

    public let role: ButtonRole?
    public let label: Label
    let action: Button<Label>.Action
    public func trigger() {}
}

private func surfaceStyle(_ style: ViewButtonStyle) -> Int { style.rawValue }

nonisolated public struct DefaultButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public static var _archivedStyle: Int? { surfaceStyle(.automatic) }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
nonisolated public struct BorderedButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public static var _archivedStyle: Int? { surfaceStyle(.bordered) }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
nonisolated public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public static var _archivedStyle: Int? { surfaceStyle(.borderedProminent) }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
nonisolated public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public static var _archivedStyle: Int? { surfaceStyle(.borderless) }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
nonisolated public struct PlainButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public static var _archivedStyle: Int? { surfaceStyle(.plain) }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
nonisolated public struct GlassButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public static var _archivedStyle: Int? { surfaceStyle(.glass) }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}
nonisolated public struct GlassProminentButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public static var _archivedStyle: Int? { surfaceStyle(.glassProminent) }
    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle { nonisolated public static var automatic: DefaultButtonStyle { DefaultButtonStyle() } }
extension PrimitiveButtonStyle where Self == BorderedButtonStyle { nonisolated public static var bordered: BorderedButtonStyle { BorderedButtonStyle() } }
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    nonisolated public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    nonisolated public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle { nonisolated public static var plain: PlainButtonStyle { PlainButtonStyle() } }
extension PrimitiveButtonStyle where Self == GlassButtonStyle { nonisolated public static var glass: GlassButtonStyle { GlassButtonStyle() } }
extension PrimitiveButtonStyle where Self == GlassProminentButtonStyle {
    nonisolated public static var glassProminent: GlassProminentButtonStyle { GlassProminentButtonStyle() }
}

/// Draws a button's label in a custom style.
enum ButtonStyleKey: EnvironmentKey {
    typealias Drawer = @MainActor (AnyView, ButtonRole?, _ViewInputs) -> [ViewTree]
    static var defaultValue: Drawer? { nil }
}

extension View {
    public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
        transformingInputs { inputs in
            inputs.environment[ButtonStyleKey.self] = { label, role, inputs in
                DynamicProperties.connect(style, inputs)
                return inputs.all(style.makeBody(configuration: ButtonStyleConfiguration(role: role, label: .init(view: label), isPressed: false)))
            }
        }
    }

    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        ArchiveModifiedView(
            content: self,
            inputs: { inputs in
                guard S._archivedStyle == nil else { return inputs.environment[ButtonStyleKey.self] = nil }
                inputs.environment[ButtonStyleKey.self] = { label, role, inputs in
                    let configuration = PrimitiveButtonStyleConfiguration(role: role, label: .init(view: label), action: .closure {})
                    return inputs.all(style.makeBody(configuration: configuration))
                }
            },
            change: { tree, _ in
                if let style = S._archivedStyle.flatMap(ViewButtonStyle.init(rawValue:)) { tree.modifiers.append(.buttonStyle(style)) }
            })
    }

    nonisolated public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { archived(.buttonBorderShape(shape.archived)) }
    nonisolated public func controlSize(_ controlSize: ControlSize) -> some View { archived(.controlSize(controlSize.archived)) }

    /// The view's buttons and toggles do nothing, and look so.
    nonisolated public func disabled(_ disabled: Bool) -> some View {
        ArchiveModifiedView(
            content: self, inputs: { if disabled { $0.environment.isEnabled = false } },
            change: { tree, _ in if disabled { tree.modifiers.append(.disabled(true)) } })
    }
}

nonisolated public struct ButtonBorderShape: Shape, Equatable, Sendable {
    let archived: ViewButtonBorderShape
    public static let automatic = ButtonBorderShape(archived: .automatic)
    public static let capsule = ButtonBorderShape(archived: .capsule)
    public static let roundedRectangle = ButtonBorderShape(archived: .roundedRectangle(radius: nil))
    public static let circle = ButtonBorderShape(archived: .circle)
    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { ButtonBorderShape(archived: .roundedRectangle(radius: max(0, radius))) }

    public typealias AnimatableData = EmptyAnimatableData
    public func path(in rect: CGRect) -> Path {
        switch archived {
        case .automatic, .capsule: Capsule().path(in: rect)
        case .circle: Circle().path(in: rect)
        case .roundedRectangle(let radius): RoundedRectangle(cornerRadius: radius ?? Self.radius).path(in: rect)
        }
    }

    /// Points, of a rounded rectangle that doesn't say it.
    private static let radius: CGFloat = 8
}

nonisolated public enum ControlSize: CaseIterable, Hashable, Sendable {
    case mini, small, regular, large, extraLarge

    var archived: ViewControlSize {
        switch self {
        case .mini: .mini
        case .small: .small
        case .regular: .regular
        case .large: .large
        case .extraLarge: .extraLarge
        }
    }
}

/// Opens an address.
nonisolated public struct Link<Label: View>: PrimitiveView {
    let destination: URL
    let label: Label

    public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }

    @MainActor public func _append(to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        outputs.appendContainer(.link(url: destination.absoluteString), label, inputs)
    }
}

extension Link where Label == Text {
    nonisolated public init(_ titleKey: LocalizedStringKey, destination: URL) { self.init(destination: destination) { Text(titleKey) } }
    @_disfavoredOverload
    nonisolated public init<S: StringProtocol>(_ title: S, destination: URL) {
        let title = String(title)
        self.init(destination: destination) { Text(verbatim: title) }
    }
}
