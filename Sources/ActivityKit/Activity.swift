import AppIntents
import WidgetAPI
import WidgetCore

/// A Live Activity that this program has started.
///
/// ```swift
/// let activity = try Activity.request(attributes: DeliveryAttributes(recipient: "Ada"), content: .init(state: .init(stops: 3), staleDate: nil))
/// await activity.update(.init(state: .init(stops: 2), staleDate: nil))
/// await activity.end(nil, dismissalPolicy: .default)
/// ```
/// The activity goes on when the program ends. Each call is durable when it returns. Where there is no daemon or the activity has ended, `update` and `end`
/// only write the error to standard error.
public final class Activity<Attributes: ActivityAttributes>: Identifiable, @unchecked Sendable {
    public typealias ContentState = Attributes.ContentState

    public let id: String
    public let attributes: Attributes
    public let pushToken: Data?
    private let lock = NSLock()
    // Guarded by the lock. Attributes and states are values.
    private var lastContent: ActivityContent<Attributes.ContentState>

    private init(id: String, attributes: Attributes, content: ActivityContent<Attributes.ContentState>, pushToken: String = "") {
        self.id = id
        self.attributes = attributes
        self.pushToken = Data(hexadecimal: pushToken)
        lastContent = content
    }

    /// Starts an activity.
    /// - Parameter pushType: with `.token`, a server can update the activity. Its token is in ``pushToken`` and ``pushTokenUpdates``.
    /// - Throws: an ``ActivityAuthorizationError`` that says why the daemon refuses it.
    public static func request(
        attributes: Attributes, content: ActivityContent<Attributes.ContentState>, pushType: PushType? = nil, style: ActivityStyle = .standard,
        alertConfiguration: AlertConfiguration? = nil, start: Date? = nil
    ) throws -> Activity<Attributes> {
        var request = ProtoStartActivityRequest()
        do {
            request.app = ActivityDaemon.app
            request.tag = UUID().uuidString
            request.type = Attributes.activityType
            request.attributes = try ActivityCoding.text(of: attributes)
            request.content = try content.proto()
            request.style = style == .transient ? .transient : .standard
            request.push = pushType != nil
            if case .channel(let channel)? = pushType, let bytes = Data(base64Encoded: channel) { request.channel = .init(bytes) }
            if let alert = alertConfiguration { request.alert = alert.proto }
            if let start { request.startDate = .init(Timestamp(start)) }
            let receipt = try ActivityDaemon.call { try $0.start(request) }
            return Activity(id: receipt.activityID, attributes: attributes, content: content, pushToken: receipt.pushToken)
        } catch {
            throw ActivityAuthorizationError(error)
        }
    }

    /// The older form of ``request(attributes:content:pushType:style:alertConfiguration:start:)``.
    /// - Throws: an ``ActivityAuthorizationError`` that says why the daemon refuses it.
    public static func request(attributes: Attributes, contentState: ContentState, pushType: PushType? = nil) throws -> Activity<Attributes> {
        try request(attributes: attributes, content: ActivityContent(state: contentState, staleDate: nil), pushType: pushType)
    }

    /// The activities of this type that haven't ended, whoever started them. Empty where the daemon doesn't answer.
    public static var activities: [Activity<Attributes>] {
        let snapshots = (try? ActivityDaemon.call { try $0.activities().activities }) ?? []
        return snapshots.compactMap { snapshot in
            guard snapshot.activity.type == Attributes.activityType, snapshot.activity.state != .ended,
                let attributes = try? ActivityCoding.decoder.decode(Attributes.self, from: Data(snapshot.activity.attributes.utf8)),
                let content = ActivityContent<Attributes.ContentState>(snapshot.activity.content)
            else { return nil }
            return Activity(id: snapshot.activity.id, attributes: attributes, content: content)
        }
    }

    /// The content that this program set last.
    public var content: ActivityContent<Attributes.ContentState> { lock.withLock { lastContent } }
    public var contentState: ContentState { content.state }

    /// The current state; `.dismissed` where the daemon doesn't answer or doesn't have the activity.
    public var activityState: ActivityState {
        guard let snapshot = try? ActivityDaemon.call({ try $0.activity(id) }) else { return .dismissed }
        return ActivityState(snapshot.activity.state)
    }

    /// Changes the activity's content.
    public func update(_ content: ActivityContent<Attributes.ContentState>) async { await update(content, alertConfiguration: nil) }

