import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Live Activities that servers push to, through a real gateway.
@Suite(.timeLimit(.minutes(10)), .enabled(if: GatewayCurl.path != nil, "there is no curl")) struct ActivityPushDaemonTests {
    private let app = "trips"

    private func daemon() throws -> (PushedDaemon, GatewayCurl) {
        let daemon = try PushedDaemon(["--push-listen", "127.0.0.1:0", "--push-manage", "127.0.0.1:0", "--no-announce"])
        try daemon.wait { try !daemon.fixture.client().status().pushGateway.listening.isEmpty }
        return (daemon, try GatewayCurl(daemon.fixture))
    }

    private func start(_ daemon: PushedDaemon, channel: [UInt8] = []) throws -> (id: String, token: String) {
        let receipt = try daemon.fixture.client().start(
            .with {
                $0.app = app
                $0.tag = "trip"
                $0.type = TaskActivity.type
                $0.attributes = TaskActivity(title: "Trip").attributes
                $0.push = true
                $0.channel = Data(channel)
            })
        return (receipt.activityID, receipt.pushToken)
    }

    private func push(_ curl: GatewayCurl, _ token: String, _ aps: String) throws -> GatewayCurl.Answer {
        try curl.send(
            "POST", "/3/device/\(token)", ["apns-topic": "\(app).push-type.liveactivity", "apns-push-type": "liveactivity"], body: #"{"aps":\#(aps)}"#)
    }

    private func task(_ daemon: PushedDaemon, _ id: String) throws -> (task: TaskActivity, state: ProtoActivity.State) {
        let activity = try daemon.fixture.client().activity(id).activity
        return (try TaskActivity(attributes: activity.attributes, state: activity.content.state), activity.state)
    }

    private func id(_ answer: GatewayCurl.Answer) throws -> String { try #require(answer.headers["apns-id"]) }

    @Test func aServerUpdatesAnActivityAndEndsItAndItsTokenIsDeadThen() throws {
        let (daemon, curl) = try daemon()
        let (activity, token) = try start(daemon)
        let newer = try push(curl, token, #"{"timestamp":1700000010,"event":"update","content-state":{"progress":0.5}}"#)
        #expect(newer.status == 200)
        #expect(try daemon.end(of: id(newer)).event == .delivered)
        #expect(try task(daemon, activity).task.progress == 0.5)
        // One that was overtaken.
        let older = try push(curl, token, #"{"timestamp":1700000009,"event":"update","content-state":{"progress":0.1}}"#)
        let line = try daemon.end(of: id(older))
        #expect(line.event == .discarded && line.detail.contains("older"), "\(line)")
        // Fields that its type doesn't know.
        let wrong = try daemon.end(of: id(try push(curl, token, #"{"timestamp":1700000011,"event":"update","content-state":{"progress":7}}"#)))
        #expect(wrong.event == .discarded && wrong.detail.contains("state.progress"), "\(wrong)")
        #expect(try task(daemon, activity).task.progress == 0.5)
        _ = try daemon.end(of: id(try push(curl, token, #"{"timestamp":1700000012,"event":"end","content-state":{"outcome":"success"}}"#)))
        #expect(try task(daemon, activity).state == .ended)
        #expect(try push(curl, token, #"{"timestamp":1700000013,"event":"update","content-state":{}}"#).status == 410)
    }

    @Test func aServerStartsAnActivityOnceHoweverOftenItsPushComes() throws {
        let (daemon, curl) = try daemon()
        let token = try daemon.fixture.client().startToken(app: app, type: TaskActivity.type)
        let start =
            #"{"timestamp":1700000000,"event":"start","attributes-type":"task","attributes":{"title":"Trip"},"content-state":{"progress":0.1},"alert":{"title":"Off"}}"#
        #expect(try daemon.end(of: id(try push(curl, token, start))).event == .delivered)
        let activities = try daemon.fixture.client().activities().activities
        #expect(activities.map(\.activity.app) == [app])
        #expect(activities.first?.activity.alert.title == "Off")
        // Nothing of it is lost by a kill.
        daemon.fixture.stop(SIGKILL)
        try daemon.fixture.start()
        #expect(try daemon.fixture.client().activities().activities.count == 1)
    }

    @Test func whatAServerStartsItUpdatesAndEndsByATokenOfItsOwn() throws {
        let (daemon, curl) = try daemon()
        let client = daemon.fixture.client()
        let starting = try client.startToken(app: app, type: TaskActivity.type)
        let start =
            #"{"timestamp":1700000000,"event":"start","input-push-token":1,"attributes-type":"task","attributes":{"title":"Trip"},"content-state":{},"alert":"Off"}"#
        #expect(try daemon.end(of: id(try push(curl, starting, start))).event == .delivered)
        let activity = try #require(try client.activities().activities.first?.activity.id)
        let token = try #require(try client.pushTokens(app: app).tokens.first { $0.subject == activity }).token
        _ = try daemon.end(of: id(try push(curl, token, #"{"timestamp":1700000010,"event":"update","content-state":{"progress":0.5}}"#)))
        #expect(try task(daemon, activity).task.progress == 0.5)
        _ = try daemon.end(of: id(try push(curl, token, #"{"timestamp":1700000011,"event":"end"}"#)))
        #expect(try task(daemon, activity).state == .ended)
        #expect(try push(curl, token, #"{"timestamp":1700000012,"event":"end"}"#).status == 410)
    }

    @Test func aBroadcastReachesTheActivitiesThatListenToItsChannel() throws {
        let (daemon, curl) = try daemon()
        _ = try daemon.fixture.client().startToken(app: app, type: TaskActivity.type)
        let made = try curl.send("POST", "/1/apps/\(app)/channels", body: #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#)
        let name = try #require(made.headers["apns-channel-id"], "\(made)")
        let (activity, _) = try start(daemon, channel: Array(try #require(Data(base64Encoded: name))))
        let request = UUID().uuidString
        let sent = try curl.send(
            "POST", "/4/broadcasts/apps/\(app)",
            ["apns-channel-id": name, "apns-push-type": "LiveActivity", "apns-expiration": "0", "apns-request-id": request],
            body: #"{"aps":{"timestamp":1700000000,"event":"update","content-state":{"progress":0.75}}}"#)
        #expect(sent.status == 200, "\(sent)")
        #expect(try daemon.end(of: request).event == .delivered)
        #expect(try task(daemon, activity).task.progress == 0.75)
    }

    @Test func aBroadcastThatIsKeptReachesWhoBeginsToListenLater() throws {
        let (daemon, curl) = try daemon()
        _ = try daemon.fixture.client().startToken(app: app, type: TaskActivity.type)
        let made = try curl.send("POST", "/1/apps/\(app)/channels", body: #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        let name = try #require(made.headers["apns-channel-id"], "\(made)")
        let request = UUID().uuidString
        let sent = try curl.send(
            "POST", "/4/broadcasts/apps/\(app)",
            [
                "apns-channel-id": name, "apns-push-type": "LiveActivity", "apns-expiration": "\(Int(Date().timeIntervalSince1970) + 3_600)",
                "apns-request-id": request,
            ], body: #"{"aps":{"timestamp":1700000000,"event":"update","content-state":{"progress":0.75}}}"#)
        #expect(sent.status == 200, "\(sent)")
        let (activity, _) = try start(daemon, channel: Array(try #require(Data(base64Encoded: name))))
        #expect(try task(daemon, activity).task.progress == 0.75)
        #expect(try daemon.events(request) == [.arrived, .stored])
    }
}
