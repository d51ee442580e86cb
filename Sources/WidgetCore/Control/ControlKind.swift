/// What a provider declares of a control: WidgetKit's `ControlWidget`.
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
    /// What pressing does, such as "Hold to mute"; empty: nothing is said. At most ``ControlLimits/statusBytes``.
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
