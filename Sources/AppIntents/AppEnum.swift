/// Values to choose from.
public protocol AppEnum: RawRepresentable, CaseIterable, Hashable, _IntentValue where RawValue: LosslessStringConvertible {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

extension AppEnum {
    public var localizedStringResource: LocalizedStringResource { Self.caseDisplayRepresentations[self]?.title ?? "\(rawValue.description)" }

    public var _archived: _ArchivedIntentValue? { _ArchivedIntentValue(.text(rawValue.description)) }

    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> Self {
        let text = archived?.text ?? ""
        if let raw = RawValue(text), let value = Self(rawValue: raw) { return value }
        throw IntentParameterError("must be one of \(allCases.map(\.rawValue.description).joined(separator: ", ")), not \"\(text)\"")
    }

    public static var _valueType: _IntentValueType {
        var type = _IntentValueType(.text)
        type.cases = allCases.map { ($0.rawValue.description, String(localized: $0.localizedStringResource)) }
        return type
    }
}

/// The name of a type, for people.
public struct TypeDisplayRepresentation: Sendable, Hashable, ExpressibleByStringInterpolation {
    public var name: LocalizedStringResource
    public init(name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil, synonyms: [LocalizedStringResource] = []) { self.name = name }
    public init(stringLiteral value: String) { name = LocalizedStringResource(stringLiteral: value) }
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) { name = LocalizedStringResource(stringInterpolation: stringInterpolation) }
}

/// The words for a value, for people.
public struct DisplayRepresentation: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// A picture beside the words.
    public struct Image: Sendable, Hashable {
        package let systemName: String?
        public init(systemName: String, tintColor: Never? = nil) { self.systemName = systemName }
        public init(named: String) { systemName = nil }
        public init(data: Data) { systemName = nil }
        public init(url: URL) { systemName = nil }
    }

    public var title: LocalizedStringResource
    public var subtitle: LocalizedStringResource?
    public var image: Image?

    public init(title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil, image: Image? = nil, synonyms: [LocalizedStringResource] = []) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
    }

    public init(stringLiteral value: String) { title = LocalizedStringResource(stringLiteral: value) }
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) { title = LocalizedStringResource(stringInterpolation: stringInterpolation) }
}

/// A type that has words for people.
public protocol TypeDisplayRepresentable {
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

public protocol InstanceDisplayRepresentable {
    var displayRepresentation: DisplayRepresentation { get }
}
