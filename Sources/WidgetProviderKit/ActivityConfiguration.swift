public import WidgetCore

/// The attributes of a Live Activity, which stay, and its state.
///
/// ```swift
/// struct DeliveryAttributes: ActivityAttributes {
///     struct ContentState: Codable { var stops: Int }
///     var recipient: String
/// }
/// ```
public protocol ActivityAttributes: Codable {
    associatedtype ContentState: Codable

    /// The attributes type: the name by which activities are started. The type's own by default; don't change it while activities run.
    static var activityType: String { get }
}

extension ActivityAttributes {
    public static var activityType: String { "\(Self.self)" }
}

/// The family in which a Live Activity's content is shown.
public enum ActivityFamily: Sendable, Hashable {
    /// On a lock screen, in a terminal, as a notification.
    case medium
    /// On a watch and in a car.
    case small
}

/// The data for a Live Activity's views.
public struct ActivityViewContext<Attributes: ActivityAttributes> {
    /// The activity's id.
    public var activityID: String
    public var attributes: Attributes
    public var state: Attributes.ContentState
    /// Its stale date has passed: what is known may be wrong.
    public var isStale: Bool
    /// `.active`, `.stale` or `.ended`.
    public var activityState: ActivityState
    /// The family that the content is drawn for; `.medium` where it isn't content.
    public var activityFamily: ActivityFamily
    /// Colour scheme, display scale, time zone, locale and date.
    public var environment: ProviderContext
}

/// A Live Activity that this program draws.
public protocol LiveActivityConfiguration {
    var definition: ActivityDefinition { get set }
}

/// A Live Activity and its views.
///
/// ```swift
/// ActivityConfiguration(for: DeliveryAttributes.self) { context in
///     .text("\(context.state.stops) stops away")
/// } dynamicIsland: { context in
///     DynamicIsland(compactLeading: .image(systemName: "shippingbox"), compactTrailing: .text("\(context.state.stops)"))
/// }
/// ```
public struct ActivityConfiguration<Attributes: ActivityAttributes>: LiveActivityConfiguration {
    public var definition: ActivityDefinition

    /// - Parameters:
    ///   - content: the view on a lock screen, and with ``supplementalActivityFamilies(_:)`` the small one.
    ///   - dynamicIsland: the other presentations; what is left out is replaced by what is there.
    public init(
        for attributes: Attributes.Type, content: @escaping (ActivityViewContext<Attributes>) throws -> ViewTree,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) throws -> DynamicIsland = { _ in DynamicIsland() }
    ) {
        definition = ActivityDefinition(type: Attributes.activityType) { request, families in
            let activity = request.activity
            var context = ActivityViewContext(
                activityID: activity.id.description, attributes: try JSONDecoding.decode(Attributes.self, from: activity.attributes, field: "attributes"),
                state: try JSONDecoding.decode(Attributes.ContentState.self, from: activity.content.state, field: "state"),
                isStale: activity.state == .stale, activityState: activity.state, activityFamily: .medium, environment: request.context)
            var views = try dynamicIsland(context).views
            views[.lockScreen] = try content(context)
            if families.contains(.small) {
                context.activityFamily = .small
                views[.small] = try content(context)
            }
            return views
        }
    }

    /// The families in which the content is shown beside medium: `[.small]` gives a watch and a car a view of their own.
    public func supplementalActivityFamilies(_ families: [ActivityFamily]) -> Self {
        var copy = self
        copy.definition.families = families
        return copy
    }
}

/// A Live Activity as the daemon sees it: a type, and views.
public struct ActivityDefinition {
    /// The attributes type.
    public let type: String
    var families: [ActivityFamily] = []
    private let draw: (ActivityDrawingRequest, [ActivityFamily]) throws -> [ActivityPresentation: ViewTree]

    init(type: String, draw: @escaping (ActivityDrawingRequest, [ActivityFamily]) throws -> [ActivityPresentation: ViewTree]) {
        self.type = type
        self.draw = draw
    }

    /// Every view of an activity as it stands.
    /// - Throws: what the views throw, and INVALID_ARGUMENT for attributes or a state that aren't the type's.
    func views(_ request: ActivityDrawingRequest) throws -> [ActivityPresentation: ViewTree] { try draw(request, families) }
}
