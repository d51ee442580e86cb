import WidgetAPI
import WidgetCore

/// A widget as the daemon sees it: a kind, and the handlers of the daemon's requests.
struct WidgetDefinition {
    /// The result of a request.
    struct Rendered {
        var entries: [RenderedEntry]
        var policy: ReloadPolicy
        var images: [ProvidedImage]
        /// Remarks for the program's author.
        var remarks: [String] = []
    }

    /// When a card is of use, and what it shows.
    struct Card {
        var attribute: RelevanceAttribute
        var archive: ArchiveCodec.Encoded
    }

    /// The kind, which the modifiers change.
    var kind: Kind

    /// A request's context, with the kind's setting of content margins.
    func context(of request: ProviderRequest) -> ProviderContext {
        var context = request.context
        context.hasMargins = !kind.contentMarginsDisabled
        return context
    }
    /// Sets the kind's parameters and recommended configurations. It runs once, when the daemon first asks for the kinds or for relevance.
    var prepare: @MainActor (inout Kind) -> Void = { _ in }
    /// The intent whose parameters configure it; nil: it has none.
    var configuration: (any AppIntent.Type)?
    /// Gets the push token of the kind's widgets; nil: the kind takes no pushes.
    var pushHandler: (any WidgetPushHandler.Type)?
    let placeholder: @MainActor (ProviderContext) throws -> Rendered
    let snapshot: @MainActor (Parameters, ProviderContext) async throws -> Rendered
    let timeline: @MainActor (Parameters, ProviderContext) async throws -> Rendered
    /// Draws entries that a preview gives.
    var preview: @MainActor ([any TimelineEntry], ProviderContext) throws -> Rendered = { _, _ in
        throw WidgetError(.unimplemented, "a widget of relevance has no timeline to preview")
    }
    /// Nil: the kind has a timeline.
    var cards: (@MainActor (ProviderContext) async throws -> (cards: [Card], images: [ProvidedImage]))?
}

extension WidgetDefinition {
    @MainActor static func timeline<Provider: TimelineProvider>(
        kind: String, provider: Provider, content: @escaping @MainActor (Provider.Entry) -> some View
    ) -> WidgetDefinition {
        WidgetDefinition(
            kind: Kind(id: kind, displayName: kind, families: [.systemSmall, .systemMedium, .systemLarge]),
            placeholder: { try render([provider.placeholder(in: TimelineProviderContext($0))], .atEnd, $0, isPlaceholder: true, content) },
            snapshot: { _, context in
                let entry = try await answer { try provider.getSnapshot(in: TimelineProviderContext(context), completion: $0) }
                return try render([entry], .atEnd, context, content)
            },
            timeline: { _, context in
                let timeline = try await answer { try provider.getTimeline(in: TimelineProviderContext(context), completion: $0) }
                return try render(timeline, context, content)
            }, preview: { try render(entries($0), .never, $1, content) })
    }

    @MainActor static func timeline<Provider: AppIntentTimelineProvider>(
        kind: String, intentProvider provider: Provider, content: @escaping @MainActor (Provider.Entry) -> some View
    ) -> WidgetDefinition {
        WidgetDefinition(
            kind: Kind(id: kind, displayName: kind, families: [.systemSmall, .systemMedium, .systemLarge]),
            prepare: { kind in
                kind.parameters = IntentReflection.definitions(of: Provider.Intent.self)
                kind.recommendations = provider.recommendations().map {
                    Kind.Recommendation(description: $0.description, parameters: IntentReflection.parameters(of: $0.intent))
                }
            }, configuration: Provider.Intent.self,
            placeholder: { try render([provider.placeholder(in: TimelineProviderContext($0))], .atEnd, $0, isPlaceholder: true, content) },
            snapshot: { parameters, context in
                let intent = try await IntentReflection.intent(Provider.Intent.self, with: parameters)
                nonisolated(unsafe) let provider = provider
                return try render([try await provider.snapshot(for: intent, in: TimelineProviderContext(context))], .atEnd, context, content)
            },
            timeline: { parameters, context in
                let intent = try await IntentReflection.intent(Provider.Intent.self, with: parameters)
                nonisolated(unsafe) let provider = provider
                let timeline = try await provider.timeline(for: intent, in: TimelineProviderContext(context))
                return try render(timeline, context, content)
            }, preview: { try render(entries($0), .never, $1, content) })
    }

