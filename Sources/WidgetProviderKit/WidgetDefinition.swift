import WidgetAPI
public import WidgetCore

/// A widget as the daemon sees it: a kind, and entries with their views archived.
public struct WidgetDefinition {
    /// The kind, which the modifiers change.
    public var kind: Kind
    /// Hears of its token; nil: it takes no pushes.
    var pushHandler: (any WidgetPushHandler.Type)?
    private let placeholder: (TimelineProviderContext) throws -> Rendered
    private let snapshot: (Parameters, TimelineProviderContext) throws -> Rendered
    private let timeline: (Parameters, TimelineProviderContext) throws -> Rendered
    private let cards: ((TimelineProviderContext) throws -> [(attribute: RelevanceAttribute, view: ViewTree, images: [ProvidedImage])])?

    /// Entries whose views have been built.
    private struct Rendered {
        var entries: [(date: Timestamp, relevance: TimelineEntryRelevance?, view: ViewTree)]
        var policy: TimelineReloadPolicy
        var images: [ProvidedImage]
    }

    init<Provider: TimelineProvider>(
        kind: String, parameters: [ParameterDefinition], provider: Provider, content: @escaping (Provider.Entry, TimelineProviderContext) -> ViewTree
    ) {
        self.kind = Kind(id: kind, displayName: kind, families: [.systemSmall, .systemMedium, .systemLarge], parameters: parameters)
        func rendered(_ entries: [Provider.Entry], _ policy: TimelineReloadPolicy, _ context: TimelineProviderContext) -> Rendered {
            Rendered(
                entries: entries.map { ($0.date, $0.relevance, content($0, context)) }, policy: policy,
                images: Self.each(entries.flatMap(\.images)))
        }
        placeholder = { context in
            var placeholder = rendered([provider.placeholder(in: context)], .atEnd, context)
            placeholder.entries[0].view = placeholder.entries[0].view.redacted()
            return placeholder
        }
        snapshot = { configuration, context in rendered([try provider.snapshot(for: configuration, in: context)], .atEnd, context) }
        timeline = { configuration, context in
            let timeline = try provider.timeline(for: configuration, in: context)
            return rendered(timeline.entries, timeline.policy, context)
        }
        cards = nil
    }

    init<Provider: RelevanceEntriesProvider>(
        relevanceKind: String, parameters: [ParameterDefinition], provider: Provider,
        content: @escaping (Provider.Entry, TimelineProviderContext) -> ViewTree
    ) {
        kind = Kind(
            id: relevanceKind, displayName: relevanceKind, families: [.systemSmall], parameters: parameters, configuration: .relevance)
        func rendered(_ entry: Provider.Entry, _ context: TimelineProviderContext) -> Rendered {
            Rendered(entries: [(context.date, nil, content(entry, context))], policy: .never, images: Self.each(entry.images))
        }
        placeholder = { context in
            var placeholder = rendered(provider.placeholder(in: context), context)
            placeholder.entries[0].view = placeholder.entries[0].view.redacted()
            return placeholder
        }
        snapshot = { configuration, context in rendered(try provider.entry(configuration: configuration, in: context), context) }
        timeline = snapshot
        cards = { context in
            try provider.relevance(in: context).attributes.map { attribute in
                let entry = try provider.entry(configuration: attribute.parameters, in: context)
                return (attribute, content(entry, context), entry.images)
            }
        }
    }

    /// Answers when which card is of use.
    /// - Throws: what the provider throws, INVALID_ARGUMENT over a limit, and FAILED_PRECONDITION for a kind without a relevance configuration.
    func relevance(_ request: ProviderRequest) throws -> ProvidedRelevance {
        guard let cards else { throw WidgetError(.failedPrecondition, "kind \(kind.id) has a timeline and no relevance") }
        let rendered = try cards(request.context)
        let provided = try rendered.map { card in
            let archive = try ArchiveCodec.encode(try card.view.archive(), family: request.context.family)
            return ProvidedRelevance.Card(
                attribute: card.attribute, entry: ProvidedEntry(date: request.context.date, archive: archive.bytes, digest: archive.digest))
        }
        return try ProvidedRelevance(family: request.context.family, cards: provided, images: Self.each(rendered.flatMap(\.images))).validated(for: kind)
    }

    /// Answers one of the three questions.
    /// - Throws: what the provider throws, and INVALID_ARGUMENT for a view over a limit.
    func answer(_ method: ProviderMethod, _ request: ProviderRequest) throws -> ProvidedTimeline {
        let rendered =
            switch method {
            case .placeholder: try placeholder(request.context)
            case .snapshot: try snapshot(request.parameters, request.context)
            default: try timeline(request.parameters, request.context)
            }
        let entries = try rendered.entries.map { entry in
            let archive = try ArchiveCodec.encode(try entry.view.archive(), family: request.context.family)
            return ProvidedEntry(date: entry.date, relevance: entry.relevance, archive: archive.bytes, digest: archive.digest)
        }
        return ProvidedTimeline(entries: entries, policy: rendered.policy, images: rendered.images)
    }

    /// Every picture once.
    private static func each(_ images: [ProvidedImage]) -> [ProvidedImage] {
        var known: Set<ContentDigest> = []
        return images.filter { known.insert($0.reference.digest).inserted }
    }
}
