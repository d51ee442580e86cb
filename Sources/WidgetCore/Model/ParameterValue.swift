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
    /// Inclusive; integers and numbers only.
    public var minimum: Double?
    public var maximum: Double?

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

/// Parameters by name.
public typealias Parameters = [String: ParameterValue]
