/// Asks a provider how a control stands: `currentValue()`, or `previewValue`.
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
    /// What a toggle is set to; nil: a button is pressed.
    public var isOn: Bool?

    public init(kind: String, parameters: Parameters = [:], control: ControlID, idempotencyKey: String, isOn: Bool? = nil) {
        self.kind = kind
        self.parameters = parameters
        self.control = control
        self.idempotencyKey = idempotencyKey
        self.isOn = isOn
    }
}
