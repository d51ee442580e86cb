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
        let hexadecimal = token.token.map { String(format: "%02x", $0) }.joined()
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

    @Test func aKindThatTakesNoPushesHasNoToken() throws {
        let daemon = try DaemonFixture()
        try Lamp(daemon)
        try daemon.start()
        let id = try daemon.addControl()
        let error = #expect(throws: WidgetError.self) { try daemon.client().pushToken(control: id) }
        #expect(error?.code == .failedPrecondition)
    }
}
