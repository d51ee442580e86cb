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
/// The program goes on where there is no daemon: each call throws, and the next one tries again. When the daemon restarts, the activity goes on as it stood.
/// For one thread at a time.
public final class LiveActivity<Attributes: ActivityAttributes> {
    private let location: SocketLocation
    private let attributes: Attributes
    private let app: String
    private let tag: String
    private var keeper: ActivityKeeper?

    /// Nothing is started before the first ``update(_:)``.
    /// - Parameters:
    ///   - app: whose it is: the provider's id; nil: the program's name.
    ///   - tag: what it is called; a program that comes back finds its activity by it. Not empty.
    ///   - socket: the daemon's; nil: where the environment says, or else where it usually is.
    public init(_ attributes: Attributes, app: String? = nil, tag: String, socket: String? = nil) {
        self.attributes = attributes
        self.app = app ?? ActivityDaemon.app
        self.tag = tag
        location = ActivityDaemon.location(socket)
    }

    /// Starts it, or changes how it stands. One that has ended meanwhile is started anew by the call after the one that says so.
    /// - Throws: that there is no daemon, and why the daemon refuses it.
    public func update(_ content: ActivityContent<Attributes.ContentState>) throws {
        let content = try content.proto()
        let keeper = try kept()
        keeper.show(content)
        try wait(for: keeper)
    }

    /// Ends it; one that was never started is started for that, so that a user sees how it ended.
    /// - Throws: as ``update(_:)``.
    public func end(_ content: ActivityContent<Attributes.ContentState>, dismissalPolicy: ActivityUIDismissalPolicy = .default) throws {
        var request = ProtoEndActivityRequest()
        request.content = try content.proto()
        dismissalPolicy.say(in: &request)
        let keeper = try kept()
        keeper.end(request)
        defer { self.keeper = nil }
        try wait(for: keeper)
    }

    private func kept() throws -> ActivityKeeper {
        if let keeper { return keeper }
        let attributes = try ActivityCoding.text(of: attributes)
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
