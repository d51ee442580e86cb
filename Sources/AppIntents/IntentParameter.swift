package import WidgetCore

/// An input of an intent. Archives keep only the values of these properties.
///
/// The value is read in ``AppIntent/perform()`` or in a widget's timeline. Without a value from people it is the default. Reading a parameter that has neither
/// ends the program, as on Apple's platforms: give a default, or make the value optional.
@propertyWrapper
public final class IntentParameter<Value: _IntentValue>: @unchecked Sendable {
    // An intent is made, filled and performed by one task; others see it after that.
    private var value: Value?
    fileprivate let title: LocalizedStringResource?
    fileprivate let description: LocalizedStringResource?
    fileprivate let defaultValue: Value?
    fileprivate let bounds: ClosedRange<Double>?
    private let ownOptions: IntentOptions?

    private init(
        title: LocalizedStringResource?, description: LocalizedStringResource?, defaultValue: Value?, bounds: ClosedRange<Double>? = nil,
        options: IntentOptions? = nil
    ) {
        self.title = title
        self.description = description
        self.defaultValue = defaultValue
        self.bounds = bounds
        ownOptions = options
    }

    public var wrappedValue: Value {
        get {
            if let value = value ?? defaultValue { return value }
            // An optional value that nobody gave is nil.
            if let none = Optional<Any>.none as? Value { return none }
            providerFatalError("the parameter \(title.map { String(localized: $0) } ?? "") has no value: give it a default, or make it optional")
        }
        set { value = newValue }
    }

    public var projectedValue: IntentParameter<Value> { self }

    /// Asks the user for a value. Here nobody can be asked.
    /// - Throws: always an ``IntentParameterError`` that names the parameter.
    public func requestValue(_ dialog: IntentDialog? = nil) async throws -> Value { throw needsValueError(dialog) }
    public func needsValueError(_ dialog: IntentDialog? = nil) -> any Error {
        IntentParameterError("\(title.map { String(localized: $0) } ?? "a parameter") needs a value")
    }

    // `Int`, `Double` and `Bool` have initializers of their own.
    @_disfavoredOverload
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default
    ) {
        self.init(title: title, description: description, defaultValue: defaultValue, bounds: nil)
    }

    public convenience init(description: LocalizedStringResource? = nil, default defaultValue: Value? = nil, requestValueDialog: IntentDialog? = nil) {
        self.init(title: nil, description: description, defaultValue: defaultValue, bounds: nil)
    }

    public convenience init() { self.init(title: nil, description: nil, defaultValue: nil, bounds: nil) }

    public convenience init<Provider: DynamicOptionsProvider>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil, inputConnectionBehavior: InputConnectionBehavior = .default, optionsProvider: Provider
    ) {
        self.init(title: title, description: description, defaultValue: defaultValue, options: IntentOptions(optionsProvider))
    }

    public convenience init<Query: EntityQuery>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Value? = nil,
        requestValueDialog: IntentDialog? = nil, query: Query
    ) {
        self.init(title: title, description: description, defaultValue: defaultValue, options: IntentOptions(query))
    }
}

/// How a parameter takes the result of another intent.
public enum InputConnectionBehavior: Sendable {
    case `default`, never, connectToPreviousIntentResult
}

extension IntentParameter where Value == Int {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Int? = nil,
        controlStyle: IntentControlStyle = .field, inclusiveRange: (Int, Int)? = nil, requestValueDialog: IntentDialog? = nil
    ) {
        self.init(
            title: title, description: description, defaultValue: defaultValue, bounds: inclusiveRange.map { Double($0.0)...Double(max($0.0, $0.1)) })
    }
}

extension IntentParameter where Value == Double {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Double? = nil,
        controlStyle: IntentControlStyle = .field, inclusiveRange: (Double, Double)? = nil, requestValueDialog: IntentDialog? = nil
    ) {
        self.init(title: title, description: description, defaultValue: defaultValue, bounds: inclusiveRange.map { $0.0...max($0.0, $0.1) })
    }
}

extension IntentParameter where Value == Bool {
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default defaultValue: Bool? = nil,
        displayName: Bool.IntentDisplayName = .trueFalse, requestValueDialog: IntentDialog? = nil
    ) {
        self.init(title: title, description: description, defaultValue: defaultValue, bounds: nil)
    }
}

/// How a number is set.
public enum IntentControlStyle: Sendable {
    case field, stepper, slider
}

extension Bool {
    /// The words for true and false.
    public enum IntentDisplayName: Sendable {
        case trueFalse, yesNo, onOff
    }
}

extension _IntentValue {
    /// The words for the value, for people.
    var _title: String {
        if let representable = self as? any InstanceDisplayRepresentable { return String(localized: representable.displayRepresentation.title) }
        if let value = self as? any AppEnum { return String(localized: value.localizedStringResource) }
        return _archived?.text ?? ""
    }
}

/// A parameter of any value, as the intent's own reflection finds it.
package protocol AnyIntentParameter: AnyObject {
    /// The value that was set.
    var archivedValue: ParameterValue? { get }
    /// Whether its value can be read: it has one or a default, or it is optional.
    var isReadable: Bool { get }
    /// Sets the value from its kept form. Without one, the default of the options counts.
    /// - Throws: an ``IntentParameterError`` that says what is wrong, and what an entity's query throws.
    func read(_ value: ParameterValue?) async throws
    /// The values that people may give for it.
    func definition(named name: String) -> ParameterDefinition
    /// The values to choose from, where the program is asked for them.
    var options: IntentOptions? { get }
}

extension IntentParameter: AnyIntentParameter {
    package var archivedValue: ParameterValue? { (value ?? defaultValue)?._archived?.value }
    package var isReadable: Bool { value != nil || defaultValue != nil || Optional<Any>.none is Value }

    package func read(_ kept: ParameterValue?) async throws {
        if let kept {
            value = try await Value._decode(_ArchivedIntentValue(kept))
        } else if value == nil, defaultValue == nil, let standard = await options?.defaultResult() {
            value = try await Value._decode(_ArchivedIntentValue(standard))
        }
    }

    package var options: IntentOptions? { ownOptions ?? Value._valueType.options }

    package func definition(named name: String) -> ParameterDefinition {
        let type = Value._valueType
        let valueType: ParameterDefinition.ValueType =
            switch type.kind {
            case .integer: .integer
            case .number: .number
            case .boolean: .boolean
            case .text, .date: .text
            }
        var definition = ParameterDefinition(
            name: name, type: valueType, title: title.map { String(localized: $0) } ?? "", description: description.map { String(localized: $0) } ?? "",
            isRequired: !type.isOptional && defaultValue != nil, defaultValue: defaultValue?._archived?.value,
            options: type.cases.prefix(Limits.optionsPerParameter).map { .text($0.value) }, minimum: bounds?.lowerBound, maximum: bounds?.upperBound)
        definition.hasDynamicOptions = type.cases.isEmpty && options != nil
        return definition
    }
}
