internal import TTRPCWire
internal import WidgetAPI
public import WidgetCore
internal import WidgetReplication

/// A Live Activity as its owner keeps it, with what its provider drew.
public struct StoredActivity: Sendable, Hashable {
    public var activity: Activity
    /// An encoded `widgetd.v1.ActivityArchive`; empty for a type that widgetd draws from the state, and until the provider has drawn it.
    public var archive: [UInt8]
    /// The activity's revision that the archive is of.
    public var archiveRevision: Int64
    /// Why a later one couldn't be drawn; empty: it could.
    public var lastError: String
    /// Rises with each drawing that has another cause than a new state. Another device that shows a tap as pending sees by this number that the views include
    /// the tap's effect.
    public var redraws: Int64

    public init(_ activity: Activity, archive: [UInt8] = [], archiveRevision: Int64 = 0, lastError: String = "", redraws: Int64 = 0) {
        self.activity = activity
        self.archive = archive
        self.archiveRevision = archiveRevision
        self.lastError = lastError
        self.redraws = redraws
    }

    /// As its row has it.
    public var bytes: [UInt8] { ActivityCoding.encode(self) }

    /// One of a row of this or another device.
    /// - Throws: DATA_LOSS for a state or style that this code doesn't know; ``WidgetReplication/ReplicationFault/malformed(_:)`` for what isn't such a row.
    public init(_ id: ActivityID, bytes: [UInt8]) throws { self = try ActivityCoding.decode(id, bytes) }
}

/// A type of Live Activities, with a fingerprint that tells whether its provider changed.
public struct StoredActivityType: Sendable, Hashable {
    public var type: ActivityType
    /// Changes when the provider's files or manifest change.
    public var fingerprint: String

    public init(type: ActivityType, fingerprint: String) {
        self.type = type
        self.fingerprint = fingerprint
    }
}

/// A Live Activity as an owned row's bytes: ``StoredActivityValue``, written and read by hand, since every update is one, here and on every other device.
enum ActivityCoding {
    static func encode(_ stored: StoredActivity) -> [UInt8] {
        let activity = stored.activity
        let texts = activity.app.utf8.count + activity.tag.utf8.count + activity.type.utf8.count + activity.attributes.utf8.count
        var writer = ProtobufWriter(capacity: texts + activity.content.state.utf8.count + stored.archive.count + 96)
        writer.value(1, activity.app)
        writer.value(2, activity.tag)
        writer.value(3, activity.type)
        writer.value(4, activity.attributes)
        writer.value(5, activity.content.state)
        writer.date(6, activity.content.staleDate)
        writer.value(7, activity.content.relevanceScore)
        writer.value(8, Int64(activity.style.rawValue))
        writer.value(9, Int64(activity.state.rawValue))
        writer.date(10, activity.startDate)
        writer.date(11, activity.endedAt)
        writer.date(12, activity.dismissalDate)
        writer.date(13, activity.timestamp)
        writer.value(14, activity.channel)
        if let alert = activity.alert {
            writer.value(15, alert.title)
            writer.value(16, alert.body)
            writer.value(17, alert.sound)
            writer.value(18, zigzag: alert.revision)
        }
        writer.value(19, zigzag: activity.revision)
        writer.value(20, stored.archive)
        writer.value(21, zigzag: stored.archiveRevision)
        writer.value(22, stored.lastError)
        writer.value(23, activity.isFollowed)
        writer.value(24, zigzag: stored.redraws)
        return writer.bytes
    }

    /// - Throws: DATA_LOSS for a state or style that this code doesn't know; ``ReplicationFault/malformed(_:)`` for what isn't protobuf.
    static func decode(_ id: ActivityID, _ bytes: [UInt8]) throws -> StoredActivity {
        do {
            return try bytes.withUnsafeBytes { try decode(id, ProtobufReader($0)) }
        } catch is ProtobufError {
            throw ReplicationFault.malformed("a message that isn't protobuf")
        }
    }

    private static func decode(_ id: ActivityID, _ reader: ProtobufReader) throws -> StoredActivity {
        var reader = reader
        var stored = StoredActivity(
            Activity(
                id: id, app: "", tag: "", type: "", attributes: "", content: ActivityContent(state: ""), style: .standard, state: .active,
                startDate: Timestamp(milliseconds: 0), revision: 0))
        var alert = ActivityAlert(title: "", body: "")
        var (style, state): (UInt64, UInt64) = (0, 0)
        while !reader.isAtEnd {
            let (field, type) = try reader.tag()
            switch field {
            case 1: stored.activity.app = try reader.text(type)
            case 2: stored.activity.tag = try reader.text(type)
            case 3: stored.activity.type = try reader.text(type)
            case 4: stored.activity.attributes = try reader.text(type)
            case 5: stored.activity.content.state = try reader.text(type)
            case 6: stored.activity.content.staleDate = try reader.date(type)
            case 7: stored.activity.content.relevanceScore = Double(bitPattern: try reader.fixed(type))
            case 8: style = try reader.number(type)
            case 9: state = try reader.number(type)
            case 10: stored.activity.startDate = Timestamp(milliseconds: try reader.zigzag(type))
            case 11: stored.activity.endedAt = try reader.date(type)
            case 12: stored.activity.dismissalDate = try reader.date(type)
            case 13: stored.activity.timestamp = try reader.date(type)
            case 14: stored.activity.channel = Array(try reader.content(type))
            case 15: alert.title = try reader.text(type)
            case 16: alert.body = try reader.text(type)
            case 17: alert.sound = try reader.text(type)
            case 18: alert.revision = try reader.zigzag(type)
            case 19: stored.activity.revision = try reader.zigzag(type)
            case 20: stored.archive = Array(try reader.content(type))
            case 21: stored.archiveRevision = try reader.zigzag(type)
            case 22: stored.lastError = try reader.text(type)
            case 23: stored.activity.isFollowed = try reader.number(type) != 0
            case 24: stored.redraws = try reader.zigzag(type)
            default: try reader.skip(type)
            }
        }
        guard let known = ActivityState(rawValue: Int(clamping: state)), let knownStyle = ActivityStyle(rawValue: Int(clamping: style)) else {
            throw WidgetError(.dataLoss, "its state \(state) or style \(style) isn't known")
        }
        (stored.activity.state, stored.activity.style) = (known, knownStyle)
        if alert.revision > 0 { stored.activity.alert = alert }
        return stored
    }
}

// Milliseconds since 1970; 0: none.
extension ProtobufWriter {
    fileprivate mutating func date(_ number: Int, _ date: Timestamp?) { value(number, zigzag: date?.milliseconds ?? 0) }
}

extension ProtobufReader {
    fileprivate mutating func date(_ type: UInt8) throws(ProtobufError) -> Timestamp? {
        let milliseconds = try zigzag(type)
        return milliseconds == 0 ? nil : Timestamp(milliseconds: milliseconds)
    }
}
