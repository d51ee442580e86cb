internal import FoundationEssentials
internal import WidgetAPI
internal import WidgetCore

/// A Live Activity as an owned row's bytes.
enum ActivityCoding {
    static func encode(_ stored: StoredActivity) throws -> [UInt8] {
        let activity = stored.activity
        var value = StoredActivityValue()
        value.app = activity.app
        value.tag = activity.tag
        value.type = activity.type
        value.attributes = activity.attributes
        value.stateJson = activity.content.state
        value.staleMs = activity.content.staleDate?.milliseconds ?? 0
        value.relevanceScore = activity.content.relevanceScore
        value.style = UInt32(activity.style.rawValue)
        value.state = UInt32(activity.state.rawValue)
        value.startMs = activity.startDate.milliseconds
        value.endedMs = activity.endedAt?.milliseconds ?? 0
        value.dismissalMs = activity.dismissalDate?.milliseconds ?? 0
        value.timestampMs = activity.timestamp?.milliseconds ?? 0
        value.channel = Data(activity.channel)
        if let alert = activity.alert {
            value.alertTitle = alert.title
            value.alertBody = alert.body
            value.alertSound = alert.sound
            value.alertRevision = alert.revision
        }
        value.followed = activity.isFollowed
        value.revision = activity.revision
        value.archive = Data(stored.archive)
        value.archiveRevision = stored.archiveRevision
        value.lastError = stored.lastError
        value.redraws = stored.redraws
        return try value.serializedBytes()
    }

    /// - Throws: DATA_LOSS for a state or style that this code doesn't know.
    static func decode(_ id: ActivityID, _ bytes: [UInt8]) throws -> StoredActivity {
        let value = try StoredActivityValue(serializedBytes: bytes)
        guard let state = ActivityState(rawValue: Int(value.state)), let style = ActivityStyle(rawValue: Int(value.style)) else {
            throw WidgetError(.dataLoss, "its state \(value.state) or style \(value.style) isn't known")
        }
        func date(_ milliseconds: Int64) -> Timestamp? { milliseconds == 0 ? nil : Timestamp(milliseconds: milliseconds) }
        let alert = ActivityAlert(title: value.alertTitle, body: value.alertBody, sound: value.alertSound, revision: value.alertRevision)
        let activity = Activity(
            id: id, app: value.app, tag: value.tag, type: value.type, attributes: value.attributes,
            content: ActivityContent(state: value.stateJson, staleDate: date(value.staleMs), relevanceScore: value.relevanceScore), style: style, state: state,
            startDate: Timestamp(milliseconds: value.startMs), endedAt: date(value.endedMs), dismissalDate: date(value.dismissalMs),
            timestamp: date(value.timestampMs), channel: Array(value.channel), alert: value.alertRevision > 0 ? alert : nil, isFollowed: value.followed,
            revision: value.revision)
        return StoredActivity(
            activity, archive: Array(value.archive), archiveRevision: value.archiveRevision, lastError: value.lastError, redraws: value.redraws)
    }
}
