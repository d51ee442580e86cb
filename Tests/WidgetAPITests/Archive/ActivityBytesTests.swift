import Testing
import WidgetAPI
import WidgetCore

@Suite("What watchers are sent of an activity")
struct ActivityBytesTests {
    private static let date = Timestamp(milliseconds: 1_800_000_000_123)

    @Test("the bytes written by hand are SwiftProtobuf's")
    func sameBytes() throws {
        let plain = Activity(
            id: WidgetID(high: 1, low: 2), app: "a", tag: "", type: "task", attributes: "{}", content: ActivityContent(), style: .standard, state: .active,
            startDate: Timestamp(milliseconds: 0))
        let full = Activity(
            id: WidgetID(high: .max, low: 2), app: "trips", tag: "Zoë’s", type: "ride", attributes: #"{"title":"☕"}"#,
            content: ActivityContent(state: String(repeating: "x", count: 300), staleDate: Self.date, relevanceScore: -0.5), style: .transient,
            state: .dismissed, startDate: Timestamp(milliseconds: -1), endedAt: Self.date, dismissalDate: Timestamp(milliseconds: 1_800_000_000_000),
            timestamp: Timestamp(milliseconds: 5), alert: ActivityAlert(title: "t", body: "", sound: "s", revision: 3), revision: .max)
        let tap = ProtoWidgetSnapshot.Tap.with {
            $0.action = "press"
            $0.value = true
        }
        let rests = [
            ProtoActivitySnapshot.Rest(deviceID: "", deviceName: "", isLocal: false, lastError: "", archiveRevision: 0, taps: []),
            ProtoActivitySnapshot.Rest(
                deviceID: String(repeating: "f", count: 64), deviceName: "Zoë’s desk", isLocal: true, unavailable: "away", lastError: "no",
                archiveRevision: 128,
                taps: [tap, .init()]),
        ]
        for activity in [plain, full] {
            for rest in rests {
                #expect(try ProtoActivitySnapshot.bytes(activity, rest) == (ProtoActivitySnapshot(activity, rest).serializedBytes() as [UInt8]))
            }
        }
    }
}
