public import WidgetCore

/// The presentations of a Live Activity beside its content. Each may be left out: minimal is replaced by compact leading, compact by minimal, expanded by the content.
public struct DynamicIsland {
    var views: [ActivityPresentation: ViewTree] = [:]

    public init(
        expanded: [DynamicIslandExpandedRegion] = [], compactLeading: ViewTree? = nil, compactTrailing: ViewTree? = nil, minimal: ViewTree? = nil
    ) {
        for region in expanded { views[region.position.presentation] = region.content }
        views[.compactLeading] = compactLeading
        views[.compactTrailing] = compactTrailing
        views[.minimal] = minimal
    }
}

/// A region of the expanded presentation.
public struct DynamicIslandExpandedRegion {
    public enum Position: Sendable, Hashable {
        case leading, trailing, center, bottom

        var presentation: ActivityPresentation {
            switch self {
            case .leading: .expandedLeading
            case .trailing: .expandedTrailing
            case .center: .expandedCenter
            case .bottom: .expandedBottom
            }
        }
    }

    public var position: Position
    public var content: ViewTree

    public init(_ position: Position, _ content: ViewTree) {
        self.position = position
        self.content = content
    }
}
