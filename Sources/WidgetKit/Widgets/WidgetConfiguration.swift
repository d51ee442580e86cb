import WidgetCore

/// The content of a widget: a kind, and where its views come from.
@MainActor @preconcurrency
public protocol WidgetConfiguration {
    associatedtype Body: WidgetConfiguration
    var body: Body { get }
    /// Adds the configuration's definitions. The default adds those of its ``body``.
    func _collect(into contents: inout _ProgramContents)
}

extension WidgetConfiguration {
    public func _collect(into contents: inout _ProgramContents) { body._collect(into: &contents) }
}

extension Never: WidgetConfiguration, ControlWidgetConfiguration {
    public func _collect(into contents: inout _ProgramContents) {}
}

/// No widget.
public struct EmptyWidgetConfiguration: WidgetConfiguration {
    public init() {}
    public var body: Never { providerFatalError("this configuration has no body") }
    public func _collect(into contents: inout _ProgramContents) {}
}

/// A configuration whose widgets and activities a modifier changes.
struct ModifiedConfiguration<Base: WidgetConfiguration>: WidgetConfiguration {
    let base: Base
    let change: @MainActor (inout WidgetDefinition) -> Void
    var activityChange: @MainActor (inout ActivityDefinition) -> Void = { _ in }

    var body: Never { providerFatalError("this configuration has no body") }
    func _collect(into contents: inout _ProgramContents) {
        let (widgets, activities) = (contents.widgets.count, contents.activities.count)
        base._collect(into: &contents)
        for index in widgets..<contents.widgets.count { change(&contents.widgets[index]) }
        for index in activities..<contents.activities.count { activityChange(&contents.activities[index]) }
    }
}

extension WidgetConfiguration {
    private func with(_ change: @escaping @MainActor (inout Kind) -> Void) -> some WidgetConfiguration {
        ModifiedConfiguration(base: self, change: { change(&$0.kind) })
    }

    /// The name in a gallery.
    public func configurationDisplayName(_ displayName: Text) -> some WidgetConfiguration { with { $0.displayName = displayName.plainText } }
    public func configurationDisplayName(_ displayNameKey: LocalizedStringKey) -> some WidgetConfiguration { configurationDisplayName(Text(displayNameKey)) }
    @_disfavoredOverload
    public func configurationDisplayName<S: StringProtocol>(_ displayName: S) -> some WidgetConfiguration { configurationDisplayName(Text(displayName)) }
    @_disfavoredOverload
    public func configurationDisplayName(_ resource: LocalizedStringResource) -> some WidgetConfiguration { configurationDisplayName(Text(resource)) }

    /// Its content, in a sentence.
    public func description(_ description: Text) -> some WidgetConfiguration { with { $0.description = description.plainText } }
    public func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration { description(Text(descriptionKey)) }
    @_disfavoredOverload
    public func description<S: StringProtocol>(_ text: S) -> some WidgetConfiguration { description(Text(text)) }
    @_disfavoredOverload
    public func description(_ resource: LocalizedStringResource) -> some WidgetConfiguration { description(Text(resource)) }

    /// The first is the default.
    public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration { with { $0.families = families.map(\.archived) } }
    public func contentMarginsDisabled() -> some WidgetConfiguration { with { $0.contentMarginsDisabled = true } }
    /// False excludes surfaces that remove the background.
    public func containerBackgroundRemovable(_ isRemovable: Bool = true) -> some WidgetConfiguration { with { $0.containerBackgroundRemovable = isRemovable } }
    public func promptsForUserConfiguration() -> some WidgetConfiguration { with { $0.promptsForUserConfiguration = true } }
    public func disfavoredLocations(_ locations: [WidgetLocation], for families: [WidgetFamily]) -> some WidgetConfiguration {
        with { $0.disfavoredLocations = locations.map(\.name) }
    }
    public func supportedMountingStyles(_ styles: [WidgetMountingStyle]) -> some WidgetConfiguration { with { $0.mountingStyles = styles.map(\.archived) } }
    public func widgetTexture(_ texture: WidgetTexture) -> some WidgetConfiguration { with { $0.texture = texture.archived } }
    /// Reloads the widgets when the provider's server pushes. `handler` gets the push token.
    public func pushHandler(_ handler: any WidgetPushHandler.Type) -> some WidgetConfiguration {
        ModifiedConfiguration(
            base: self,
            change: {
                $0.kind.takesPushes = true; $0.pushHandler = handler
            })
    }
    /// The kind of this program whose widgets the cards replace in the stack. For a relevance configuration.
    public func associatedKind(_ kind: String) -> some WidgetConfiguration { with { $0.associatedKind = kind } }
    /// The families in which a Live Activity's content is shown beside medium.
    public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> some WidgetConfiguration {
        ModifiedConfiguration(base: self, change: { _ in }, activityChange: { $0.families = families })
    }
    /// No effect: a provider has no background downloads.
    public func onBackgroundURLSessionEvents(matching matchingString: String, _ urlSessionEvent: @escaping (String, @escaping () -> Void) -> Void)
        -> some WidgetConfiguration
    { self }
    public func onBackgroundURLSessionEvents(matching: ((String) -> Bool)? = nil, _ urlSessionEvent: @escaping (String, @escaping () -> Void) -> Void)
        -> some WidgetConfiguration
    { self }
    /// Earlier kinds of this widget: placed widgets follow. This platform's own.
    public func aliases(_ kinds: [String]) -> some WidgetConfiguration { with { $0.aliases = kinds } }
}

/// A widget that people don't configure.
public struct StaticConfiguration<Content: View>: WidgetConfiguration {
    private let definition: @MainActor () -> WidgetDefinition

    /// - Parameters:
    ///   - kind: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`, unique on a machine.
    ///   - content: the view of an entry.
    public init<Provider: TimelineProvider>(kind: String, provider: Provider, @ViewBuilder content: @escaping @MainActor (Provider.Entry) -> Content) {
        definition = { .timeline(kind: kind, provider: provider, content: content) }
    }

    public var body: Never { providerFatalError("this configuration has no body") }
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

    public var body: Never { providerFatalError("this configuration has no body") }
    public func _collect(into contents: inout _ProgramContents) { contents.widgets.append(definition()) }
}

/// Widgets of SiriKit's intents. Their definition files have no counterpart here.
@available(
    *, unavailable, message: "use AppIntentConfiguration with a WidgetConfigurationIntent: SiriKit's intent definition files aren't there on this platform"
)
public struct IntentConfiguration<Intent, Content>: WidgetConfiguration {
    public init<Provider>(kind: String, intent: Intent.Type, provider: Provider, content: @escaping (Any) -> Content) {}
    public var body: Never { providerFatalError("unavailable") }
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

    public var body: Never { providerFatalError("this configuration has no body") }
    public func _collect(into contents: inout _ProgramContents) { contents.widgets.append(definition()) }
}
