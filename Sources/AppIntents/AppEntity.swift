/// The identifier of an ``AppEntity``: it is kept as a text.
public protocol EntityIdentifierConvertible: Hashable, Sendable {
    var entityIdentifierString: String { get }
    static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension String: EntityIdentifierConvertible {
    public var entityIdentifierString: String { self }
    public static func entityIdentifier(for entityIdentifierString: String) -> String? { entityIdentifierString }
}

extension Int: EntityIdentifierConvertible {
    public var entityIdentifierString: String { "\(self)" }
    public static func entityIdentifier(for entityIdentifierString: String) -> Int? { Int(entityIdentifierString) }
}

extension UUID: EntityIdentifierConvertible {
    public var entityIdentifierString: String { uuidString }
    public static func entityIdentifier(for entityIdentifierString: String) -> UUID? { UUID(uuidString: entityIdentifierString) }
}

extension URL: EntityIdentifierConvertible {
    public var entityIdentifierString: String { absoluteString }
    public static func entityIdentifier(for entityIdentifierString: String) -> URL? { URL(string: entityIdentifierString) }
}

/// A thing of the program that people choose, such as a city. It is kept by its identifier, and looked up when it is needed.
public protocol AppEntity: Identifiable, TypeDisplayRepresentable, InstanceDisplayRepresentable, _IntentValue where ID: EntityIdentifierConvertible {
    associatedtype DefaultQuery: EntityQuery where DefaultQuery.Entity == Self
    static var defaultQuery: DefaultQuery { get }
}

public typealias TransientAppEntity = AppEntity

extension AppEntity {
    /// A stored part of an entity.
    public typealias Property<Value> = EntityProperty<Value>

    public var _archived: _ArchivedIntentValue? { _ArchivedIntentValue(.text(id.entityIdentifierString)) }

    public static func _decode(_ archived: _ArchivedIntentValue?) async throws -> Self {
        let text = archived?.text ?? ""
        guard let id = ID.entityIdentifier(for: text), let entity = try await defaultQuery.entities(for: [id]).first else {
            throw IntentParameterError("there is no \(String(localized: typeDisplayRepresentation.name)) \"\(text)\"")
        }
        return entity
    }

    public static var _valueType: _IntentValueType {
        var type = _IntentValueType(.text)
        type.options = IntentOptions(defaultQuery)
        return type
    }
}

/// Finds entities.
public protocol EntityQuery<Entity>: Sendable {
    associatedtype Entity: AppEntity
    associatedtype Result: ResultsCollection = [Entity] where Result.Element == Entity

    init()
    /// The entities of these identifiers; those that aren't there any more are left out.
    func entities(for identifiers: [Entity.ID]) async throws -> [Entity]
    /// Those to choose from.
    func suggestedEntities() async throws -> Result
    /// The one that is taken where people choose none.
    func defaultResult() async -> Entity?
}

extension EntityQuery {
    public func defaultResult() async -> Entity? { nil }
}

extension EntityQuery where Result == [Entity] {
    public func suggestedEntities() async throws -> [Entity] { [] }
}

/// A query that also finds entities by what people type.
public protocol EntityStringQuery: EntityQuery {
    func entities(matching string: String) async throws -> Result
}

/// A query that has all entities.
public protocol EnumerableEntityQuery: EntityQuery {
    func allEntities() async throws -> Result
}

extension EnumerableEntityQuery where Result == [Entity] {
    public func suggestedEntities() async throws -> [Entity] { try await allEntities() }
    public func entities(for identifiers: [Entity.ID]) async throws -> [Entity] { try await allEntities().filter { identifiers.contains($0.id) } }
}

public protocol UniqueAppEntityQuery: EntityQuery {}

/// Results of a query or an options provider.
public protocol ResultsCollection<Element> {
    associatedtype Element
    var items: [Element] { get }
}

extension Array: ResultsCollection {
    public var items: [Element] { self }
}

/// Results in sections.
public struct ItemCollection<Element>: ResultsCollection {
    public var sections: [ItemSection<Element>]
    public var items: [Element] { sections.flatMap(\.items) }
    public init(sections: [ItemSection<Element>]) { self.sections = sections }
    public init(promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, sections: [ItemSection<Element>]) { self.sections = sections }
    public init(_ items: [Element]) { sections = [ItemSection(items: items)] }
}

public typealias IntentItemCollection = ItemCollection

/// A part of the results, with a heading.
public struct ItemSection<Element> {
    public var title: LocalizedStringResource?
    public var items: [Element]
    public init(_ title: LocalizedStringResource? = nil, items: [Element]) {
        self.title = title
        self.items = items
    }
}

public typealias IntentItemSection = ItemSection

/// The values to choose from for a parameter.
public protocol DynamicOptionsProvider: Sendable {
    associatedtype DefaultValue: _IntentValue = Result.Element
    associatedtype Result: ResultsCollection where Result.Element: _IntentValue
    func results() async throws -> Result
    /// The value where people choose none.
    func defaultResult() async -> DefaultValue?
}

extension DynamicOptionsProvider {
    public func defaultResult() async -> DefaultValue? { nil }
}

/// A stored part of an ``AppEntity``.
@propertyWrapper
public struct EntityProperty<Value> {
    private var value: Value?
    public init() {}
    public init(wrappedValue: Value) { value = wrappedValue }
    public init(title: LocalizedStringResource) {}
    public init(wrappedValue: Value, title: LocalizedStringResource) { value = wrappedValue }
    public var wrappedValue: Value {
        get {
            guard let value else { providerFatalError("an entity's property is read before it was set") }
            return value
        }
        set { value = newValue }
    }
    public var projectedValue: EntityProperty<Value> { self }
}

extension EntityProperty: Sendable where Value: Sendable {}
