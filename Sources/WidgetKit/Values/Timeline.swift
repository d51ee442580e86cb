import WidgetCore

/// One moment of a widget: its content from ``date`` on.
public protocol TimelineEntry {
    var date: Date { get }
    /// How much it matters then; nil by default.
    var relevance: TimelineEntryRelevance? { get }
}

extension TimelineEntry {
    public var relevance: TimelineEntryRelevance? { nil }
}

/// How much an entry matters beside the provider's others.
public struct TimelineEntryRelevance: Codable, Hashable, Sendable {
    /// 0 or less: the entry isn't relevant.
    public var score: Float
    /// Seconds; 0: until the next entry.
    public var duration: TimeInterval

    public init(score: Float, duration: TimeInterval = 0) {
        self.score = score
        self.duration = duration
    }

    var archived: EntryRelevance {
        EntryRelevance(score: score, duration: Milliseconds(Int64((min(max(0, duration), 1e9) * 1_000).rounded())))
    }
}

/// Entries with rising dates, 100 at most, and when to ask again.
public struct Timeline<EntryType: TimelineEntry> {
    public let entries: [EntryType]
    public let policy: TimelineReloadPolicy

    public init(entries: [EntryType], policy: TimelineReloadPolicy) {
        self.entries = entries
        self.policy = policy
    }
}

extension Timeline: Sendable where EntryType: Sendable {}

/// The earliest time at which a new timeline is asked for.
public struct TimelineReloadPolicy: Equatable, Sendable {
    let archived: ReloadPolicy
    /// After the last entry's date.
    public static let atEnd = TimelineReloadPolicy(archived: .atEnd)
    /// Only when something else asks.
    public static let never = TimelineReloadPolicy(archived: .never)
    /// At a date, however many entries remain.
    public static func after(_ date: Date) -> TimelineReloadPolicy { TimelineReloadPolicy(archived: .after(Timestamp(date))) }
}

/// The context in which entries are requested.
public struct TimelineProviderContext: Sendable {
    /// The values of the environment that the widget is drawn in.
    @dynamicMemberLookup
    public struct EnvironmentVariants: Sendable {
        private let traits: [ViewTraits]

        init(_ context: ProviderContext) {
            let own = ViewTraits.standard.with(context.colorScheme)
            traits = [own] + context.variants.map { $0.completed(by: own) }
        }

        public subscript<T>(dynamicMember keyPath: WritableKeyPath<EnvironmentValues, T>) -> [T]? { self[keyPath] }
        /// Each value once; nil: the key isn't a trait of surfaces.
        public subscript<T>(keyPath: WritableKeyPath<EnvironmentValues, T>) -> [T]? {
            let values: [AnyHashable] = traits.compactMap { traits in
                var environment = EnvironmentValues()
                let recorder = TraitRecorder()
                environment.traitRecorder = recorder
                environment.apply(traits)
                environment.noteReading(keyPath)
                let value = environment[keyPath: keyPath]
                return recorder.reads.isEmpty ? nil : value as? AnyHashable
            }
            var seen: Set<AnyHashable> = []
            let different = values.filter { seen.insert($0).inserted }.compactMap { $0.base as? T }
            return different.isEmpty ? nil : different
        }
    }

    public let family: WidgetFamily
    /// For a gallery: sample data is fine.
    public let isPreview: Bool
    /// Points.
    public let displaySize: CGSize
    public let environmentVariants: EnvironmentVariants
    /// The date of the request.
    let date: Date

    init(_ context: ProviderContext) {
        family = WidgetFamily(context.family)
        isPreview = context.isPreview
        displaySize = CGSize(width: context.displaySize.width, height: context.displaySize.height)
        environmentVariants = EnvironmentVariants(context)
        date = Date(context.date)
    }
}

/// The provider of a widget's timelines.
///
/// A provider may throw, which is this platform's own: the widget goes on with its last entry, and `widgetctl explain` says why.
public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext

    /// A generic entry without real data; its view is shown redacted.
    func placeholder(in context: Context) -> Entry
    /// The entry for now. Return it fast; sample data is fine if `context.isPreview`.
    @preconcurrency func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void) throws
    /// The entries from now on.
    @preconcurrency func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Entry>) -> Void) throws
    /// Not called here: only a ``RelevanceEntriesProvider`` sets the relevance of a kind.
    func relevances() async -> WidgetRelevances<Void>
    func relevance() async -> WidgetRelevance<Void>
}

extension TimelineProvider {
    public func relevances() async -> WidgetRelevances<Void> { WidgetRelevances([]) }
    public func relevance() async -> WidgetRelevance<Void> { WidgetRelevance([]) }
}

/// The provider of the timelines of widgets that people configure. It may throw, as a ``TimelineProvider`` may.
public protocol AppIntentTimelineProvider {
    associatedtype Entry: TimelineEntry
    associatedtype Intent: WidgetConfigurationIntent
    typealias Context = TimelineProviderContext

    /// A generic entry without real data; its view is shown redacted.
    func placeholder(in context: Context) -> Entry
    /// The entry for now. Return it fast; sample data is fine if `context.isPreview`.
    func snapshot(for configuration: Intent, in context: Context) async throws -> Entry
    /// The entries from now on.
    func timeline(for configuration: Intent, in context: Context) async throws -> Timeline<Entry>
    /// Ready-made variants; empty: people configure the widget themselves.
    func recommendations() -> [AppIntentRecommendation<Intent>]
    func relevances() async -> WidgetRelevances<Intent>
    func relevance() async -> WidgetRelevance<Intent>
}

extension AppIntentTimelineProvider {
    public func recommendations() -> [AppIntentRecommendation<Intent>] { [] }
    public func relevances() async -> WidgetRelevances<Intent> { WidgetRelevances([]) }
    public func relevance() async -> WidgetRelevance<Intent> { WidgetRelevance([]) }
}

/// A variant that the provider offers ready-made.
public struct AppIntentRecommendation<Intent: WidgetConfigurationIntent> {
    let intent: Intent
    let description: String

    public init(intent: Intent, description: Text) {
        self.intent = intent
        self.description = MainActor.assumeIsolated { description.plainText }
    }
    public init(intent: Intent, description: LocalizedStringKey) { self.init(intent: intent, description: Text(description)) }
    @_disfavoredOverload
    public init(intent: Intent, description: some StringProtocol) {
        self.intent = intent
        self.description = String(description)
    }
    @_disfavoredOverload
    public init(intent: Intent, description: LocalizedStringResource) {
        self.intent = intent
        self.description = String(localized: description)
    }
}

extension Text {
    /// Its words, in the user's language.
    @MainActor var plainText: String { plain(in: _ViewInputs(resolution: ViewResolution(), environment: EnvironmentValues(), proposal: .zero)) }
}
