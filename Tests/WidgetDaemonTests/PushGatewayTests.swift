import Crypto
import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// The gateway of a whole daemon: what it says of itself, its certificate, and broadcasts that a real client sends.
@Suite(.timeLimit(.minutes(10))) struct PushGatewayTests {
    private func daemon(_ more: [String] = []) throws -> PushedDaemon {
        let daemon = try PushedDaemon(["--push-listen", "127.0.0.1:0", "--push-manage", "127.0.0.1:0", "--no-announce"] + more)
        try daemon.wait { try !gateway(daemon).listening.isEmpty }
        return daemon
    }

    private func gateway(_ daemon: PushedDaemon) throws -> ProtoPushGatewayStatus { try daemon.fixture.client().status().pushGateway }

    // MARK: Status and certificate

    @Test func whatTurnsItOnIsToldWithTheReasonWhereItCantListen() throws {
        let first = try daemon()
        let address = try #require(try gateway(first).listening.first)
        let second = try PushedDaemon(["--push-listen", address, "--no-announce"])
        try second.wait { try !gateway(second).error.isEmpty }
        #expect(try gateway(second).error.contains(address))
        let doctor = try second.fixture.widgetctl("doctor").output
        #expect(doctor.contains("FAIL  pushes"), "\(doctor)")
        // Once the port is free a reload opens it.
        first.fixture.stop()
        kill(second.fixture.processID, SIGHUP)
        try second.wait { try gateway(second).listening == [address] }
        #expect(try gateway(second).error.isEmpty)
    }

    @Test func aDamagedSecretOfWebPushStopsNothingElse() throws {
        let files = try TemporaryDirectory()
        let daemon = try PushedDaemon(["--push-listen", "127.0.0.1:0", "--no-announce"]) { fixture in
            try FileManager.default.createDirectory(atPath: fixture.state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try files.write("secret", "damaged", mode: 0o600)
            try FileManager.default.moveItem(atPath: files.file("secret"), toPath: fixture.state + "/push-secret")
        }
        try daemon.wait { try !gateway(daemon).listening.isEmpty }
        _ = try daemon.place()
        #expect(try gateway(daemon).webPushError.contains("push-secret") && gateway(daemon).error.isEmpty)
        for command in ["status", "doctor"] {
            let output = try daemon.fixture.widgetctl(command).output
            #expect(output.contains("push-secret"), "\(output)")
        }
        let token = try #require(try daemon.fixture.client().pushTokens().tokens.first)
        #expect(!token.token.isEmpty && token.webPushEndpoint.isEmpty)
        #expect(try String(contentsOfFile: daemon.fixture.state + "/push-secret", encoding: .utf8) == "damaged", "it may be mended")
        guard GatewayCurl.path != nil else { return }
        let curl = try GatewayCurl(daemon.fixture)
        #expect(try curl.send("POST", "/webpush/x.y", ["ttl": "60"]).status == 503, "no server may forget its endpoint")
        #expect(try curl.send("POST", "/3/device/00").status == 400)
    }

    @Test func aRenewedCertificateIsShownAfterAReloadAndABrokenOneIsNot() throws {
        let files = try TemporaryDirectory()
        try files.write("chain.pem", TestCertificates.valid)
        try files.write("key.pem", TestCertificates.key, mode: 0o600)
        let daemon = try daemon(["--push-certificate", files.file("chain.pem"), "--push-private-key", files.file("key.pem")])
        let (first, id) = (try gateway(daemon).certificateEnds, daemon.fixture.processID)
        try files.write("chain.pem", TestCertificates.expired)
        kill(id, SIGHUP)
        try daemon.wait { try gateway(daemon).certificateEnds.seconds < first.seconds }
        let second = try gateway(daemon).certificateEnds
        try files.write("chain.pem", "none")
        kill(id, SIGHUP)
        try daemon.wait { try !gateway(daemon).certificateError.isEmpty }
        #expect(try gateway(daemon).certificateEnds == second && gateway(daemon).listening.count == 1)
        #expect(try daemon.fixture.widgetctl("doctor").output.contains("the one before is still shown"))
        try files.write("chain.pem", TestCertificates.valid)
        kill(id, SIGHUP)
        try daemon.wait { try gateway(daemon).certificateError.isEmpty && gateway(daemon).certificateEnds == first }
        #expect(daemon.fixture.processID == id)
    }

    @Test func aKeyForAProviderThatIsntThereIsRefused() throws {
        let daemon = try daemon()
        let signer = P256.Signing.PrivateKey()
        func add(_ app: String) throws {
            _ = try daemon.fixture.client().addPushKey(
                PushKey(team: "T", id: "K", publicKey: Array(signer.publicKey.x963Representation), addedAt: .earliest, apps: [app]))
        }
        let error = #expect(throws: WidgetError.self) { try add("score") }
        #expect(error?.code == .notFound && error?.message.hasPrefix("apps: no provider 'score'") == true && error?.message.contains("scores") == true)
        #expect(try gateway(daemon).keys == 0)
        try add("scores")
        #expect(try gateway(daemon).keys == 1)
    }

    // MARK: Broadcasts

    @Test(.enabled(if: GatewayCurl.path != nil, "there is no curl")) func aChannelIsMadeABroadcastIsTakenAndLoggedAndBothSurviveAKill() throws {
        let daemon = try daemon()
        let curl = try GatewayCurl(daemon.fixture)
        let made = try curl.send("POST", "/1/apps/scores/channels", body: #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        #expect(made.status == 201)
        let channel = try #require(made.headers["apns-channel-id"])

        var headers = ["apns-channel-id": channel, "apns-push-type": "LiveActivity", "apns-expiration": "0"]
        let id = UUID().uuidString
        headers["apns-request-id"] = id
        let body = #"{"aps":{"event":"update","content-state":{"score":"2:1"}}}"#
        let passing = try curl.send("POST", "/4/broadcasts/apps/scores", headers, body: body)
        #expect(passing.status == 200 && passing.headers["apns-request-id"] == id && passing.body.isEmpty)
        #expect(try daemon.end(of: id).event == .discarded)
        #expect(try daemon.events(id) == [.arrived, .discarded])

        let kept = UUID().uuidString
        headers["apns-request-id"] = kept
        headers["apns-expiration"] = "\(Int(Date().timeIntervalSince1970) + 3_600)"
        #expect(try curl.send("POST", "/4/broadcasts/apps/scores", headers, body: body).status == 200)
        // It is on disk with its answer.
        daemon.fixture.stop(SIGKILL)
        try daemon.fixture.start()
        try daemon.wait { try !gateway(daemon).listening.isEmpty }
        #expect(try daemon.events(kept).prefix(2) == [.arrived, .stored])

        let query = ["apns-channel-id": channel]
        #expect(try curl.send("GET", "/1/apps/scores/channels", query).body == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        #expect(try curl.send("GET", "/1/apps/scores/all-channels").body == "{\"channels\":[\"\(channel)\"]}")
        #expect(try curl.send("DELETE", "/1/apps/scores/channels", query).status == 204)
        let gone = try curl.send("POST", "/4/broadcasts/apps/scores", headers, body: body)
        #expect(gone.status == 400 && gone.body == #"{"reason":"ChannelNotRegistered"}"#)
    }
}
