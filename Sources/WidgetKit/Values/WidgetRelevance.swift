import WidgetCore

/// How cards of a kind are grouped.
public struct WidgetRelevanceGroup: Hashable, Sendable {
    let archived: RelevanceGroup
    /// One card for each configuration.
    public static let automatic = WidgetRelevanceGroup(archived: .automatic)
    /// A card for each attribute.
    public static let ungrouped = WidgetRelevanceGroup(archived: .ungrouped)
    /// One card for all of the program's kinds that name this group.
    public static func named(_ name: String) -> WidgetRelevanceGroup { WidgetRelevanceGroup(archived: .named(name)) }
}

/// When a configuration is of use.
public struct WidgetRelevanceAttribute<Configuration> {
    let configuration: Configuration
    let contexts: [RelevanceKit.RelevantContext]
    let group: WidgetRelevanceGroup

    public init(configuration: Configuration, context: RelevanceKit.RelevantContext, group: WidgetRelevanceGroup = .automatic) {
        self.init(configuration: configuration, contexts: [context], group: group)
    }

    /// - Parameter contexts: 1 to 8: the card is shown while all of them are true. This platform's own.
    public init(configuration: Configuration, contexts: [RelevanceKit.RelevantContext], group: WidgetRelevanceGroup = .automatic) {
        self.configuration = configuration
        self.contexts = contexts
        self.group = group
    }
}

extension WidgetRelevanceAttribute where Configuration == Void {
    public init(context: RelevanceKit.RelevantContext) { self.init(configuration: (), context: context) }
}

/// All that a provider says of a kind's relevance.
public struct WidgetRelevance<Configuration> {
    let attributes: [WidgetRelevanceAttribute<Configuration>]
    /// - Parameter attributes: at most 64; none: no card.
    public init(_ attributes: [WidgetRelevanceAttribute<Configuration>]) { self.attributes = attributes }
}

/// The older name of ``WidgetRelevance``. Its attributes are ignored here.
public struct WidgetRelevances<Configuration> {
    public init(_ attributes: [WidgetRelevanceAttribute<Configuration>]) {}
}

/// The content of a card.
public protocol RelevanceEntry {}

/// The provider of a widget with a relevance configuration.
public protocol RelevanceEntriesProvider {
    associatedtype Entry: RelevanceEntry
    associatedtype Configuration: WidgetConfigurationIntent
    typealias Context = RelevanceEntriesProviderContext

    /// A generic entry without real data; its view is shown redacted.
    func placeholder(context: Context) -> Entry
    /// When which configuration is of use.
    func relevance() async -> WidgetRelevance<Configuration>
    /// The entry of a configuration's card.
    func entry(configuration: Configuration, context: Context) async throws -> Entry
}

/// The context in which a card's entry is requested.
public struct RelevanceEntriesProviderContext: Sendable {
    /// For a gallery: sample data is fine.
    public let isPreview: Bool
    public let family: WidgetFamily
    /// Points.
    public let displaySize: CGSize

    init(_ context: ProviderContext) {
        isPreview = context.isPreview
        family = WidgetFamily(context.family)
        displaySize = CGSize(width: context.displaySize.width, height: context.displaySize.height)
    }
}
