/// The value of a configuration or intent parameter.
public enum ParameterValue: Sendable, Hashable {
    /// At most ``Limits/parameterTextBytes``.
    case text(String)
    case integer(Int64)
    /// Finite.
    case number(Double)
    case boolean(Bool)
}

/// One parameter of a kind's configuration, in the order of the edit form.
public struct ParameterDefinition: Sendable, Hashable {
    public enum ValueType: Int, Sendable, Hashable, CaseIterable {
        case text = 1
        case integer = 2
        case number = 3
        case boolean = 4
    }

    /// `[a-z][a-zA-Z0-9_-]{0,63}`; unique within the kind.
    public var name: String
    public var type: ValueType
    /// For people; empty: the name.
    public var title: String
    public var description: String
    /// A required parameter has a default, or its kind prompts for it.
    public var isRequired: Bool
    public var defaultValue: ParameterValue?
    /// The values that it can take; empty: any of its type.
    public var options: [ParameterValue]
    /// The provider is asked for the values to choose from, and ``options`` is empty.
    public var hasDynamicOptions = false
    /// Inclusive; integers and numbers only.
    public var minimum: Double?
    public var maximum: Double?
    /// Nil: its name says it.
    public var isMarkedSecret: Bool?
    /// Whether only devices that need the value get it, and nobody is shown it.
    public var isSecret: Bool { isMarkedSecret ?? Self.isSecret(name) }

    public init(
        name: String, type: ValueType, title: String = "", description: String = "", isRequired: Bool = false, defaultValue: ParameterValue? = nil,
        options: [ParameterValue] = [], minimum: Double? = nil, maximum: Double? = nil
    ) {
        self.name = name
        self.type = type
        self.title = title
        self.description = description
        self.isRequired = isRequired
        self.defaultValue = defaultValue
        self.options = options
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// A value to choose for a parameter.
public struct ParameterOption: Sendable, Hashable {
    public var value: ParameterValue
    /// For people; empty: the value.
    public var title: String

    public init(value: ParameterValue, title: String = "") {
        self.value = value
        self.title = title
    }
}

/// A question for the values to choose from.
public struct OptionsRequest: Sendable, Hashable {
    /// A kind of widgets or of controls.
    public var kind: String
    public var parameter: String
    /// The text that somebody has typed so far.
    public var matching: String

    public init(kind: String, parameter: String, matching: String = "") {
        self.kind = kind
        self.parameter = parameter
        self.matching = matching
    }
}

/// Parameters by name.
public typealias Parameters = [String: ParameterValue]

extension ParameterValue {
    /// The value's part of ``Limits/parametersBytes``: the UTF-8 bytes of a text, 8 for a number or an integer, 1 for a boolean.
    public var encodedBytes: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .integer, .number: 8
        case .boolean: 1
        }
    }
}

extension ParameterDefinition {
    /// Stands for the value of a secret.
    package static let hiddenValue = "•••"

    /// Whether a parameter of that name holds what only its owner should read: an access token, a password, a key. Lists show only that it is there.
    public static func isSecret(_ name: String) -> Bool {
        var words: [String] = [""]
        for character in name {
            if character == "_" || character == "-" || character.isUppercase { words.append("") }
            if character.isLetter || character.isNumber { words[words.count - 1] += character.lowercased() }
        }
        let joined = words.joined()
        let parts = ["token", "password", "passwd", "passphrase", "secret", "apikey", "accesskey", "privatekey", "credential", "cookie", "bearer"]
        let whole: Set<String> = ["key", "pass", "pwd", "pin", "auth"]
        return parts.contains(where: joined.contains) || words.contains(where: whole.contains)
    }
}
