/// Shows a widget's entries while it is written: `widgetctl preview` steps through them.
///
/// ```swift
/// #Preview(as: .systemSmall) {
///     CaffeineWidget()
/// } timeline: {
///     CaffeineEntry(date: .now, total: 0)
///     CaffeineEntry(date: .now + 60, total: 68)
/// }
/// ```
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
    @PreviewTimelineBuilder timeline: @escaping @MainActor () async -> [any TimelineEntry]
) = #externalMacro(module: "SwiftUIMacros", type: "PreviewMacro")

/// Shows the timeline that a provider gives.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
    timelineProvider: @escaping @MainActor () -> any TimelineProvider
) = #externalMacro(module: "SwiftUIMacros", type: "PreviewMacro")

/// Shows the timeline that a provider gives for a configuration.
@freestanding(declaration)
public macro Preview<Intent: WidgetConfigurationIntent, Provider: AppIntentTimelineProvider>(
    _ name: String? = nil, as family: WidgetFamily, using intent: Intent, widget: @escaping @MainActor () -> any Widget,
    timelineProvider: @escaping @MainActor () -> Provider
) = #externalMacro(module: "SwiftUIMacros", type: "PreviewMacro") where Provider.Intent == Intent

/// Shows a Live Activity's states.
@freestanding(declaration)
public macro Preview<Attributes: ActivityAttributes>(
    _ name: String? = nil, as kind: ActivityPreviewViewKind, using attributes: Attributes, widget: @escaping @MainActor () -> any Widget,
    @PreviewActivityBuilder<Attributes.ContentState> contentStates: @escaping @MainActor () async -> [Attributes.ContentState]
) = #externalMacro(module: "SwiftUIMacros", type: "PreviewMacro")