    @MainActor static func relevance<Provider: RelevanceEntriesProvider>(
        kind: String, provider: Provider, content: @escaping @MainActor (Provider.Entry) -> some View
    ) -> WidgetDefinition {
        @MainActor func rendered(_ entry: Provider.Entry, _ context: ProviderContext, isPlaceholder: Bool = false) throws -> Rendered {
            var renderer = EntryRenderer(context: context)
            renderer.isPlaceholder = isPlaceholder
            let archive = try renderer.archive(date: Date(context.date)) { content(entry) }
            return Rendered(entries: [RenderedEntry(date: Date(context.date), archive: archive)], policy: .never, images: renderer.images)
        }
        return WidgetDefinition(
            kind: Kind(id: kind, displayName: kind, families: [.systemSmall], configuration: .relevance),
            prepare: { $0.parameters = IntentReflection.definitions(of: Provider.Configuration.self) }, configuration: Provider.Configuration.self,
            placeholder: { try rendered(provider.placeholder(context: RelevanceEntriesProviderContext($0)), $0, isPlaceholder: true) },
            snapshot: { parameters, context in
                let intent = try await IntentReflection.intent(Provider.Configuration.self, with: parameters)
                nonisolated(unsafe) let provider = provider
                return try rendered(try await provider.entry(configuration: intent, context: RelevanceEntriesProviderContext(context)), context)
            },
            timeline: { parameters, context in
                let intent = try await IntentReflection.intent(Provider.Configuration.self, with: parameters)
                nonisolated(unsafe) let provider = provider
                return try rendered(try await provider.entry(configuration: intent, context: RelevanceEntriesProviderContext(context)), context)
            },
            cards: { context in
                nonisolated(unsafe) let provider = provider
                let renderer = EntryRenderer(context: context)
                var cards: [Card] = []
                for attribute in await provider.relevance().attributes {
                    let entry = try await provider.entry(configuration: attribute.configuration, context: RelevanceEntriesProviderContext(context))
                    cards.append(
                        Card(
                            attribute: RelevanceAttribute(
                                parameters: IntentReflection.parameters(of: attribute.configuration), contexts: attribute.contexts.map(\.archived),
                                group: attribute.group.archived), archive: try renderer.archive(date: Date(context.date)) { content(entry) }))
                }
                return (cards, renderer.images)
            })
    }

    @MainActor private static func render<Entry: TimelineEntry>(
        _ entries: [Entry], _ policy: ReloadPolicy, _ context: ProviderContext, isPlaceholder: Bool = false,
        _ content: (Entry) -> some View
    ) throws -> Rendered {
        var renderer = EntryRenderer(context: context)
        renderer.isPlaceholder = isPlaceholder
        let entries = try entries.map { entry in
            RenderedEntry(date: entry.date, relevance: entry.relevance, archive: try renderer.archive(date: entry.date) { content(entry) })
        }
        return Rendered(entries: entries, policy: policy, images: renderer.images, remarks: renderer.remarks)
    }

    /// The entries with the further dates of their views' schedules.
    @MainActor private static func render<Entry: TimelineEntry>(
        _ timeline: Timeline<Entry>, _ context: ProviderContext, _ content: @escaping (Entry) -> some View
    ) throws -> Rendered {
        let renderer = EntryRenderer(context: context)
        let policy = timeline.policy.archived
        let entries = try renderer.entries(timeline.entries, policy: policy, content)
        return Rendered(entries: entries, policy: policy, images: renderer.images, remarks: renderer.remarks)
    }

    /// The entries of a preview, as the widget's own type.
    /// - Throws: INVALID_ARGUMENT for entries of another widget's.
    @MainActor private static func entries<Entry: TimelineEntry>(_ entries: [any TimelineEntry]) throws(WidgetError) -> [Entry] {
        try entries.map { entry throws(WidgetError) in
            guard let entry = entry as? Entry else { throw .invalid("timeline", "the widget shows \(Entry.self), and this is \(type(of: entry))") }
            return entry
        }
    }

    /// Waits for a completion handler, whose first call counts.
    /// - Throws: what `ask` throws before that.
    @MainActor static func answer<Value>(_ ask: (@escaping @Sendable (Value) -> Void) throws -> Void) async throws -> Value {
        try await withUnsafeThrowingContinuation { continuation in
            let once = OnceContinuation(continuation)
            do {
                try ask { value in once.resume(.success(value)) }
            } catch {
                once.resume(.failure(error))
            }
        }
    }
}

/// A continuation that is resumed at most once, from any thread.
private final class OnceContinuation<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var continuation: UnsafeContinuation<Value, any Error>?

    init(_ continuation: UnsafeContinuation<Value, any Error>) { self.continuation = continuation }

    func resume(_ result: Result<Value, any Error>) {
        lock.lock()
        let waiting = continuation
        continuation = nil
        lock.unlock()
        nonisolated(unsafe) let result = result
        waiting?.resume(with: result)
    }
}
