import WidgetCore

/// The data for a Live Activity's views.
public struct ActivityViewContext<Attributes: ActivityAttributes> {
    /// The activity's id.
    public let activityID: String
    public let attributes: Attributes
    public let state: Attributes.ContentState
    /// Its stale date has passed: what is known may be wrong.
    public let isStale: Bool
    /// `.active`, `.stale` or `.ended`. This platform's own.
    public let activityState: ActivityKit.ActivityState
}

/// The presentations of a Live Activity beside its content.
public struct DynamicIsland {
    var views: [ActivityPresentation: AnyView] = [:]
    var url: URL?

    public init<Expanded: View, CompactLeading: View, CompactTrailing: View, Minimal: View>(
        @DynamicIslandExpandedContentBuilder expanded: @escaping () -> DynamicIslandExpandedContent<Expanded>,
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

    public init(_ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: () -> Content) {
        self.position = position
        self.content = content()
    }
}

extension DynamicIslandExpandedRegion {
    /// Surfaces keep their own margins.
    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double) -> DynamicIslandExpandedRegion { self }
}

/// The regions of the expanded presentation.
public struct DynamicIslandExpandedContent<Content: View> {
    let regions: [(position: DynamicIslandExpandedRegionPosition, view: AnyView)]
}

@resultBuilder
public struct DynamicIslandExpandedContentBuilder {
    public static func buildExpression<Content: View>(_ region: DynamicIslandExpandedRegion<Content>) -> DynamicIslandExpandedContent<AnyView> {
        DynamicIslandExpandedContent(regions: [(region.position, AnyView(region.content))])
    }
    public static func buildExpression<Content: View>(_ content: DynamicIslandExpandedContent<Content>) -> DynamicIslandExpandedContent<AnyView> {
        DynamicIslandExpandedContent(regions: content.regions)
    }
    public static func buildBlock(_ contents: DynamicIslandExpandedContent<AnyView>...) -> DynamicIslandExpandedContent<AnyView> {
        DynamicIslandExpandedContent(regions: contents.flatMap(\.regions))
    }
    public static func buildOptional(_ content: DynamicIslandExpandedContent<AnyView>?) -> DynamicIslandExpandedContent<AnyView> {
        content ?? DynamicIslandExpandedContent(regions: [])
    }
    public static func buildEither(first: DynamicIslandExpandedContent<AnyView>) -> DynamicIslandExpandedContent<AnyView> { first }
    public static func buildEither(second: DynamicIslandExpandedContent<AnyView>) -> DynamicIslandExpandedContent<AnyView> { second }
    public static func buildLimitedAvailability(_ content: DynamicIslandExpandedContent<AnyView>) -> DynamicIslandExpandedContent<AnyView> { content }
}
