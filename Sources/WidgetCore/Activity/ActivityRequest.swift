/// A request of a client or a push to start an activity.
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
    /// The sender's date; nil: the sender gives none.
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

/// A change of an activity that runs, or its end.
public struct ActivityUpdate: Sendable, Hashable {
    /// Nil: the content stays as it is.
    public var content: ActivityContent?
    public var alert: ActivityAlert?
    /// The sender's date; nil: none, and the order of arrival counts. An update that is older than the last one that was applied is dropped.
    public var timestamp: Timestamp?

    public init(content: ActivityContent? = nil, alert: ActivityAlert? = nil, timestamp: Timestamp? = nil) {
        self.content = content
        self.alert = alert
        self.timestamp = timestamp
    }
}

/// How long an activity that has ended is still shown.
public enum ActivityDismissalPolicy: Sendable, Hashable {
    /// ``ActivityLimits/endedVisibleDuration``.
    case `default`
    case immediate
    /// Until then, and no longer than by default; a date that has passed is `immediate`.
    case after(Timestamp)

    func date(endedAt: Timestamp) -> Timestamp {
        let last = endedAt + ActivityLimits.endedVisibleDuration
        return switch self {
        case .default: last
        case .immediate: endedAt
        case .after(let date): min(max(date, endedAt), last)
        }
    }
}

/// The outcome of a request about an activity.
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

/// An effect of a change of an activity.
public enum ActivityEffect: Sendable, Hashable {
    /// The activity has changed: draw it, store it and show it.
    case changed(ActivityID)
    /// Surfaces draw attention to it.
    case alert(ActivityID)
    /// It is forgotten.
    case removed(ActivityID)
}

extension ActivityRequest {
    /// - Throws: INVALID_ARGUMENT that names the field.
    public static func validate(app: String, type: String) throws(WidgetError) {
        for (field, text) in [("app", app), ("type", type)] {
            guard !text.isEmpty else { throw .invalid(field, "is empty; give 1 to \(Limits.activityNameBytes) bytes") }
            try checkName(text, field)
        }
    }

    private static func checkName(_ text: String, _ field: String) throws(WidgetError) {
        try text.checkBytes(atMost: Limits.activityNameBytes, field: field)
        guard !text.unicodeScalars.contains(where: \.isUnsafeInLine) else { throw .invalid(field, "has control characters; leave them out") }
    }

    func validate(at now: Timestamp) throws(WidgetError) {
        try Self.validate(app: app, type: type)
        try Self.checkName(tag, "tag")
        guard channel.count <= ActivityLimits.channelIDBytes else {
            throw .invalid("channel", "\(channel.count) bytes, the limit is \(ActivityLimits.channelIDBytes)")
        }
        try ActivityJSON.checkObject(attributes, field: "attributes")
        try content.validate(attributes: attributes)
        try alert?.validate()
        guard let startDate, startDate > now else { return }
        guard startDate - now <= ActivityLimits.scheduledAhead else { throw .invalid("start_date", "is more than 366 days ahead, the limit") }
        guard alert != nil else { throw .invalid("alert", "an activity that starts later needs one, so that a user hears of its start") }
    }
}

extension ActivityUpdate {
    func validate(attributes: String) throws(WidgetError) {
        try content?.validate(attributes: attributes)
        try alert?.validate()
    }
}

extension ActivityContent {
    func validate(attributes: String) throws(WidgetError) {
        try ActivityJSON.checkObject(state, field: "state")
        let bytes = attributes.utf8.count + state.utf8.count
        guard bytes <= ActivityLimits.contentBytes else {
            throw .invalid("state", "\(bytes) bytes with the attributes, the limit is \(ActivityLimits.contentBytes); send less, or a reference to it")
        }
        guard relevanceScore.isFinite else { throw .invalid("relevance_score", "isn't a finite number") }
    }
}

extension ActivityAlert {
    func validate() throws(WidgetError) {
        guard !title.isEmpty || !body.isEmpty else { throw .invalid("alert", "has neither a title nor a body") }
        for (field, text) in [("alert.title", title), ("alert.body", body), ("alert.sound", sound)] {
            try text.checkBytes(atMost: ActivityLimits.alertBytes, field: field)
        }
    }
}

/// The JSON of attributes and states.
enum ActivityJSON {
    fileprivate static func checkObject(_ text: String, field: String) throws(WidgetError) {
        _ = try object(text, field: field)
    }

    static func object(_ text: String, field: String) throws(WidgetError) -> JSONObject {
        // A longer text isn't parsed at all.
        guard text.utf8.count <= ActivityLimits.contentBytes else {
            throw .invalid(field, "\(text.utf8.count) bytes, the limit with attributes and state together is \(ActivityLimits.contentBytes)")
        }
        let value: JSONValue
        do throws(WidgetError) {
            value = try JSONValue(parsing: Array(text.utf8))
        } catch {
            throw .invalid(field, "isn't JSON: \(error.message)")
        }
        guard case .object(let object) = value else { throw .invalid(field, "must be a JSON object, not \(value.typeName)") }
        return object
    }
}
