/// The contents of a push of the type `liveactivity`, read from its `aps`.
public struct ActivityPush: Sendable, Hashable {
    public enum Event: Sendable, Hashable {
        /// Starts an activity; only a push to a push-to-start token does.
        /// - Parameter takesPushes: the activity gets a token of its own, by which servers update and end it.
        case start(attributes: String, channel: [UInt8], takesPushes: Bool)
        case update
        case end(ActivityDismissalPolicy)
    }

    public var event: Event
    /// When the server sent it. The date says which of two pushes is the newer, whatever their order of arrival.
    public var timestamp: Timestamp
    /// Nil: the content stays as it is.
    public var content: ActivityContent?
    public var alert: ActivityAlert?

    /// - Parameter type: the attributes type of the token that it came to; nil: the push came to the token of an activity, which can't start one.
    /// - Throws: INVALID_ARGUMENT that names the key.
    public init(payload: [UInt8], attributesType type: String?) throws(WidgetError) {
        let root = try JSONValue(parsing: payload)
        guard case .object(let object) = root, let value = object["aps"] else { throw .invalid("aps", "is missing; a Live Activity's push has it") }
        // Keys that nobody knows are left alone, as Apple's service does: a server may be newer.
        var aps = try JSONObjectReader(value, at: .key(.root, "aps"), expecting: "an object")
        timestamp = try aps.required("timestamp", "when it was sent, in seconds since 1970", Self.date)
        alert = try aps.optional("alert", Self.alert)
        let state = try aps.optional("content-state", Self.json)
        let staleDate = try aps.optional("stale-date", Self.date)
        let score = try aps.optional("relevance-score", JSONField.number)
        if let state {
            content = ActivityContent(state: state, staleDate: staleDate, relevanceScore: score ?? 0)
        }
        let event = try aps.required("event", "`start`, `update` or `end`", JSONField.text)
        switch event {
        case "start": self.event = try Self.start(&aps, type: type, hasState: state != nil, hasAlert: alert != nil)
        case "update":
            guard state != nil else { throw .invalid("aps.content-state", "is missing; an update says how the activity stands") }
            self.event = .update
        case "end":
            let date = try aps.optional("dismissal-date", Self.date)
            self.event = .end(date.map(ActivityDismissalPolicy.after) ?? .default)
        default: throw .invalid("aps.event", "\(JSONField.shown(event)) isn't `start`, `update` or `end`")
        }
        guard (type == nil) == (event != "start") else {
            throw .invalid(
                "aps.event", type == nil ? "an activity's token can't start one; use the token of its type" : "a push-to-start token only starts activities")
        }
    }

    private static func start(_ aps: inout JSONObjectReader, type: String?, hasState: Bool, hasAlert: Bool) throws(WidgetError) -> Event {
        let named = try aps.required("attributes-type", "the attributes type", JSONField.text)
        if let type, named != type { throw .invalid("aps.attributes-type", "\(JSONField.shown(named)) isn't the token's, \(type.quoted)") }
        let attributes = try aps.required("attributes", "an object", json)
        guard hasState else { throw .invalid("aps.content-state", "is missing; a start says how the activity stands") }
        guard hasAlert else { throw .invalid("aps.alert", "is missing; a start has one, so that a user hears of it") }
        let takesPushes = try aps.optional("input-push-token", Self.flag) ?? false
        return .start(attributes: attributes, channel: try aps.optional("input-push-channel", Self.channel) ?? [], takesPushes: takesPushes)
    }

    /// Whether the value is true, or 1 as APNs has it.
    private static func flag(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Bool {
        if case .boolean = value { return try JSONField.flag(value, path) }
        return try JSONField.number(value, path) == 1
    }

    /// A broadcast channel's id, in base64 as APNs has it.
    private static func channel(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> [UInt8] {
        guard let id = Base64.decode(try JSONField.text(value, path)) else { throw .invalid("\(path)", "isn't base64") }
        return id
    }

    /// Seconds since 1970, whole or not.
    private static func date(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> Timestamp {
        let seconds = try JSONField.number(value, path)
        guard seconds >= 0, seconds <= Double(Timestamp.latest.milliseconds / 1_000) else { throw .invalid("\(path)", "isn't a number of seconds since 1970") }
        return Timestamp(milliseconds: Int64(seconds * 1_000))
    }

    private static func json(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> String {
        guard case .object = value else { throw JSONField.wrongType(value, at: path, expected: "an object") }
        return JSONText.text(of: value)
    }

    /// A text, or an object with `title`, `body` and `sound`, whose texts may be localized. A localized text is shown as its key.
    private static func alert(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> ActivityAlert {
        if case .string(let text) = value { return ActivityAlert(title: text, body: "") }
        var reader = try JSONObjectReader(value, at: path, expecting: "a string or an object")
        return ActivityAlert(
            title: try reader.optional("title", localized) ?? "", body: try reader.optional("body", localized) ?? "",
            sound: try reader.optional("sound", JSONField.text) ?? "")
    }

    private static func localized(_ value: JSONValue, _ path: JSONPath) throws(WidgetError) -> String {
        guard case .object(let object) = value, case .string(let key)? = object["loc-key"] else { return try JSONField.text(value, path) }
        return key
    }
}
