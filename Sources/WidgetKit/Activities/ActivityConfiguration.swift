import ActivityKit
import WidgetAPI
import WidgetCore

/// The data for a Live Activity's views.
public struct ActivityViewContext<Attributes: ActivityAttributes> {
    /// The activity's id.
    public let activityID: String
    public let attributes: Attributes
    public let state: Attributes.ContentState
    /// Its stale date has passed: what is known may be wrong.
    public let isStale: Bool
}

/// A Live Activity and its views.
public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {
    private let definition: ActivityDefinition

    /// - Parameters:
    ///   - content: the view on a lock screen, and with `supplementalActivityFamilies` the small one.
    ///   - dynamicIsland: the other presentations.
    public init<Content: View>(
        for attributesType: Attributes.Type, @ViewBuilder content: @escaping @MainActor (ActivityViewContext<Attributes>) -> Content,
        dynamicIsland: @escaping @MainActor (ActivityViewContext<Attributes>) -> DynamicIsland
    ) {
        definition = ActivityDefinition(type: Attributes.activityType) { request, families in
            let activity = request.activity
            let context = ActivityViewContext<Attributes>(
                activityID: activity.id.description, attributes: try decoded(Attributes.self, activity.attributes, field: "attributes"),
                state: try decoded(Attributes.ContentState.self, activity.content.state, field: "state"), isStale: activity.state == .stale)
            var views: [ActivityPresentation: ViewTree] = [:]
            let renderer = ActivityRenderer(context: request.context)
            let island = dynamicIsland(context)
            for (presentation, view) in island.views {
                var tree = try renderer.tree(view, .medium)
                tree.widgetURL = tree.widgetURL ?? island.url?.absoluteString
                views[presentation] = tree
            }
            views[.lockScreen] = try renderer.tree(content(context), .medium)
            if families.contains(.small) { views[.small] = try renderer.tree(content(context), .small) }
            return views
        }
    }

    public var body: Never { fatalError("this configuration has no body") }
    public func _collect(into contents: inout _ProgramContents) { contents.activities.append(definition) }
}

/// - Throws: INVALID_ARGUMENT that names the field.
private func decoded<T: Decodable>(_ type: T.Type, _ json: String, field: String) throws(WidgetError) -> T {
    do {
        return try ActivityCoding.decoder.decode(type, from: Data(json.utf8))
    } catch let error as DecodingError {
        throw .invalid(field, error.reason)
    } catch {
        throw .invalid(field, "\(error)")
    }
}

extension DecodingError {
    fileprivate var reason: String {
        func path(_ context: Context, _ last: (any CodingKey)? = nil) -> String {
            (context.codingPath + [last].compactMap(\.self)).map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        }
        switch self {
        case .keyNotFound(let key, let context): return "\(path(context, key)) is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            return "\(path(context)): \(context.debugDescription)"
        @unknown default: return "\(self)"
        }
    }
}

/// A Live Activity as the daemon sees it: a type, and views.
struct ActivityDefinition {
    /// The attributes type.
    let type: String
    var families: [ActivityFamily] = []
    private let draw: @MainActor (ActivityDrawingRequest, [ActivityFamily]) throws -> [ActivityPresentation: ViewTree]

    init(type: String, draw: @escaping @MainActor (ActivityDrawingRequest, [ActivityFamily]) throws -> [ActivityPresentation: ViewTree]) {
        self.type = type
        self.draw = draw
    }

    /// Every view of an activity as it stands.
    /// - Throws: INVALID_ARGUMENT for attributes or a state that aren't the type's, and for a view over a limit.
    @MainActor func views(_ request: ActivityDrawingRequest) throws -> [ActivityPresentation: ViewTree] { try draw(request, families) }
}

/// Draws the views of an activity.
@MainActor private struct ActivityRenderer {
    let context: ProviderContext

    func tree(_ content: some View, _ family: ActivityFamily) throws(WidgetError) -> ViewTree {
        let renderer = EntryRenderer(context: context)
        let date = Date(context.date)
        var environment = renderer.environment(date: date)
        environment.activityFamily = family
        return try ViewRenderer.tree(
            of: content, environment: environment, size: CGSize(width: context.displaySize.width, height: context.displaySize.height))
    }
}

/// The presentations of a Live Activity beside its content.
public struct DynamicIsland {
    var views: [ActivityPresentation: AnyView] = [:]
    var url: URL?

    public init<CompactLeading: View, CompactTrailing: View, Minimal: View>(
        @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent,
        @ViewBuilder compactLeading: @escaping () -> CompactLeading, @ViewBuilder compactTrailing: @escaping () -> CompactTrailing,
        @ViewBuilder minimal: @escaping () -> Minimal
    ) {
        for region in expanded().regions { views[region.position.presentation] = region.view }
        views[.compactLeading] = AnyView(compactLeading())
        views[.compactTrailing] = AnyView(compactTrailing())
        views[.minimal] = AnyView(minimal())
    }

    /// The address that is opened where it is tapped outside of its buttons.
    public func widgetURL(_ url: URL?) -> DynamicIsland {
        var copy = self
        copy.url = url
        return copy
    }
    public func keylineTint(_ color: Color?) -> DynamicIsland { self }
    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double, for mode: DynamicIslandMode) -> DynamicIsland { self }
}

public enum DynamicIslandMode: Sendable {
    case compactLeading, compactTrailing, minimal, expanded
}

/// The place of a region in the expanded presentation.
public struct DynamicIslandExpandedRegionPosition: Hashable, Sendable {
    let presentation: ActivityPresentation
    public static let leading = DynamicIslandExpandedRegionPosition(presentation: .expandedLeading)
    public static let trailing = DynamicIslandExpandedRegionPosition(presentation: .expandedTrailing)
    public static let center = DynamicIslandExpandedRegionPosition(presentation: .expandedCenter)
    public static let bottom = DynamicIslandExpandedRegionPosition(presentation: .expandedBottom)
}

/// A region of the expanded presentation.
public struct DynamicIslandExpandedRegion<Content: View> {
    let position: DynamicIslandExpandedRegionPosition
    let content: Content

    @MainActor public init(_ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: () -> Content) {
        self.position = position
        self.content = content()
    }
}

/// The regions of the expanded presentation.
public struct DynamicIslandExpandedContent {
    let regions: [(position: DynamicIslandExpandedRegionPosition, view: AnyView)]
}

@resultBuilder
public struct DynamicIslandExpandedContentBuilder {
    public static func buildExpression<Content: View>(_ region: DynamicIslandExpandedRegion<Content>) -> DynamicIslandExpandedContent {
        DynamicIslandExpandedContent(regions: [(region.position, AnyView(region.content))])
    }
    public static func buildBlock(_ contents: DynamicIslandExpandedContent...) -> DynamicIslandExpandedContent {
        DynamicIslandExpandedContent(regions: contents.flatMap(\.regions))
    }
    public static func buildOptional(_ content: DynamicIslandExpandedContent?) -> DynamicIslandExpandedContent {
        content ?? DynamicIslandExpandedContent(regions: [])
    }
    public static func buildEither(first: DynamicIslandExpandedContent) -> DynamicIslandExpandedContent { first }
    public static func buildEither(second: DynamicIslandExpandedContent) -> DynamicIslandExpandedContent { second }
    public static func buildLimitedAvailability(_ content: DynamicIslandExpandedContent) -> DynamicIslandExpandedContent { content }
}
