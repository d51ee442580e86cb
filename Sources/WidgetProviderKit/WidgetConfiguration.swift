public import WidgetCore

/// A widget: its kind, its provider and its view.
public protocol WidgetConfiguration {
    var definition: WidgetDefinition { get set }
}

/// A widget that people don't configure.
public struct StaticConfiguration<Provider: TimelineProvider>: WidgetConfiguration {
    public var definition: WidgetDefinition

    /// - Parameters:
    ///   - kind: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`, unique on a machine.
    ///   - content: the view of an entry for a family.
    public init(kind: String, provider: Provider, content: @escaping (Provider.Entry, Provider.Context) -> ViewTree) {
        definition = WidgetDefinition(kind: kind, parameters: [], provider: provider, content: content)
    }
}

/// A widget with parameters, in the order in which a form shows them.
public struct AppIntentConfiguration<Provider: TimelineProvider>: WidgetConfiguration {
    public var definition: WidgetDefinition

    /// - Parameters:
    ///   - kind: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`, unique on a machine.
    ///   - parameters: 16 at most; a required one has a default.
    ///   - content: the view of an entry for a family.
    public init(
        kind: String, parameters: [ParameterDefinition], provider: Provider, content: @escaping (Provider.Entry, Provider.Context) -> ViewTree
    ) {
        definition = WidgetDefinition(kind: kind, parameters: parameters, provider: provider, content: content)
    }
}

extension WidgetConfiguration {
    private func with(_ change: (inout Kind) -> Void) -> Self {
        var copy = self
        change(&copy.definition.kind)
        return copy
    }

    /// The name in a gallery.
    public func configurationDisplayName(_ name: String) -> Self { with { $0.displayName = name } }
    /// Its content, in a sentence.
    public func description(_ description: String) -> Self { with { $0.description = description } }
    /// The first is the default.
    public func supportedFamilies(_ families: [WidgetFamily]) -> Self { with { $0.families = families } }
    public func contentMarginsDisabled() -> Self { with { $0.contentMarginsDisabled = true } }
    /// False excludes places that remove the background.
    public func containerBackgroundRemovable(_ removable: Bool = true) -> Self { with { $0.containerBackgroundRemovable = removable } }
    public func promptsForUserConfiguration() -> Self { with { $0.promptsForUserConfiguration = true } }
    /// Its widgets reload when the provider's server pushes, and `handler` hears where to.
    public func pushHandler(_ handler: any WidgetPushHandler.Type) -> Self {
        var copy = with { $0.takesPushes = true }
        copy.definition.pushHandler = handler
        return copy
    }
    /// Earlier kinds of this widget: placed widgets follow.
    public func aliases(_ kinds: [String]) -> Self { with { $0.aliases = kinds } }
}
