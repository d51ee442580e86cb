import Crypto
import Testing
import WidgetCore
import WidgetTestSupport

@testable import WidgetGateway

/// Reasons that take more than one request, or another connection.
@Suite(.timeLimit(.minutes(10))) struct ConnectionReasonTests {
    @Test(arguments: [PushReason.badCertificate, .badCertificateEnvironment]) func aCertificateIsNoProviderToken(reason: PushReason) async throws {
        let certificate = reason == .badCertificate ? TestCertificates.expired : TestCertificates.valid
        let fixture = try await GatewayFixture()
        var request = try fixture.push()
        request.set("authorization", nil)
        let connection = try await fixture.connect(certificate: certificate)
        let response = try await connection.send(request)
        #expect(response.status == 403)
        #expect(response.body == #"{"reason":"\#(reason.rawValue)"}"#)
        #expect(try await connection.send(try fixture.push()).status == 200, "with a provider token a certificate does no harm")
        await fixture.gateway.stop()
    }

    @Test(arguments: [(GatewayFixture.taken, "widgets", "Unregistered"), (GatewayFixture.ended, "liveactivity", "ExpiredToken")])
    func aDeadTokenIsGoneSince(token: PushToken, type: String, reason: String) async throws {
        let fixture = try await GatewayFixture()
        let connection = try await fixture.connect()
        let response = try await connection.send(try fixture.push(token, type: type))
        #expect(response.status == 410)
        #expect(response.body == #"{"reason":"\#(reason)","timestamp":1799999000123}"#)
        #expect(fixture.port.accepted.isEmpty)
        await fixture.gateway.stop()
    }

    @Test func anotherKeyNeedsAnotherConnection() async throws {
        let fixture = try await GatewayFixture()
        let other = P256.Signing.PrivateKey()
        fixture.port.state.withLock { state in
            state.keys.append(
                PushKey(team: GatewayFixture.team, id: "SECONDKEY0", publicKey: Array(other.publicKey.x963Representation), addedAt: GatewayFixture.start))
        }
        let connection = try await fixture.connect()
        #expect(try await connection.send(try fixture.push()).status == 200)
        var request = try fixture.push()
        request.set("authorization", "bearer \(try fixture.providerToken(key: "SECONDKEY0", signer: other))")
        let response = try await connection.send(request)
        #expect(response.status == 403)
        #expect(response.body == #"{"reason":"UnrelatedKeyIdInToken"}"#)
        #expect(try await fixture.connect().send(request).status == 200)
        await fixture.gateway.stop()
    }

    @Test func aTokenChangesOnceInTwentyMinutes() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await fixture.connect()
        func send(_ token: String) async throws -> TestResponse {
            var request = try fixture.push()
            request.set("authorization", "bearer \(token)")
            return try await connection.send(request)
        }
        let tokens = try (0..<3).map { try fixture.providerToken(issued: "\(1_800_000_000 + $0)") }
        #expect(try await send(tokens[0]).status == 200)
        #expect(try await send(tokens[1]).status == 200, "once it may change at any time")
        let refused = try await send(tokens[2])
        #expect(refused.status == 429)
        #expect(refused.body == #"{"reason":"TooManyProviderTokenUpdates"}"#)
        #expect(try await send(tokens[1]).status == 200, "the one before goes on")
        fixture.advance(.minutes(20))
        #expect(try await send(tokens[2]).status == 200)
        await fixture.gateway.stop()
    }

    @Test(arguments: ["1800000000", "1800000000.25", #""1800000000""#, #""1800000000.25""#, "1799996400", "1800000299"])
    func aTokensAgeIsWrittenInManyWays(issued: String) async throws {
        let fixture = try await GatewayFixture()
        var request = try fixture.push()
        request.set("authorization", "BeArEr \(try fixture.providerToken(issued: issued, claims: #","aud":["x"],"exp":1"#))")
        #expect(try await fixture.connect().send(request).status == 200)
        await fixture.gateway.stop()
    }

    @Test func aKeyThatIsRemovedCountsNoMore() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await fixture.connect()
        #expect(try await connection.send(try fixture.push()).status == 200)
        fixture.port.state.withLock { $0.keys = [] }
        #expect(try await connection.send(try fixture.push()).body == #"{"reason":"InvalidProviderToken"}"#)
        await fixture.gateway.stop()
    }

    @Test func whatDoesntComeInTimeIsRefused() async throws {
        var limits = GatewayLimits()
        limits.requestTimeout = .seconds(1)
        let fixture = try await GatewayFixture(limits: limits)
        let connection = try await fixture.connect()
        let stream = connection.nextStream()
        connection.headers(try fixture.push(), on: stream, end: false)
        connection.data(Array("{".utf8), on: stream, end: false)
        let response = try await connection.response(on: stream)
        #expect(response.status == 400)
        #expect(response.body == #"{"reason":"IdleTimeout"}"#)
        #expect(try await connection.send(try fixture.push()).status == 200, "the connection goes on")
        await fixture.gateway.stop()
    }

    @Test func whatIsHalfSentAtTheStopIsRefusedAndWhatIsWholeIsAnswered() async throws {
        let fixture = try await GatewayFixture(closeTimeout: .seconds(2))
        let connection = try await fixture.connect()
        fixture.port.hold()
        let whole = connection.start(try fixture.push())
        let half = connection.nextStream()
        connection.headers(try fixture.push(), on: half, end: false)
        // The half one has been taken up once a later request is answered.
        var bad = try fixture.push()
        bad.path = "/"
        #expect(try await connection.send(bad).status == 404)
        async let stop: Void = fixture.gateway.stop()
        let refused = try await connection.response(on: half)
        #expect(refused.status == 503)
        #expect(refused.body == #"{"reason":"Shutdown"}"#)
        #expect(try await connection.goAway().data == #"{"reason":"Shutdown"}"#)
        fixture.port.letGo()
        #expect(try await connection.response(on: whole).status == 200)
        await stop
        try await connection.closed()
        #expect(fixture.port.accepted.count == 1)
    }
}
