public import WidgetCore

/// A button or a toggle as it stands with some value.
public protocol ControlWidgetTemplate {
    /// What it is called, unless the configuration has a display name.
    var title: String { get }
    var type: ControlKind.ControlType { get }
    var value: ControlValue { get }
    /// What a tap performs.
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
