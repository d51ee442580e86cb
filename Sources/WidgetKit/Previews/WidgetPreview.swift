import WidgetCore

/// Collects the entries of a preview's timeline.
@resultBuilder
public struct PreviewTimelineBuilder {
    public static func buildExpression(_ entry: some TimelineEntry) -> [any TimelineEntry] { [entry] }
    public static func buildExpression(_ entries: [some TimelineEntry]) -> [any TimelineEntry] { entries }
    public static func buildBlock(_ entries: [any TimelineEntry]...) -> [any TimelineEntry] { entries.flatMap(\.self) }
    public static func buildOptional(_ entries: [any TimelineEntry]?) -> [any TimelineEntry] { entries ?? [] }
    public static func buildEither(first entries: [any TimelineEntry]) -> [any TimelineEntry] { entries }
    public static func buildEither(second entries: [any TimelineEntry]) -> [any TimelineEntry] { entries }
    public static func buildArray(_ entries: [[any TimelineEntry]]) -> [any TimelineEntry] { entries.flatMap(\.self) }
}

/// Collects the states of a preview's activity.
@resultBuilder
public struct PreviewActivityBuilder<State> {
    public static func buildExpression(_ state: State) -> [State] { [state] }
    public static func buildExpression(_ states: [State]) -> [State] { states }
    public static func buildBlock(_ states: [State]...) -> [State] { states.flatMap(\.self) }
    public static func buildOptional(_ states: [State]?) -> [State] { states ?? [] }
    public static func buildEither(first states: [State]) -> [State] { states }
    public static func buildEither(second states: [State]) -> [State] { states }
    public static func buildArray(_ states: [[State]]) -> [State] { states.flatMap(\.self) }
}

/// The presentation of a Live Activity that a preview shows.
public struct ActivityPreviewViewKind: Sendable {
    public enum DynamicIslandPreviewViewState: Sendable { case compact, minimal, expanded }

    let presentations: [ActivityPresentation]
    public static let content = ActivityPreviewViewKind(presentations: [.lockScreen])
    public static func dynamicIsland(_ state: DynamicIslandPreviewViewState) -> ActivityPreviewViewKind {
        switch state {
        case .compact: ActivityPreviewViewKind(presentations: [.compactLeading, .compactTrailing])
        case .minimal: ActivityPreviewViewKind(presentations: [.minimal])
        case .expanded:
            ActivityPreviewViewKind(presentations: [.expandedLeading, .expandedCenter, .expandedTrailing, .expandedBottom])
        }
    }
}

extension Preview {
    /// A preview of a widget's entries.
    @MainActor public init(
        _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
        @PreviewTimelineBuilder timeline: @escaping @MainActor () async -> [any TimelineEntry]
    ) {
        self.init(name, content: WidgetPreview(family: family, widget: widget) { _ in await timeline() })
    }

    /// A preview of the timeline that a provider gives.
    @MainActor public init(
        _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
        timelineProvider: @escaping @MainActor () -> any TimelineProvider
    ) {
        self.init(name, content: WidgetPreview(family: family, widget: widget) { try await $0.entries(of: timelineProvider()) })
    }

    /// A preview of the timeline that a provider gives for a configuration.
    @MainActor public init<Intent: WidgetConfigurationIntent, Provider: AppIntentTimelineProvider>(
        _ name: String? = nil, as family: WidgetFamily, using intent: Intent, widget: @escaping @MainActor () -> any Widget,
        timelineProvider: @escaping @MainActor () -> Provider
    ) where Provider.Intent == Intent {
        self.init(
            name,
            content: WidgetPreview(family: family, widget: widget) { context in
                nonisolated(unsafe) let provider = timelineProvider()
                return try await provider.timeline(for: intent, in: context).entries
            })
    }

    /// A preview of a Live Activity's states.
    @MainActor public init<Attributes: ActivityAttributes>(
        _ name: String? = nil, as kind: ActivityPreviewViewKind, using attributes: Attributes, widget: @escaping @MainActor () -> any Widget,
        @PreviewActivityBuilder<Attributes.ContentState> contentStates: @escaping @MainActor () async -> [Attributes.ContentState]
    ) {
        self.init(name, content: ActivityPreview(presentations: kind.presentations, attributes: attributes, widget: widget, states: contentStates))
    }
}

