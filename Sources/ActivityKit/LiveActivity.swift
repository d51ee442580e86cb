import AppIntents
import Glibc
import WidgetAPI
import WidgetCore

/// A Live Activity of this program's, which ends with it. This platform's own: an ``Activity`` goes on when its program ends.
///
/// ```swift
/// let delivery = LiveActivity(DeliveryAttributes(recipient: "Ada"), tag: "parcel-7")
/// try delivery.update(ActivityContent(state: .init(stops: 3), staleDate: nil))
/// try delivery.end(ActivityContent(state: .init(stops: 0), staleDate: nil))
/// ```
/// Without a daemon each call throws, and the next one tries again. When the daemon restarts, the activity goes on in its last state. Use it on one thread at a
/// time.
public final class LiveActivity<Attributes: ActivityAttributes> {
    private let location: SocketLocation
    private let attributes: Attributes
    private let app: String
    private let tag: String
    private var keeper: ActivityKeeper?

    /// Nothing is started before the first ``update(_:)``.
    /// - Parameters:
    ///   - app: the provider's id; nil: the program's name.
    ///   - tag: the activity's name, by which a restarted program finds it. Not empty.
    ///   - socket: the daemon's socket; nil: the one that the environment names, or else the default.
    public init(_ attributes: Attributes, app: String? = nil, tag: String, socket: String? = nil) {
        self.attributes = attributes
        self.app = app ?? ActivityDaemon.app
        self.tag = tag
        location = ActivityDaemon.location(socket)
    }

    /// Starts the activity, or changes its content. If it has ended meanwhile, this call throws, and the next one starts it anew.
    /// - Throws: UNAVAILABLE without a daemon, DEADLINE_EXCEEDED without an answer in time, the daemon's error where it refuses the content, and what
    ///   `Encodable` throws.
    public func update(_ content: ActivityContent<Attributes.ContentState>) throws {
        let content = try content.proto()
        let keeper = try startedKeeper()
        keeper.show(content)
        try wait(for: keeper)
    }

    /// Ends the activity. If it was never started, it is started first, so that a user sees its end.
    /// - Throws: as ``update(_:)``.
    public func end(_ content: ActivityContent<Attributes.ContentState>, dismissalPolicy: ActivityUIDismissalPolicy = .default) throws {
        var request = ProtoEndActivityRequest()
        request.content = try content.proto()
        dismissalPolicy.apply(to: &request)
        let keeper = try startedKeeper()
        keeper.end(request)
        defer { self.keeper = nil }
        try wait(for: keeper)
    }

    private func startedKeeper() throws -> ActivityKeeper {
        if let keeper { return keeper }
        let attributes = try ActivityCoding.text(of: attributes)
        let made = ActivityKeeper(at: location, .with { ($0.app, $0.tag, $0.type, $0.attributes) = (app, tag, Attributes.activityType, attributes) })
        keeper = made
        return made
    }

    private func wait(for keeper: ActivityKeeper) throws(WidgetError) {
        switch keeper.status(waitingFor: ClientLimits.callTimeout) {
        case .accepted: break
        case .waiting(let error), .rejected(let error): throw error
        case .ended(let error):
            self.keeper = nil
            throw error
        case .unanswered:
            throw WidgetError(.deadlineExceeded, "the daemon hasn't answered within \(ClientLimits.callTimeout.components.seconds) s; see `widgetctl doctor`")
        }
    }
}