    /// Changes the activity's content, and draws attention to it.
    public func update(_ content: ActivityContent<Attributes.ContentState>, alertConfiguration: AlertConfiguration?, timestamp: Date? = nil) async {
        lock.withLock { lastContent = content }
        ActivityDaemon.callLoggingErrors { client in
            var request = ProtoUpdateActivityRequest()
            request.activity = id
            request.content = try content.proto()
            if let alertConfiguration { request.alert = alertConfiguration.proto }
            if let timestamp { request.timestamp = .init(Timestamp(timestamp)) }
            _ = try client.update(request)
        }
    }

    public func update(using contentState: ContentState, alertConfiguration: AlertConfiguration? = nil) async {
        await update(ActivityContent(state: contentState, staleDate: nil), alertConfiguration: alertConfiguration)
    }

    /// Ends the activity.
    /// - Parameter content: the final content; nil: the current one stays.
    public func end(_ content: ActivityContent<Attributes.ContentState>?, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil) async {
        if let content { lock.withLock { lastContent = content } }
        ActivityDaemon.callLoggingErrors { client in
            var request = ProtoEndActivityRequest()
            request.activity = id
            if let content { request.content = try content.proto() }
            if let timestamp { request.timestamp = .init(Timestamp(timestamp)) }
            dismissalPolicy.apply(to: &request)
            _ = try client.end(request)
        }
    }

    public func end(using contentState: ContentState? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default) async {
        await end(contentState.map { ActivityContent(state: $0, staleDate: nil) }, dismissalPolicy: dismissalPolicy)
    }

    /// Each new content, whoever set it. The stream ends when the activity is dismissed or the connection to the daemon ends.
    public var contentUpdates: AsyncStream<ActivityContent<Attributes.ContentState>> {
        ActivityDaemon.follow(id) { ActivityContent<Attributes.ContentState>($0.content) }
    }
    public var contentStateUpdates: AsyncStream<ContentState> { ActivityDaemon.follow(id) { ActivityContent<Attributes.ContentState>($0.content)?.state } }
    /// Each new state. The stream ends when the activity is dismissed or the connection to the daemon ends.
    public var activityStateUpdates: AsyncStream<ActivityState> { ActivityDaemon.follow(id) { ActivityState($0.state) } }
    /// The token that servers push to: one, for as long as the activity goes on.
    public var pushTokenUpdates: AsyncStream<Data> {
        let token = pushToken
        return AsyncStream { continuation in
            if let token { continuation.yield(token) }
            continuation.finish()
        }
    }
}

/// How pushes update an activity.
public enum PushType: Sendable, Hashable {
    case token
    /// A broadcast channel, by its id in Base64.
    case channel(String)
}

public enum ActivityStyle: Sendable, Hashable {
    case standard
    /// Ends when the session locks or its presentation is closed.
    case transient
}

/// When an activity that has ended goes away.
public struct ActivityUIDismissalPolicy: Sendable, Equatable {
    enum Kind: Equatable, Sendable {
        case `default`, immediate
        case after(Date)
    }

    let kind: Kind
    public static let `default` = ActivityUIDismissalPolicy(kind: .default)
    public static let immediate = ActivityUIDismissalPolicy(kind: .immediate)
    /// At most four hours after its end.
    public static func after(_ date: Date) -> ActivityUIDismissalPolicy { ActivityUIDismissalPolicy(kind: .after(date)) }
}

/// The words with which a surface draws attention.
public struct AlertConfiguration: Sendable {
    public struct AlertSound: Sendable {
        let name: String
        public static let `default` = AlertSound(name: "")
        public static func named(_ name: String) -> AlertSound { AlertSound(name: name) }
    }

    public var title: LocalizedStringResource
    public var body: LocalizedStringResource
    public var sound: AlertSound

    public init(title: LocalizedStringResource, body: LocalizedStringResource, sound: AlertSound) {
        self.title = title
        self.body = body
        self.sound = sound
    }

    var proto: ProtoActivityAlert {
        .with {
            $0.title = String(localized: title)
            $0.body = String(localized: body)
            $0.sound = sound.name
        }
    }
}

/// Why an activity couldn't be started.
public struct ActivityAuthorizationError: LocalizedError, Sendable {
    public let errorDescription: String?
    init(_ error: any Error) { errorDescription = "\(error)" }
}

/// Whether activities may be started: everybody who may use the daemon may start them.
public final class ActivityAuthorizationInfo: Sendable {
    public init() {}
    public var areActivitiesEnabled: Bool { true }
    public var frequentPushesEnabled: Bool { true }
    public var activityEnablementUpdates: AsyncStream<Bool> {
        AsyncStream { continuation in
            continuation.yield(true)
            continuation.finish()
        }
    }
}
