public import WidgetCore

/// When which card is of use: WidgetKit's `WidgetRelevanceAttribute`.
public typealias WidgetRelevanceAttribute = RelevanceAttribute
/// How cards are grouped: `.automatic`, `.ungrouped` or `.named("…")`.
public typealias WidgetRelevanceGroup = RelevanceGroup

/// All that a provider says of a kind's relevance.
public struct WidgetRelevance {
    /// At most ``RelevanceLimits/attributesPerKind``; none: no card.
    public var attributes: [WidgetRelevanceAttribute]

    public init(_ attributes: [WidgetRelevanceAttribute]) { self.attributes = attributes }
}

/// The provider of a widget with a relevance configuration.
public protocol RelevanceEntriesProvider {
    associatedtype Entry: RelevanceEntry
    typealias Context = TimelineProviderContext

    /// A generic entry without real data; its view is shown redacted.
    func placeholder(in context: Context) -> Entry

    /// When which configuration is of use. Asked when the program is new or has changed, when somebody invalidates it, and when the last interval has passed.
    func relevance(in context: Context) throws -> WidgetRelevance

    /// The entry of a configuration's card: asked for once for each configuration that ``relevance(in:)`` named.
    func entry(configuration: Parameters, in context: Context) throws -> Entry
}

/// The view of a card.
public protocol RelevanceEntry {
    /// The pictures that the entry's view names; none by default.
    var images: [ProvidedImage] { get }
}

extension RelevanceEntry {
    public var images: [ProvidedImage] { [] }
}

/// A widget that comes by itself, in the Smart Stack, while it is of use.
public struct RelevanceConfiguration<Provider: RelevanceEntriesProvider>: WidgetConfiguration {
    public var definition: WidgetDefinition

    /// - Parameters:
    ///   - kind: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`, unique on a machine.
    ///   - parameters: what configurations are made of.
    ///   - content: the view of an entry for the first of the supported families.
    public init(
        kind: String, parameters: [ParameterDefinition] = [], provider: Provider,
        content: @escaping (Provider.Entry, Provider.Context) -> ViewTree
    ) {
        definition = WidgetDefinition(relevanceKind: kind, parameters: parameters, provider: provider, content: content)
    }
}

extension WidgetConfiguration {
    /// The kind of this provider whose widgets the cards replace in the stack. For a relevance configuration.
    public func associatedKind(_ kind: String) -> Self {
        var copy = self
        copy.definition.kind.associatedKind = kind
        return copy
    }
}