extension TimelineProviderContext {
    /// The entries that a provider gives.
    @MainActor fileprivate func entries(of provider: some TimelineProvider) async throws -> [any TimelineEntry] {
        try await WidgetDefinition.answer { try provider.getTimeline(in: self, completion: $0) }.entries
    }
}

/// The timeline of a widget, entry by entry.
private struct WidgetPreview: PreviewContent {
    let family: WidgetFamily
    let widget: @MainActor () -> any Widget
    let entries: @MainActor (TimelineProviderContext) async throws -> [any TimelineEntry]

    func frames(in context: PreviewEnvironment) async throws -> PreviewFrames {
        var provider = context.provider
        provider.family = family.archived
        provider.isPreview = true
        var contents = _ProgramContents()
        widget()._collect(into: &contents)
        guard let definition = contents.widgets.first else { throw WidgetError.invalid("widget", "it has no timeline to preview") }
        guard definition.kind.families.contains(provider.family) else {
            throw WidgetError.invalid("as", "\(definition.kind.id) doesn't support \(provider.family.name)")
        }
        let rendered = try definition.preview(try await entries(TimelineProviderContext(provider)), provider)
        return PreviewFrames(
            frames: rendered.entries.map { PreviewFrame(date: Timestamp($0.date), family: provider.family, archive: $0.archive.archive) },
            images: rendered.images)
    }
}

/// The states of a Live Activity, presentation by presentation.
private struct ActivityPreview<Attributes: ActivityAttributes>: PreviewContent {
    let presentations: [ActivityPresentation]
    let attributes: Attributes
    let widget: @MainActor () -> any Widget
    let states: @MainActor () async -> [Attributes.ContentState]

    func frames(in context: PreviewEnvironment) async throws -> PreviewFrames {
        var contents = _ProgramContents()
        widget()._collect(into: &contents)
        guard let definition = contents.activities.first(where: { $0.type == Attributes.activityType }) else {
            throw WidgetError.invalid("widget", "it has no activity of the type \(Attributes.activityType)")
        }
        var frames: [PreviewFrame] = []
        for state in await states() {
            let views = try definition.preview(attributes, state, context.provider)
            for presentation in presentations {
                guard let tree = views[presentation] else { continue }
                let title = presentations.count > 1 ? "\(presentation)" : ""
                frames.append(PreviewFrame(title: title, family: .systemMedium, archive: try tree.archive()))
            }
        }
        return PreviewFrames(frames: frames)
    }
}

/// The family of an old preview: `.previewContext(WidgetPreviewContext(family: .systemSmall))`.
public struct WidgetPreviewContext: PreviewContext {
    let family: WidgetFamily
    public init(family: WidgetFamily) { self.family = family }
    public subscript<Key: PreviewContextKey>(key: Key.Type) -> Key.Value { Key.defaultValue }
}

extension View {
    /// Sets the context of the view's preview, such as its family.
    public func previewContext<C: PreviewContext>(_ value: C) -> some View {
        let family = (value as? WidgetPreviewContext)?.family
        return previewNote { if let family { $0.family = family.archived.name } }.transformEnvironment(\.widgetFamily) { if let family { $0 = family } }
    }
}
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

extension ActivityAttributes {
    /// A Live Activity in a state, for an old preview.
    @MainActor public func previewContext(_ contentState: ContentState, isStale: Bool = false, viewKind: ActivityPreviewViewKind) -> some View {
        ActivityStateView(attributes: self, state: contentState, presentations: viewKind.presentations)
            .previewContext(WidgetPreviewContext(family: .systemMedium))
    }
}

/// The presentations of an activity beside each other, as the running program draws them.
private struct ActivityStateView<Attributes: ActivityAttributes>: View {
    let attributes: Attributes
    let state: Attributes.ContentState
    let presentations: [ActivityPresentation]

    var body: some View {
        HStack { ArchivedViews(trees: trees) }
    }

    private var trees: [ViewTree] {
        let context = ProviderContext(isPreview: true, family: .systemMedium, date: Timestamp(Date.now))
        guard let definition = ProviderProgram.activities.first(where: { $0.type == Attributes.activityType }),
            let views = try? definition.preview(attributes, state, context)
        else { return [.text("no activity of the type \(Attributes.activityType)")] }
        return presentations.compactMap { views[$0] }
    }
}
