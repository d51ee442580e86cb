import Glibc
import WidgetAPI
public import WidgetCore

/// A Live Activity of this program's, which ends with it.
///
/// ```swift
/// let delivery = LiveActivity(DeliveryAttributes(recipient: "Ada"), app: "delivery", tag: "parcel-7")
/// try delivery.update(.init(stops: 3))
/// try delivery.end(.init(stops: 0))
/// ```
/// The program goes on where there is no daemon: each call throws, and the next one tries again. When the daemon restarts, the activity goes on as it stood.
/// For one thread at a time.
public final class LiveActivity<Attributes: ActivityAttributes> {
    private let location: SocketLocation
    private let attributes: Attributes
    private let app: String
    private let tag: String
    private var keeper: ActivityKeeper?

    /// Nothing is started before the first ``update(_:staleDate:relevanceScore:)``.
    /// - Parameters:
    ///   - app: whose it is: the provider's id.
    ///   - tag: what it is called; a program that comes back finds its activity by it. Not empty.
    ///   - socket: the daemon's; nil: where the environment says, or else where it usually is.
    public init(_ attributes: Attributes, app: String, tag: String, socket: String? = nil) {
        self.attributes = attributes
        self.app = app
        self.tag = tag
        location = SocketLocation(explicit: socket, environment: { getenv($0).map { String(cString: $0) } }, uid: getuid())
    }

    /// Starts it, or changes how it stands. One that has ended meanwhile is started anew by the call after the one that says so.
    /// - Throws: UNAVAILABLE where there is no daemon, and why the daemon refuses it.
    public func update(_ state: Attributes.ContentState, staleDate: Timestamp? = nil, relevanceScore: Double = 0) throws(WidgetError) {
        let content = try Self.content(state, staleDate, relevanceScore)
        let keeper = try kept()
        keeper.show(content)
        try wait(for: keeper)
    }

    /// Ends it; one that was never started is started for that, so that a user sees how it ended.
    /// - Throws: as ``update(_:staleDate:relevanceScore:)``.
    public func end(_ state: Attributes.ContentState, dismissal: ActivityDismissalPolicy = .default) throws(WidgetError) {
        let content = try Self.content(state, nil, 0)
        let keeper = try kept()
        keeper.end(ProtoEndActivityRequest(content, dismissal))
        defer { self.keeper = nil }
        try wait(for: keeper)
    }

    private static func content(_ state: Attributes.ContentState, _ staleDate: Timestamp?, _ score: Double) throws(WidgetError) -> ProtoActivityContent {
        ProtoActivityContent(ActivityContent(state: try JSONEncoding.text(of: state), staleDate: staleDate, relevanceScore: score))
    }

    private func kept() throws(WidgetError) -> ActivityKeeper {
        if let keeper { return keeper }
        let attributes = try JSONEncoding.text(of: attributes)
        let made = ActivityKeeper(at: location, .with { ($0.app, $0.tag, $0.type, $0.attributes) = (app, tag, Attributes.activityType, attributes) })
        keeper = made
        return made
    }

    private func wait(for keeper: ActivityKeeper) throws(WidgetError) {
        switch keeper.standing(waiting: ClientLimits.callTimeout) {
        case .taken: break
        case .waiting(let error), .refused(let error): throw error
        case .over(let error):
            self.keeper = nil
            throw error
        case .unanswered:
            throw WidgetError(.deadlineExceeded, "the daemon hasn't answered within \(ClientLimits.callTimeout.components.seconds) s; see `widgetctl doctor`")
        }
    }
}

/// The presentations of a Live Activity beside its content. Each may be left out. Compact leading replaces minimal, minimal replaces compact, and the content
/// replaces expanded.
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
