/// A control as a provider declares it: WidgetKit's `ControlWidget`.
public struct ControlKind: Sendable, Hashable {
    public enum ControlType: Int, Sendable, Hashable, CaseIterable {
        /// `ControlWidgetButton`: does something.
        case button = 1
        /// `ControlWidgetToggle`: is on or off.
        case toggle = 2
    }

    /// `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`; unique among the control kinds of a machine.
    public var id: String
    /// The id of the provider that gives it.
    public var provider: String
    public var displayName: String
    public var description: String
    public var type: ControlType
    /// A symbol's name: the small size shows nothing else.
    public var symbol: String
    /// Nil: the surface's own.
    public var tint: ViewColor?
    /// The effect of a press, such as "Hold to mute"; empty: nothing is said. At most ``ControlLimits/statusBytes``.
    public var actionHint: String
    /// Empty: a static configuration. At most ``Limits/parametersPerKind``.
    public var parameters: [ParameterDefinition]
    /// Its controls reload when the provider's server pushes, each by a token of its own.
    public var takesPushes: Bool
    /// Its value is hidden while the session is locked.
    public var isPrivacySensitive: Bool
    public var authentication: ControlAuthentication
    public var promptsForUserConfiguration: Bool

    public init(
        id: String, provider: String = "", displayName: String = "", description: String = "", type: ControlType, symbol: String, tint: ViewColor? = nil,
        actionHint: String = "", parameters: [ParameterDefinition] = [], takesPushes: Bool = false, isPrivacySensitive: Bool = false,
        authentication: ControlAuthentication = .alwaysAllowed, promptsForUserConfiguration: Bool = false
    ) {
        self.id = id
        self.provider = provider
        self.displayName = displayName
        self.description = description
        self.type = type
        self.symbol = symbol
        self.tint = tint
        self.actionHint = actionHint
        self.parameters = parameters
        self.takesPushes = takesPushes
        self.isPrivacySensitive = isPrivacySensitive
        self.authentication = authentication
        self.promptsForUserConfiguration = promptsForUserConfiguration
    }
}

/// The users who may use a control: an intent's authentication policy.
public enum ControlAuthentication: Int, Sendable, Hashable, CaseIterable {
    /// Everybody, also while the session is locked.
    case alwaysAllowed = 1
    /// The user who has unlocked the session of the device that they press on.
    case requiresAuthentication = 2
    /// Only on the device that provides the control, and only while its session is unlocked.
    case requiresLocalDeviceAuthentication = 3

    /// Why a press isn't allowed, for people; nil: it is.
    /// - Parameters:
    ///   - isLocked: the session of the device that is pressed on is locked.
    ///   - isLocalCaller: that device is the one that provides the control.
    public func refusal(isLocked: Bool, isLocalCaller: Bool) -> String? {
        switch self {
        case .alwaysAllowed: nil
        case .requiresLocalDeviceAuthentication where !isLocalCaller: "it can be used only on the device that provides it"
        case .requiresAuthentication, .requiresLocalDeviceAuthentication: isLocked ? "the session is locked; unlock it first" : nil
        }
    }
}

extension ControlKind {
    /// The kind, checked. The id stands in for an empty display name.
    /// - Throws: INVALID_ARGUMENT that names the field and the limit, for the manifest's author.
    public func validated() throws(WidgetError) -> ControlKind {
        let form = try form.validated()
        guard !symbol.isEmpty else { throw .invalid("symbol", "is empty; name one, because a small control shows nothing else") }
        try symbol.checkBytes(atMost: Limits.symbolNameBytes, field: "symbol")
        try actionHint.checkBytes(atMost: ControlLimits.statusBytes, field: "actionHint")
        for (field, text) in [("displayName", displayName), ("symbol", symbol), ("actionHint", actionHint)] { try text.checkLine(field: field) }
        guard !promptsForUserConfiguration || !parameters.isEmpty else {
            throw .invalid("promptsForUserConfiguration", "there are no parameters to ask for; add some, or remove it")
        }
        var valid = self
        valid.displayName = form.displayName
        valid.parameters = form.parameters
        return valid
    }

    /// The parameters that are kept for a control of this kind: those given, each known, of its type, within its bounds and among its options.
    /// - Throws: INVALID_ARGUMENT that names the parameter and says what is valid.
    public func validate(parameters given: Parameters) throws(WidgetError) -> Parameters { try form.validate(parameters: given) }

    /// The parameters for the provider: those given, and the defaults of the others.
    public func effective(_ parameters: Parameters) -> Parameters { form.effective(parameters) }

    /// The kind as one of widgets: names and parameters follow the same rules.
    private var form: Kind {
        Kind(
            id: id, provider: provider, displayName: displayName, description: description, families: [.systemSmall], parameters: parameters,
            promptsForUserConfiguration: promptsForUserConfiguration)
    }
}

extension Control {
    /// The control, checked against its kind.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public func validated(for kind: ControlKind) throws(WidgetError) -> Control {
        guard self.kind == kind.id else { throw .invalid("kind", "\(self.kind.quoted) isn't \(kind.id.quoted)") }
        var valid = self
        valid.name = try Widget.validated(name: name)
        valid.parameters = try kind.validate(parameters: parameters)
        return valid
    }
}

extension ControlValue {
    /// The value, checked against the control's kind.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public func validated(for kind: ControlKind) throws(WidgetError) -> ControlValue {
        switch kind.type {
        case .toggle: guard isOn != nil else { throw .invalid("isOn", "is missing; a toggle says whether it is on") }
        case .button: guard isOn == nil else { throw .invalid("isOn", "a button is neither on nor off; remove it") }
        }
        try status.checkBytes(atMost: ControlLimits.statusBytes, field: "status")
        try symbol.checkBytes(atMost: Limits.symbolNameBytes, field: "symbol")
        for (field, text) in [("status", status), ("symbol", symbol)] { try text.checkLine(field: field) }
        return self
    }
}

extension String {
    /// Throws where the text can't be shown in one line.
    fileprivate func checkLine(field: String) throws(WidgetError) {
        guard !unicodeScalars.contains(where: \.isUnsafeInLine) else { throw .invalid(field, "has control characters; leave them out") }
    }
}
