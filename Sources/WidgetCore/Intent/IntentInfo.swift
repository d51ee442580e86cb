/// An intent of a provider's that can be run by itself.
public struct IntentInfo: Sendable, Hashable {
    public var provider: String
    /// The intent's type, such as `LogDrinkIntent`.
    public var name: String
    public var title: String
    public var description: String
    public var parameters: [ParameterDefinition]
    /// It isn't performed while the session is locked.
    public var needsUser = false

    public init(provider: String = "", name: String, title: String, description: String = "", parameters: [ParameterDefinition] = []) {
        self.provider = provider
        self.name = name
        self.title = title
        self.description = description
        self.parameters = parameters
    }
}

/// The result of an intent.
public struct IntentOutcome: Sendable, Hashable {
    /// As a text; nil: it has none.
    public var value: String?
    /// Words for the user; empty: none.
    public var dialog: String

    public init(value: String? = nil, dialog: String = "") {
        self.value = value
        self.dialog = dialog
    }
}
