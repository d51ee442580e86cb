import WidgetCore

/// A widget that people don't configure.
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
    private let definition: @MainActor () -> WidgetDefinition

    /// - Parameters:
    ///   - kind: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`, unique on a machine.
    ///   - content: the view of an entry.
    public init<Provider: TimelineProvider>(kind: String, provider: Provider, @ViewBuilder content: @escaping @MainActor (Provider.Entry) -> Content) {
        definition = { .timeline(kind: kind, provider: provider, content: content) }
    }

    public var body: Never { fatalError("this configuration has no body") }
    public func _collect(into contents: inout _ProgramContents) { contents.widgets.append(definition()) }
}

/// A widget whose options are an intent's parameters.
public struct AppIntentConfiguration<Intent: WidgetConfigurationIntent, Content: View>: WidgetConfiguration {
    private let definition: @MainActor () -> WidgetDefinition

    /// - Parameters:
    ///   - kind: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`, unique on a machine.
    ///   - content: the view of an entry.
    public init<Provider: AppIntentTimelineProvider>(
        kind: String, intent: Intent.Type = Intent.self, provider: Provider, @ViewBuilder content: @escaping @MainActor (Provider.Entry) -> Content
    ) where Provider.Intent == Intent {
        definition = { .timeline(kind: kind, intentProvider: provider, content: content) }
    }

    public var body: Never { fatalError("this configuration has no body") }
    public func _collect(into contents: inout _ProgramContents) { contents.widgets.append(definition()) }
}

/// Widgets of SiriKit's intents. Their definition files have no counterpart here.
@available(
    *, unavailable, message: "use AppIntentConfiguration with a WidgetConfigurationIntent: SiriKit's intent definition files aren't there on this platform"
)
public struct IntentConfiguration<Intent, Content>: WidgetConfiguration {
    public init<Provider>(kind: String, intent: Intent.Type, provider: Provider, content: @escaping (Any) -> Content) {}
    public var body: Never { fatalError("unavailable") }
}

/// A widget that comes by itself, in the Smart Stack, while it is of use.
public struct RelevanceConfiguration<Content: View>: WidgetConfiguration {
    private let definition: @MainActor () -> WidgetDefinition

    /// - Parameters:
    ///   - kind: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`, unique on a machine.
    ///   - content: the view of an entry for the first of the supported families.
    public init<Provider: RelevanceEntriesProvider>(kind: String, provider: Provider, @ViewBuilder content: @escaping @MainActor (Provider.Entry) -> Content) {
        definition = { .relevance(kind: kind, provider: provider, content: content) }
    }

    public var body: Never { fatalError("this configuration has no body") }
    public func _collect(into contents: inout _ProgramContents) { contents.widgets.append(definition()) }
}
