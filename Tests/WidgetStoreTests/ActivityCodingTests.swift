import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetStore

@Suite("A Live Activity is stored as the protobuf message that storage.proto says")
struct ActivityCodingTests {
    private static let date = Timestamp(milliseconds: 1_800_000_000_123)

    private static func activities() -> [StoredActivity] {
        let id = WidgetID(high: 1, low: 2)
        let plain = Activity(
            id: id, app: "a", tag: "", type: "task", attributes: "{}", content: ActivityContent(), style: .standard, state: .active,
            startDate: Timestamp(milliseconds: 0))
        let full = Activity(
            id: id, app: "trips", tag: "Zoë’s", type: "ride", attributes: #"{"title":"☕"}"#,
            content: ActivityContent(state: String(repeating: "x", count: 300), staleDate: date, relevanceScore: -0.5), style: .transient, state: .dismissed,
            startDate: Timestamp(milliseconds: -1), endedAt: date, dismissalDate: date + .minutes(1), timestamp: Timestamp(milliseconds: -70_000),
            channel: [0, 1, 255], alert: ActivityAlert(title: "t", body: "", sound: "s", revision: 3), isFollowed: true, revision: .max)
        return [
            StoredActivity(plain), StoredActivity(full, archive: Array(repeating: 7, count: 200), archiveRevision: 9, lastError: "no", redraws: 130),
        ]
    }

    /// As SwiftProtobuf has it.
    private static func value(_ stored: StoredActivity) -> StoredActivityValue {
        let activity = stored.activity
        return .with {
            $0.app = activity.app
            $0.tag = activity.tag
            $0.type = activity.type
            $0.attributes = activity.attributes
            $0.stateJson = activity.content.state
            $0.staleMs = activity.content.staleDate?.milliseconds ?? 0
            $0.relevanceScore = activity.content.relevanceScore
            $0.style = UInt32(activity.style.rawValue)
            $0.state = UInt32(activity.state.rawValue)
            $0.startMs = activity.startDate.milliseconds
            $0.endedMs = activity.endedAt?.milliseconds ?? 0
            $0.dismissalMs = activity.dismissalDate?.milliseconds ?? 0
            $0.timestampMs = activity.timestamp?.milliseconds ?? 0
            $0.channel = .init(activity.channel)
            $0.alertTitle = activity.alert?.title ?? ""
            $0.alertBody = activity.alert?.body ?? ""
            $0.alertSound = activity.alert?.sound ?? ""
            $0.alertRevision = activity.alert?.revision ?? 0
            $0.followed = activity.isFollowed
            $0.revision = activity.revision
            $0.archive = .init(stored.archive)
            $0.archiveRevision = stored.archiveRevision
            $0.lastError = stored.lastError
            $0.redraws = stored.redraws
        }
    }

    @Test("the bytes are SwiftProtobuf's, and come back as they were")
    func roundTrip() throws {
        for stored in Self.activities() {
            let bytes = ActivityCoding.encode(stored)
            #expect(bytes == (try Self.value(stored).serializedBytes() as [UInt8]))
            #expect(try ActivityCoding.decode(stored.activity.id, bytes) == stored)
        }
    }

    @Test("what a newer version added is passed over; what this one doesn't know is said")
    func others() throws {
        let stored = Self.activities()[1]
        let newer = ActivityCoding.encode(stored) + [0xFA, 0x01, 2, 1, 2]
        #expect(try ActivityCoding.decode(stored.activity.id, newer) == stored)
        var unknown = Self.value(stored)
        unknown.state = 77
        let bytes: [UInt8] = try unknown.serializedBytes()
        #expect(throws: WidgetError(.dataLoss, "its state 77 or style 2 isn't known")) { try ActivityCoding.decode(stored.activity.id, bytes) }
    }

    @Test("bytes that break off are refused, or are those of an activity")
    func truncated() throws {
        let stored = Self.activities()[1]
        let bytes = ActivityCoding.encode(stored)
        for count in 0..<bytes.count where (try? StoredActivityValue(serializedBytes: Array(bytes[..<count]))) == nil {
            #expect(throws: (any Error).self) { try ActivityCoding.decode(stored.activity.id, Array(bytes[..<count])) }
        }
    }
}
