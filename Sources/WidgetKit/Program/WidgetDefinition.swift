import WidgetAPI
import WidgetCore
import WidgetLayout

/// A widget as the daemon sees it: a kind, and the handlers of the daemon's requests.
struct WidgetDefinition {
    /// The result of a request.
    struct Rendered {
        var entries: [(date: Date, relevance: TimelineEntryRelevance?, archive: ArchiveCodec.Encoded)]
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
                return try render(timeline.entries, timeline.policy.archived, context, content)
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
                return try render(timeline.entries, timeline.policy.archived, context, content)
            }, preview: { try render(entries($0), .never, $1, content) })
    }

    @MainActor static func relevance<Provider: RelevanceEntriesProvider>(
        kind: String, provider: Provider, content: @escaping @MainActor (Provider.Entry) -> some View
    ) -> WidgetDefinition {
        @MainActor func rendered(_ entry: Provider.Entry, _ context: ProviderContext, isPlaceholder: Bool = false) throws -> Rendered {
            var renderer = EntryRenderer(context: context)
            renderer.isPlaceholder = isPlaceholder
            let archive = try renderer.archive(date: Date(context.date)) { content(entry) }
            return Rendered(entries: [(Date(context.date), nil, archive)], policy: .never, images: renderer.images)
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
        let entries = try entries.map { entry in (entry.date, entry.relevance, try renderer.archive(date: entry.date) { content(entry) }) }
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

/// Remarks for the program's author, each once.
@MainActor private final class Remarks {
    private(set) var list: [String] = []

    func add(_ remarks: [String]) {
        for remark in remarks where list.count < Limits.remarksPerTimeline && !list.contains(remark) { list.append(remark) }
    }
}

/// Turns entries' views into archives, for one request of the daemon.
@MainActor struct EntryRenderer {
    let context: ProviderContext
    /// The view is generic, and shown redacted.
    var isPlaceholder = false
    /// Between the edges and the content, in points.
    private var margins: EdgeInsets {
        guard context.hasMargins else { return EdgeInsets() }
        let margins = WidgetMetrics.margins(of: context.family)
        return EdgeInsets(top: margins.top, leading: margins.left, bottom: margins.bottom, trailing: margins.right)
    }
    private let collection = ImageCollection()
    private let remarkList = Remarks()
    /// Remarks on the views, for the program's author.
    var remarks: [String] { remarkList.list }
    /// The pictures that the views show, each once.
    var images: [ProvidedImage] { collection.images }

    init(context: ProviderContext) { self.context = context }

    /// The archive of an entry's view.
    /// - Throws: INVALID_ARGUMENT that names the view's path, the limit and the value.
    func archive(date: Date, _ content: () -> some View) throws -> ArchiveCodec.Encoded {
        let environment = environment(date: date)
        let margins = environment.widgetContentMargins
        let size = CGSize(
            width: max(0, CGFloat(context.displaySize.width) - margins.leading - margins.trailing),
            height: max(0, CGFloat(context.displaySize.height) - margins.top - margins.bottom))
        var tree = try tree(environment, size: size, content)
        while true {
            do throws(WidgetError) {
                return try ArchiveCodec.encode(try tree.archive(), family: context.family)
            } catch {
                // The main view takes precedence: a surface whose variant is dropped shows another one.
                guard !tree.variants.isEmpty else {
                    throw ViewRenderer.error(error, locatedIn: content(), environment: environment, size: size, family: context.family)
                }
                tree.variants.removeLast()
                remarkList.add(["an entry's variants don't fit in the archive, so one was left out: \(error.message)"])
            }
        }
    }

    /// The view for the request's own traits, with a variant for each of the other surfaces' traits for which it looks different.
    func tree(_ environment: EnvironmentValues, size: CGSize, _ content: () -> some View) throws(WidgetError) -> ViewTree {
        func drawn(for traits: ViewTraits) throws(WidgetError) -> ViewTree {
            let recorder = TraitRecorder()
            var environment = environment
            environment.apply(traits)
            environment.traitRecorder = recorder
            let resolution = ViewResolution(images: collection)
            var tree = try ViewRenderer.tree(of: content(), environment: environment, size: size, in: resolution)
            remarkList.add(resolution.deadClosures)
            let read = recorder.reads.values(of: traits)
            if read != ViewTraits() { tree.traits = [read] }
            return tree
        }
        let own = ViewTraits.standard.with(context.colorScheme, ViewTraits.isLocale(context.locale) ? context.locale : nil)
        var trees = [try drawn(for: own)]
        for wanted in context.variants where !trees.contains(where: { $0.isMade(for: wanted.completed(by: own)) }) {
            let tree = try drawn(for: wanted.completed(by: own))
            // One that looks the same costs nothing but its traits.
            if let same = trees.firstIndex(where: { $0.looksLike(tree) }) { trees[same].traits += tree.traits } else { trees.append(tree) }
        }
        trees[0].variants = Array(trees.dropFirst())
        return trees[0]
    }

    func environment(date: Date) -> EnvironmentValues {
        var environment = EnvironmentValues()
        environment.colorScheme = context.colorScheme == .dark ? .dark : .light
        environment.displayScale = context.displayScale
        environment.locale = Locale(identifier: context.locale)
        environment.timeZone = TimeZone(identifier: context.timeZone) ?? .current
        environment.renderingDate = date
        environment.widgetFamily = WidgetFamily(context.family)
        environment.widgetContentMargins = margins
        if isPlaceholder { environment.redactionReasons = .placeholder }
        return environment
    }
}
