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
/// Whatever else the program does goes on where there is no daemon: each call says so, and the next one tries again. For one thread at a time.
public final class LiveActivity<Attributes: ActivityAttributes> {
    private let client: WidgetClient
    private let attributes: Attributes
    private let app: String
    private let tag: String
    private var following: ActivityFollowing?

    /// Nothing is started before the first ``update(_:staleDate:relevanceScore:)``.
    /// - Parameters:
    ///   - app: whose it is: the provider's id.
    ///   - tag: what it is called; a program that comes back finds its activity by it. Not empty.
    ///   - socket: the daemon's; nil: where the environment says, or else where it usually is.
    public init(_ attributes: Attributes, app: String, tag: String, socket: String? = nil) {
        self.attributes = attributes
        self.app = app
        self.tag = tag
        let location = SocketLocation(explicit: socket, environment: { getenv($0).map { String(cString: $0) } }, uid: getuid())
        client = WidgetClient(location: location, patience: .zero)
    }

    /// Starts it, or changes how it stands. Where the daemon was away meanwhile, it is started anew.
    /// - Throws: UNAVAILABLE where there is no daemon, and why the daemon refuses it.
    public func update(_ state: Attributes.ContentState, staleDate: Timestamp? = nil, relevanceScore: Double = 0) throws(WidgetError) {
        let content = try Self.content(state, staleDate, relevanceScore)
        try attempt(content) { following throws(WidgetError) in _ = try following.update(.with { $0.content = content }) }
    }

    /// Ends it; one that was never started is started for that, so that a person sees how it ended.
    /// - Throws: as ``update(_:staleDate:relevanceScore:)``.
    public func end(_ state: Attributes.ContentState, dismissal: ActivityDismissalPolicy = .default) throws(WidgetError) {
        let content = try Self.content(state, nil, 0)
        try attempt(content) { following throws(WidgetError) in
            _ = try following.end(
                .with {
                    $0.content = content
                    switch dismissal {
                    case .default: break
                    case .immediate: $0.immediate = true
                    case .after(let date): $0.after = .init(date)
                    }
                })
        }
        following = nil
    }

    private static func content(_ state: Attributes.ContentState, _ staleDate: Timestamp?, _ score: Double) throws(WidgetError) -> ProtoActivityContent {
        ProtoActivityContent(ActivityContent(state: try JSONEncoding.text(of: state), staleDate: staleDate, relevanceScore: score))
    }

    private func attempt(_ content: ProtoActivityContent, _ body: (ActivityFollowing) throws(WidgetError) -> Void) throws(WidgetError) {
        if let following {
            do throws(WidgetError) {
                return try body(following)
            } catch {
                self.following = nil
                // The daemon is there and doesn't want it; or else it was away, and may be back.
                guard error.code == .unavailable else { throw error }
            }
        }
        let attributes = try JSONEncoding.text(of: attributes)
        let following = try client.follow(
            .with { ($0.app, $0.tag, $0.type, $0.attributes, $0.content) = (app, tag, Attributes.activityType, attributes, content) })
        self.following = following
        try body(following)
    }
}
