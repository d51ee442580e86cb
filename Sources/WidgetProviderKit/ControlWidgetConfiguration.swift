public import WidgetCore

/// A control: its kind, its value provider and its template.
public protocol ControlWidgetConfiguration {
    var definition: ControlDefinition { get set }
}

/// A control that people don't configure.
///
/// ```swift
/// StaticControlConfiguration(kind: "timer", provider: TimerValue()) { isRunning in
///     ControlWidgetToggle("Timer", isOn: isRunning, symbol: "timer", action: SetTimerIntent())
/// }
/// ```
public struct StaticControlConfiguration: ControlWidgetConfiguration {
    public var definition: ControlDefinition

    /// - Parameters:
    ///   - kind: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`, unique on a machine among kinds of controls.
    ///   - content: the button or toggle that stands for a value; always of one type.
    public init<Provider: ControlValueProvider, Template: ControlWidgetTemplate>(
        kind: String, provider: Provider, content: @escaping (Provider.Value) -> Template
    ) {
        definition = ControlDefinition(
            kind: kind, parameters: [], preview: { _ in content(provider.previewValue) }, current: { _ in content(try provider.currentValue()) })
    }

    /// A control that has no value: a button.
    public init(kind: String, content: @escaping () -> ControlWidgetButton) {
        definition = ControlDefinition(kind: kind, parameters: [], preview: { _ in content() }, current: { _ in content() })
    }
}

/// A control with parameters, in the order in which a form shows them.
public struct AppIntentControlConfiguration: ControlWidgetConfiguration {
    public var definition: ControlDefinition

    /// - Parameters:
    ///   - kind: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`, unique on a machine among kinds of controls.
    ///   - parameters: 16 at most; a required one has a default.
    ///   - content: the button or toggle that stands for a value; always of one type.
    public init<Provider: AppIntentControlValueProvider, Template: ControlWidgetTemplate>(
        kind: String, parameters: [ParameterDefinition], provider: Provider, content: @escaping (Provider.Value) -> Template
    ) {
        definition = ControlDefinition(
            kind: kind, parameters: parameters, preview: { content(provider.previewValue(configuration: $0)) },
            current: { content(try provider.currentValue(configuration: $0)) })
    }
}

extension ControlWidgetConfiguration {
    private func with(_ change: (inout ControlKind) -> Void) -> Self {
        var copy = self
        change(&copy.definition.kind)
        return copy
    }

    /// The name in a gallery, and of a control that has no name of its own.
    public func displayName(_ name: String) -> Self { with { $0.displayName = name } }
    /// Its purpose, in a sentence.
    public func description(_ description: String) -> Self { with { $0.description = description } }
    /// The effect of a press, such as "Hold to mute", at most ``ControlLimits/statusBytes``.
    public func actionHint(_ hint: String) -> Self { with { $0.actionHint = hint } }
    /// The value is hidden while the session is locked.
    public func privacySensitive() -> Self { with { $0.isPrivacySensitive = true } }
    /// The users who may use it.
    public func authenticationPolicy(_ policy: ControlAuthentication) -> Self { with { $0.authentication = policy } }
    public func promptsForUserConfiguration() -> Self { with { $0.promptsForUserConfiguration = true } }
    /// Its controls reload when the provider's server pushes, and `handler` hears where to.
    public func pushHandler(_ handler: any ControlPushHandler.Type) -> Self {
        var copy = with { $0.takesPushes = true }
        copy.definition.pushHandler = handler
        return copy
    }
}

/// A button or a toggle as it stands with some value.
public protocol ControlWidgetTemplate {
    /// Its name, unless the configuration has a display name.
    var title: String { get }
    var type: ControlKind.ControlType { get }
    var value: ControlValue { get }
    /// The intent that a tap performs.
    var action: any AppIntent { get }
}

/// A control that does something.
public struct ControlWidgetButton: ControlWidgetTemplate {
    public var title: String
    public var value: ControlValue
    public var action: any AppIntent
    public var type: ControlKind.ControlType { .button }

    /// - Parameters:
    ///   - symbol: a symbol's name.
    ///   - status: a few words about how it stands, at most ``ControlLimits/statusBytes``.
    ///   - action: is performed with each press.
    public init(_ title: String, symbol: String, status: String = "", tint: ViewColor? = nil, action: any AppIntent) {
        self.title = title
        value = ControlValue(status: status, symbol: symbol, tint: tint)
        self.action = action
    }
}

/// A control that is on or off.
public struct ControlWidgetToggle: ControlWidgetTemplate {
    public var title: String
    public var value: ControlValue
    public var action: any AppIntent
    public var type: ControlKind.ControlType { .toggle }

    /// - Parameters:
    ///   - symbol: a symbol's name.
    ///   - status: words that stand for "on" and "off", at most ``ControlLimits/statusBytes``.
    ///   - action: is performed with what the toggle is set to in ``IntentContext/value``.
    public init(_ title: String, isOn: Bool, symbol: String, status: String = "", tint: ViewColor? = nil, action: any AppIntent) {
        self.title = title
        value = ControlValue(isOn: isOn, status: status, symbol: symbol, tint: tint)
        self.action = action
    }
}

/// Gives the value of a control.
public protocol ControlValueProvider {
    associatedtype Value

    /// Something likely, for a gallery.
    var previewValue: Value { get }

    /// How it is now: asked when the control is added or reloaded, and after every action.
    func currentValue() throws -> Value
}

/// Gives the value of a control with parameters.
public protocol AppIntentControlValueProvider {
    associatedtype Value

    /// Something likely, for a gallery.
    /// - Parameter configuration: every parameter of the kind that has a default.
    func previewValue(configuration: Parameters) -> Value

    /// How it is now: asked when the control is added, configured or reloaded, and after every action.
    /// - Parameter configuration: every parameter of the kind that has a value or a default.
    func currentValue(configuration: Parameters) throws -> Value
}
