import Testing
import WidgetCore

struct ActivityPushTests {
    private func read(_ aps: String, type: String? = nil) throws -> ActivityPush {
        try ActivityPush(payload: Array(#"{"aps":\#(aps)}"#.utf8), attributesType: type)
    }

    @Test func anUpdateSaysHowItStands() throws {
        let push = try read(
            #"{"timestamp":1700000000,"event":"update","content-state":{"a":[1,null]},"stale-date":1700000060,"relevance-score":75,"alert":{"title":"t","body":"b"}}"#
        )
        #expect(push.event == .update)
        #expect(push.timestamp == Timestamp(milliseconds: 1_700_000_000_000))
        #expect(push.content == ActivityContent(state: #"{"a":[1,null]}"#, staleDate: Timestamp(milliseconds: 1_700_000_060_000), relevanceScore: 75))
        #expect(push.alert == ActivityAlert(title: "t", body: "b"))
    }

    @Test func anEndMayHaveNoStateAndADateInThePast() throws {
        let push = try read(#"{"timestamp":1700000000.5,"event":"end","dismissal-date":1}"#)
        #expect(push.event == .end(.after(Timestamp(milliseconds: 1_000))))
        #expect(push.content == nil)
        #expect(push.timestamp == Timestamp(milliseconds: 1_700_000_000_500))
        #expect(try read(#"{"timestamp":1,"event":"end"}"#).event == .end(.default))
    }

    @Test func aStartBringsItsAttributes() throws {
        let start =
            #"{"timestamp":1,"event":"start","attributes-type":"trip","attributes":{"to":"home"},"content-state":{},"alert":"off","input-push-channel":"Y2g="}"#
        #expect(try read(start, type: "trip").event == .start(attributes: #"{"to":"home"}"#, channel: Array("ch".utf8), takesPushes: false))
        for (value, takesPushes) in [("1", true), ("true", true), ("0", false)] {
            let pushed = start.replacing(#""input-push-channel":"Y2g=""#, with: #""input-push-token":\#(value)"#)
            #expect(try read(pushed, type: "trip").event == .start(attributes: #"{"to":"home"}"#, channel: [], takesPushes: takesPushes))
        }
    }

    @Test(
        arguments: [
            (#"{"event":"update","content-state":{}}"#, nil, "aps: needs \"timestamp\""), (#"{"timestamp":"1","event":"update"}"#, nil, "aps.timestamp"),
            (#"{"timestamp":1,"event":"update"}"#, nil, "aps.content-state"), (#"{"timestamp":1,"event":"stop"}"#, nil, "aps.event"),
            (#"{"timestamp":1,"event":"update","content-state":[]}"#, nil, "aps.content-state"), (#"{"timestamp":-1,"event":"end"}"#, nil, "aps.timestamp"),
            (#"{"timestamp":1,"event":"update","content-state":{}}"#, "trip", "only starts"),
            (#"{"timestamp":1,"event":"start","attributes-type":"a","attributes":{},"content-state":{},"alert":"x"}"#, nil, "can't start"),
            (#"{"timestamp":1,"event":"start","attributes-type":"a","attributes":{},"content-state":{},"alert":"x"}"#, "trip", "attributes-type"),
            (#"{"timestamp":1,"event":"start","attributes-type":"trip","attributes":{},"content-state":{}}"#, "trip", "aps.alert"),
            (#"{"timestamp":1,"event":"start","attributes-type":"trip","content-state":{},"alert":"x"}"#, "trip", "attributes"),
        ] as [(String, String?, String)])
    func whatIsWrongIsNamed(_ aps: String, _ type: String?, _ message: String) {
        let error = #expect(throws: WidgetError.self) { try read(aps, type: type) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
}
