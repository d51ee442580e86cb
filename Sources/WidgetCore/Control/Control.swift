/// The id of a control: a UUIDv7, as a widget's.
public typealias ControlID = WidgetID

/// A control that a user has added, and its configuration.
public struct Control: Sendable, Hashable {
    public var id: ControlID
    /// The id of its kind.
    public var kind: String
    /// A name of the user's own; empty: the kind's display name. At most ``Limits/widgetNameBytes``.
    public var name: String
    /// The parameters that were set; those that are left out have their defaults.
    public var parameters: Parameters

    public init(id: ControlID, kind: String, name: String = "", parameters: Parameters = [:]) {
        self.id = id
        self.kind = kind
        self.name = name
        self.parameters = parameters
    }
}

/// The value of a control: the result of its provider's `currentValue()`, or `previewValue` for the gallery.
public struct ControlValue: Sendable, Hashable {
    /// The state of a toggle; nil: it is a button's.
    public var isOn: Bool?
    /// A few words; empty: a toggle shows on or off, a button shows nothing. At most ``ControlLimits/statusBytes``.
    public var status: String
    /// Replaces the kind's; empty: the kind's is used.
    public var symbol: String
    /// Replaces the kind's; nil: the kind's is used.
    public var tint: ViewColor?

    public init(isOn: Bool? = nil, status: String = "", symbol: String = "", tint: ViewColor? = nil) {
        self.isOn = isOn
        self.status = status
        self.symbol = symbol
        self.tint = tint
    }
}

/// Asks a provider for the value of a control: `currentValue()`, or `previewValue`.
public struct ControlValueRequest: Sendable, Hashable {
    public var kind: String
    /// Every parameter of the kind that has a value or a default.
    public var parameters: Parameters
    /// Nil: the preview value is asked for.
    public var control: ControlID?

    public init(kind: String, parameters: Parameters = [:], control: ControlID?) {
        self.kind = kind
        self.parameters = parameters
        self.control = control
    }

    public var isPreview: Bool { control == nil }
}

/// Has a provider perform a tap.
public struct ControlPerformRequest: Sendable, Hashable {
    public var kind: String
    /// Every parameter of the kind that has a value or a default.
    public var parameters: Parameters
    public var control: ControlID
    /// The same for a retried request.
    public var idempotencyKey: String
    /// The new value of a toggle; nil: a button is pressed.
    public var isOn: Bool?

    public init(kind: String, parameters: Parameters = [:], control: ControlID, idempotencyKey: String, isOn: Bool? = nil) {
        self.kind = kind
        self.parameters = parameters
        self.control = control
        self.idempotencyKey = idempotencyKey
        self.isOn = isOn
    }
}
