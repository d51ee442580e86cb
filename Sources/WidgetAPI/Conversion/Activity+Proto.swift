internal import SwiftProtobuf
public import WidgetCore

extension ProtoActivity {
    public init(_ activity: Activity) {
        self.init()
        id = activity.id.description
        app = activity.app
        tag = activity.tag
        type = activity.type
        attributes = activity.attributes
        content = ProtoActivityContent(activity.content)
        style = Style(rawValue: activity.style.rawValue) ?? .unspecified
        state = State(rawValue: activity.state.rawValue) ?? .unspecified
        startDate = .init(activity.startDate)
        if let date = activity.endedAt { endedAt = .init(date) }
        if let date = activity.dismissalDate { dismissalDate = .init(date) }
        if let date = activity.timestamp { timestamp = .init(date) }
        if let alert = activity.alert { self.alert = ProtoActivityAlert(alert) }
        revision = activity.revision
    }
}

extension Activity {
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ proto: ProtoActivity) throws(WidgetError) {
        guard let id = ActivityID(proto.id) else { throw .invalid("activity.id", "\"\(proto.id.prefix(64))\" is no activity's id") }
        guard let state = ActivityState(rawValue: proto.state.rawValue) else { throw .invalid("activity.state", "\(proto.state.rawValue) isn't known") }
        func date(_ has: Bool, _ value: SwiftProtobuf.Google_Protobuf_Timestamp, _ field: String) throws(WidgetError) -> Timestamp? {
            has ? try Timestamp(value, field: "activity.\(field)") : nil
        }
        self.init(
            id: id, app: proto.app, tag: proto.tag, type: proto.type, attributes: proto.attributes, content: try ActivityContent(proto.content),
            style: ActivityStyle(rawValue: proto.style.rawValue) ?? .standard, state: state,
            startDate: try Timestamp(proto.startDate, field: "activity.start_date"), endedAt: try date(proto.hasEndedAt, proto.endedAt, "ended_at"),
            dismissalDate: try date(proto.hasDismissalDate, proto.dismissalDate, "dismissal_date"),
            timestamp: try date(proto.hasTimestamp, proto.timestamp, "timestamp"), alert: proto.hasAlert ? ActivityAlert(proto.alert) : nil,
            revision: proto.revision)
    }
}

extension ProtoActivityContent {
    public init(_ content: ActivityContent) {
        self.init()
        state = content.state
        if let date = content.staleDate { staleDate = .init(date) }
        relevanceScore = content.relevanceScore
    }
}

extension ActivityContent {
    /// - Throws: INVALID_ARGUMENT for a date that the wire can't say.
    public init(_ proto: ProtoActivityContent) throws(WidgetError) {
        self.init(
            state: proto.state.isEmpty ? "{}" : proto.state, staleDate: proto.hasStaleDate ? try Timestamp(proto.staleDate, field: "content.stale_date") : nil,
            relevanceScore: proto.relevanceScore)
    }
}

extension ProtoActivityAlert {
    public init(_ alert: ActivityAlert) {
        self.init()
        title = alert.title
        body = alert.body
        sound = alert.sound
        revision = alert.revision
    }
}

extension ActivityAlert {
    public init(_ proto: ProtoActivityAlert) { self.init(title: proto.title, body: proto.body, sound: proto.sound, revision: proto.revision) }
}

extension ActivityRequest {
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ proto: ProtoStartActivityRequest) throws(WidgetError) {
        let style: ActivityStyle
        switch proto.style {
        case .unspecified, .standard: style = .standard
        case .transient: style = .transient
        case .UNRECOGNIZED(let number): throw .invalid("style", "\(number) is no style; this daemon knows 1 and 2")
        }
        self.init(
            app: proto.app, tag: proto.tag, type: proto.type, attributes: proto.attributes.isEmpty ? "{}" : proto.attributes,
            content: try ActivityContent(proto.content), style: style,
            startDate: proto.hasStartDate ? try Timestamp(proto.startDate, field: "start_date") : nil,
            alert: proto.hasAlert ? ActivityAlert(proto.alert) : nil, timestamp: proto.hasTimestamp ? try Timestamp(proto.timestamp, field: "timestamp") : nil,
            channel: Array(proto.channel))
    }
}

extension ActivityUpdate {
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ proto: ProtoUpdateActivityRequest) throws(WidgetError) {
        self.init(
            content: proto.hasContent ? try ActivityContent(proto.content) : nil, alert: proto.hasAlert ? ActivityAlert(proto.alert) : nil,
            timestamp: proto.hasTimestamp ? try Timestamp(proto.timestamp, field: "timestamp") : nil)
    }

    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ proto: ProtoEndActivityRequest) throws(WidgetError) {
        self.init(
            content: proto.hasContent ? try ActivityContent(proto.content) : nil, alert: proto.hasAlert ? ActivityAlert(proto.alert) : nil,
            timestamp: proto.hasTimestamp ? try Timestamp(proto.timestamp, field: "timestamp") : nil)
    }
}

extension ActivityDismissalPolicy {
    /// The policy that the wire names. A policy that only a newer version knows counts as `default`: ending the activity matters more than the date of its
    /// dismissal.
    /// - Throws: INVALID_ARGUMENT for a date that the wire can't say.
    public init(_ proto: ProtoEndActivityRequest) throws(WidgetError) {
        switch proto.dismissal {
        case .immediate(true): self = .immediate
        case .after(let date): self = .after(try Timestamp(date, field: "after"))
        case .immediate(false), nil: self = .default
        }
    }
}

extension ProtoActivityReceipt {
    public init(_ receipt: ActivityReceipt) {
        self.init()
        activityID = receipt.id.description
        outcome = Outcome(rawValue: receipt.outcome.rawValue) ?? .unspecified
        reason = receipt.reason
    }

    /// The receipt for a stream's request that was refused: the activity is as it was.
    public init(of id: ActivityID, refusing error: WidgetError) {
        self.init(ActivityReceipt(id: id, outcome: .dropped, reason: error.message))
        code = error.code.rawValue
    }

    /// Why the request was refused; nil: it wasn't.
    public var refusal: WidgetError? { code == 0 ? nil : WidgetError(WidgetError.Code(rawValue: code) ?? .unknown, reason) }
}

extension ActivityReceipt {
    /// - Throws: INTERNAL where a device's answer can't be understood.
    public init(_ proto: ProtoActivityReceipt) throws(WidgetError) {
        guard let id = ActivityID(proto.activityID), let outcome = Outcome(rawValue: proto.outcome.rawValue) else {
            throw WidgetError(.internal, "a receipt can't be understood; bring widgetd up to date on both devices")
        }
        self.init(id: id, outcome: outcome, reason: proto.reason)
    }
}
