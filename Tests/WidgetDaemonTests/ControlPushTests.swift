import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Controls that servers push to, through a real gateway.
@Suite(.timeLimit(.minutes(10)), .enabled(if: GatewayCurl.path != nil, "there is no curl")) struct ControlPushTests {
    @Test func aPushReloadsExactlyItsControlAndItsTokenIsDeadOnceThatIsRemoved() throws {
        let daemon = try DaemonFixture()
        daemon.arguments = ["--push-listen", "127.0.0.1:0", "--push-manage", "127.0.0.1:0", "--no-announce"]
        let lamp = try Lamp(daemon, kind: #","push_handler":true"#)
        try daemon.start()
        let (id, other) = (try daemon.addControl(name: "One"), try daemon.addControl(name: "Two"))
        let end = ContinuousClock.now + .seconds(120)
        while try daemon.client().status().pushGateway.listening.isEmpty, ContinuousClock.now < end { usleep(10_000) }
        let token = try daemon.client().pushToken(control: "One")
        let otherToken = try daemon.client().pushToken(control: "Two").token
        #expect(token.app == "lamp" && token.token != otherToken)
        // The provider is told of both.
        while lamp.told.last?.contains(id) != true || lamp.told.last?.contains(other) != true, ContinuousClock.now < end { usleep(10_000) }
        let hexadecimal = token.token
        #expect(lamp.told.last?.contains(hexadecimal) == true, "\(lamp.told)")
        let curl = try GatewayCurl(daemon)
        func push() throws -> GatewayCurl.Answer {
            try curl.send(
                "POST", "/3/device/\(hexadecimal)", ["apns-topic": "lamp.push-type.controls", "apns-push-type": "controls"],
                body: #"{"aps":{"content-changed":true}}"#)
        }
        try lamp.write("on", "true")
        #expect(try push().status == 200)
        try daemon.wait(control: id) { $0.value.isOn }
        #expect(try !daemon.client().control(other).value.isOn)
        _ = try daemon.client().remove(control: "One")
        #expect(try push().status == 410)
    }

    @Test func theTokensThatThereAreAreRotatedAndTheProviderIsToldAndNoneIsInvented() throws {
        let daemon = try DaemonFixture()
        let lamp = try Lamp(daemon, kind: #","push_handler":true"#)
        try daemon.start()
        let id = try daemon.addControl()
        let before = try daemon.client().pushToken(control: id).token
        let start = try daemon.widgetctl("push", "token", "lamp", "--start", "task", "--json").output
        #expect(start.contains(#""subject":"task""#), "\(start)")
        let startToken = try daemon.client().startToken(app: "lamp", type: "task")
        #expect(startToken.utf8.count == 64 && start.contains(startToken), "\(start)")
        // The one that is named.
        let one = try daemon.widgetctl("push", "token", "lamp", "--rotate", "--for", id)
        let after = try daemon.client().pushToken(control: id).token
        #expect(one.status == 0 && after != before && one.output.contains(after), "\(one)")
        #expect(try daemon.client().startToken(app: "lamp", type: "task") == startToken)
        let end = ContinuousClock.now + .seconds(120)
        while lamp.told.last?.contains(after) != true, ContinuousClock.now < end { usleep(10_000) }
        #expect(lamp.told.last?.contains(after) == true, "\(lamp.told)")
        // There is none of widgets.
        let missing = try daemon.widgetctl("push", "token", "lamp", "--rotate", "--for", "widgets")
        #expect(missing.status == 66 && missing.errors.contains("has no token for 'widgets'"), "\(missing)")
        // All.
        let all = try daemon.client().rotatePushTokens(app: "lamp").tokens
        #expect(Set(all.map(\.subject)) == [id, "task"] && all.allSatisfy { ![after, startToken].contains($0.token) }, "\(all)")
        #expect(try Set(daemon.client().pushTokens().tokens.map(\.token)) == Set(all.map(\.token)))
        let send = try daemon.widgetctl("push", "send", "--app", "lamp")
        #expect(send.status == 69 && send.errors.contains("no widget kind of 'lamp' has a push handler"), "\(send)")
        let own = try daemon.widgetctl("activity", "start", "--title", "Tea", "--push", "--json").output
        let token = try #require(try daemon.client().pushTokens(app: "widgetctl").tokens.first)
        #expect(own.contains("\"pushToken\":\"\(token.token)\"") && !token.forProvider, "\(own)")
    }

    @Test func aKindThatTakesNoPushesHasNoToken() throws {
        let daemon = try DaemonFixture()
        try Lamp(daemon)
        try daemon.start()
        let id = try daemon.addControl()
        let error = #expect(throws: WidgetError.self) { try daemon.client().pushToken(control: id) }
        #expect(error?.code == .failedPrecondition)
    }
}
