/// What a client or a push starts.
public struct ActivityRequest: Sendable, Hashable {
    public var app: String
    /// Empty: each request starts another one.
    public var tag: String
    public var type: String
    /// A JSON object.
    public var attributes: String
    public var content: ActivityContent
    public var style: ActivityStyle
    /// When it is to start; nil: now. A start to come needs an alert.
    public var startDate: Timestamp?
    public var alert: ActivityAlert?
    /// As the sender dates it; nil: it doesn't.
    public var timestamp: Timestamp?
    public var channel: [UInt8]
    /// Its client holds a stream open for it, and it ends with that.
    public var isFollowed = false

    public init(
        app: String, tag: String = "", type: String, attributes: String = "{}", content: ActivityContent = ActivityContent(),
        style: ActivityStyle = .standard, startDate: Timestamp? = nil, alert: ActivityAlert? = nil, timestamp: Timestamp? = nil, channel: [UInt8] = []
    ) {
        self.app = app
        self.tag = tag
        self.type = type
        self.attributes = attributes
        self.content = content
        self.style = style
        self.startDate = startDate
        self.alert = alert
        self.timestamp = timestamp
        self.channel = channel
    }
}

/// What changes an activity that runs, or ends it.
public struct ActivityUpdate: Sendable, Hashable {
    /// Nil: as it is.
    public var content: ActivityContent?
    public var alert: ActivityAlert?
    /// As the sender dates it; nil: it doesn't, and the order of arrival counts. An older date than the last that was applied is dropped.
    public var timestamp: Timestamp?

    public init(content: ActivityContent? = nil, alert: ActivityAlert? = nil, timestamp: Timestamp? = nil) {
        self.content = content
        self.alert = alert
        self.timestamp = timestamp
    }
}

/// How long an activity that has ended is still shown.
public enum ActivityDismissalPolicy: Sendable, Hashable {
    /// ``ActivityLimits/lingersFor``.
    case `default`
    case immediate
    /// Until then, and no longer than by default; a date that has passed is `immediate`.
    case after(Timestamp)

    func date(endedAt: Timestamp) -> Timestamp {
        let last = endedAt + ActivityLimits.lingersFor
        return switch self {
        case .default: last
        case .immediate: endedAt
        case .after(let date): min(max(date, endedAt), last)
        }
    }
}

/// What became of a request about an activity.
public struct ActivityReceipt: Sendable, Hashable {
    public enum Outcome: Int, Sendable, Hashable, CaseIterable {
        case started = 1
        case scheduled = 2
        case updated = 3
        case ended = 4
        case dismissed = 5
        /// Nothing was changed; the reason says why.
        case dropped = 6
    }

    public var id: ActivityID
    public var outcome: Outcome
    /// For people; empty where the outcome says it all.
    public var reason: String

    public init(id: ActivityID, outcome: Outcome, reason: String = "") {
        self.id = id
        self.outcome = outcome
        self.reason = reason
    }
}

/// What is to be done about a change of an activity.
public enum ActivityEffect: Sendable, Hashable {
    /// It is another one than before: to be drawn, stored and shown.
    case changed(ActivityID)
    /// Surfaces draw attention to it.
    case alert(ActivityID)
    /// It is forgotten.
    case removed(ActivityID)
}
