public import WidgetCore

/// One moment of a widget: what it shows from ``date`` on.
public protocol TimelineEntry {
    var date: Timestamp { get }
    /// Nil by default.
    var relevance: TimelineEntryRelevance? { get }
    /// The pictures that the entry's view names; none by default.
    var images: [ProvidedImage] { get }
}

extension TimelineEntry {
    public var relevance: TimelineEntryRelevance? { nil }
    public var images: [ProvidedImage] { [] }
}

/// Entries with rising dates, 100 at most, and when to ask again.
public struct Timeline<Entry: TimelineEntry> {
    public var entries: [Entry]
    public var policy: TimelineReloadPolicy

    public init(entries: [Entry], policy: TimelineReloadPolicy = .atEnd) {
        self.entries = entries
        self.policy = policy
    }
}

/// The provider of a widget's timelines. It is asked one question at a time.
public protocol TimelineProvider {
    associatedtype Entry: TimelineEntry
    typealias Context = TimelineProviderContext

    /// A generic entry without real data; its view is shown redacted.
    func placeholder(in context: Context) -> Entry

    /// The entry that is due now, fast; sample data will do where `context.isPreview`.
    /// - Parameter configuration: every parameter of the kind that has a value or a default.
    func snapshot(for configuration: Parameters, in context: Context) throws -> Entry

    /// The entries from `context.date` on.
    func timeline(for configuration: Parameters, in context: Context) throws -> Timeline<Entry>
}
