import Crypto
import Testing
import WidgetCore

@testable import WidgetGateway

/// Each row of APNs' table of errors: a real request over TLS and HTTP/2 gets the status and the reason.
@Suite(.timeLimit(.minutes(10))) struct ReasonTableTests {
    /// A right request, what is spoilt in it, and what it is answered.
    struct Row: Sendable, CustomTestStringConvertible {
        var reason: PushReason
        var status: Int
        var what: String
        var spoil: @Sendable (inout TestRequest, GatewayFixture) throws -> Void

        var testDescription: String { "\(reason.rawValue): \(what)" }

        init(_ reason: PushReason, _ status: Int, _ what: String, _ spoil: @escaping @Sendable (inout TestRequest, GatewayFixture) throws -> Void) {
            self.reason = reason
            self.status = status
            self.what = what
            self.spoil = spoil
        }
    }

    static func expect(_ row: Row, _ response: TestResponse, id: String) {
        #expect(response.status == row.status)
        #expect(response.body == #"{"reason":"\#(row.reason.rawValue)"}"#)
        #expect(response.frames.count == 1, "an error is one DATA frame")
        #expect(!response.endedOnHeaders)
        if let given = response[id] { #expect(MessageID.isValid(given) || row.reason == .badMessageID) } else { Issue.record("there is no \(id)") }
    }

    // MARK: Pushes

    static let pushRows: [Row] = [
        Row(.badMessageID, 400, "apns-id isn't a UUID") { request, _ in request.set("apns-id", "one") },
        Row(.badMessageID, 400, "apns-id without hyphens") { request, _ in request.set("apns-id", "123e4567e89b12d3a456426655440000") },
        Row(.duplicateHeaders, 400, "two topics") { request, _ in request.headers.append(("apns-topic", "clock")) },
        Row(.duplicateHeaders, 400, "two ids") { request, _ in request.headers.append(("apns-id", "123e4567-e89b-12d3-a456-42665544000B")) },
        Row(.duplicateHeaders, 400, "two authorizations") { request, _ in request.headers.append(("authorization", "bearer x")) },
        Row(.methodNotAllowed, 405, "GET") { request, _ in (request.method, request.body) = ("GET", "") },
        Row(.methodNotAllowed, 405, "PUT") { request, _ in request.method = "PUT" },
        Row(.missingTopic, 400, "no topic") { request, _ in request.set("apns-topic", nil) },
        Row(.missingTopic, 400, "an empty topic") { request, _ in request.set("apns-topic", "") },
        Row(.badTopic, 400, "a space") { request, _ in request.set("apns-topic", "my clock") },
        Row(.badTopic, 400, "no bundle") { request, _ in request.set("apns-topic", ".push-type.widgets") },
        Row(.badTopic, 400, "an unknown suffix") { request, _ in request.set("apns-topic", "clock.push-type.hands") },
        Row(.badTopic, 400, "256 bytes") { request, _ in request.set("apns-topic", String(repeating: "a", count: 256)) },
        Row(.badCollapseID, 400, "empty") { request, _ in request.set("apns-collapse-id", "") },
        Row(.badCollapseID, 400, "65 bytes") { request, _ in request.set("apns-collapse-id", String(repeating: "a", count: 65)) },
        Row(.badExpirationDate, 400, "a word") { request, _ in request.set("apns-expiration", "tomorrow") },
        Row(.badExpirationDate, 400, "negative") { request, _ in request.set("apns-expiration", "-1") },
        Row(.badExpirationDate, 400, "a fraction") { request, _ in request.set("apns-expiration", "1800000000.5") },
        Row(.badExpirationDate, 400, "the year 33658") { request, _ in request.set("apns-expiration", "999999999999") },
        Row(.badPriority, 400, "7") { request, _ in request.set("apns-priority", "7") },
        Row(.badPriority, 400, "a word") { request, _ in request.set("apns-priority", "high") },
        Row(.invalidPushType, 400, "unknown to APNs") { request, _ in request.set("apns-push-type", "hands") },
        Row(.topicDisallowed, 400, "an alert") { request, _ in
            request.set("apns-push-type", "alert")
            request.set("apns-topic", "clock")
        },
        Row(.topicDisallowed, 400, "voip") { request, _ in request.set("apns-push-type", "voip") },
        Row(.topicDisallowed, 400, "another type than the topic's") { request, _ in request.set("apns-push-type", "controls") },
        Row(.topicDisallowed, 400, "a plain topic") { request, _ in request.set("apns-topic", "clock") },
        Row(.topicDisallowed, 400, "a plain topic and no type") { request, _ in
            request.set("apns-topic", "clock")
            request.set("apns-push-type", nil)
        },
        Row(.missingDeviceToken, 400, "the path ends") { request, _ in request.path = "/3/device/" },
        Row(.missingDeviceToken, 400, "the path ends without a slash") { request, _ in request.path = "/3/device" },
        Row(.badPath, 404, "another path") { request, _ in request.path = "/" },
        Row(.badPath, 404, "another version") { request, _ in request.path = request.path.replacing("/3/", with: "/2/") },
        Row(.badPath, 404, "more behind the token") { request, _ in request.path += "/x" },
        Row(.badDeviceToken, 400, "not hexadecimal") { request, _ in request.path = "/3/device/xyz0" },
        Row(.badDeviceToken, 400, "an odd digit") { request, _ in request.path += "0" },
        Row(.badDeviceToken, 400, "129 bytes") { request, _ in request.path = "/3/device/" + String(repeating: "00", count: 129) },
        Row(.badDeviceToken, 400, "never given out") { request, _ in request.path = "/3/device/" + String(repeating: "ab", count: 32) },
        Row(.deviceTokenNotForTopic, 400, "another app's") { request, _ in request.set("apns-topic", "calendar.push-type.widgets") },
        Row(.deviceTokenNotForTopic, 400, "a control's") { request, fixture in request.path = try fixture.push(GatewayFixture.control).path },
        Row(.missingProviderToken, 403, "no header") { request, _ in request.set("authorization", nil) },
        Row(.missingProviderToken, 403, "another scheme") { request, _ in request.set("authorization", "basic abc") },
        Row(.missingProviderToken, 403, "a scheme alone") { request, _ in request.set("authorization", "bearer ") },
        Row(.invalidProviderToken, 403, "no JWT") { request, _ in request.set("authorization", "bearer abc") },
        Row(.invalidProviderToken, 403, "a part too many") { request, fixture in request.set("authorization", "bearer \(try fixture.providerToken()).x") },
        Row(.invalidProviderToken, 403, "another algorithm") { request, fixture in
            request.set("authorization", "bearer \(try fixture.providerToken(algorithm: "none"))")
        },
        Row(.invalidProviderToken, 403, "an unknown key") { request, fixture in
            request.set("authorization", "bearer \(try fixture.providerToken(key: "OTHERKEY00"))")
        },
        Row(.invalidProviderToken, 403, "another team's name") { request, fixture in
            request.set("authorization", "bearer \(try fixture.providerToken(team: "OTHERTEAM0"))")
        },
        Row(.invalidProviderToken, 403, "another key's signature") { request, fixture in
            request.set("authorization", "bearer \(try fixture.providerToken(signer: P256.Signing.PrivateKey()))")
        },
        Row(.invalidProviderToken, 403, "6 minutes in the future") { request, fixture in
            request.set("authorization", "bearer \(try fixture.providerToken(issued: "1800000360"))")
        },
        Row(.invalidProviderToken, 403, "iat is a list") { request, fixture in
            request.set("authorization", "bearer \(try fixture.providerToken(issued: "[1800000000]"))")
        },
        Row(.invalidProviderToken, 403, "iat is a word") { request, fixture in
            request.set("authorization", "bearer \(try fixture.providerToken(issued: #""now""#))")
        },
        Row(.expiredProviderToken, 403, "an hour and a second old") { request, fixture in
            request.set("authorization", "bearer \(try fixture.providerToken(issued: "1799996399"))")
        },
        Row(.forbidden, 403, "a key of another app's servers") { _, fixture in
            fixture.port.state.withLock { $0.keys[0].apps = ["calendar"] }
        },
        Row(.payloadEmpty, 400, "no body") { request, _ in request.body = "" },
        Row(.payloadEmpty, 400, "broken JSON") { request, _ in request.body = #"{"aps":{"content-changed":true}"# },
        Row(.payloadEmpty, 400, "a list") { request, _ in request.body = "[]" },
        Row(.payloadEmpty, 400, "no aps") { request, _ in request.body = #"{"content-changed":true}"# },
        Row(.payloadEmpty, 400, "aps is a text") { request, _ in request.body = #"{"aps":"content-changed"}"# },
        Row(.payloadEmpty, 400, "nothing changed") { request, _ in request.body = #"{"aps":{}}"# },
        Row(.payloadEmpty, 400, "content-changed is a text") { request, _ in request.body = #"{"aps":{"content-changed":"true"}}"# },
        Row(.payloadTooLarge, 413, "4,097 bytes") { request, _ in request.body += String(repeating: " ", count: 4_097 - request.body.utf8.count) },
        Row(.payloadTooLarge, 413, "more than a stream's window") { request, _ in request.body += String(repeating: " ", count: 60_000) },
        Row(.internalServerError, 500, "an error that nobody foresaw") { _, fixture in
            fixture.port.state.withLock { $0.failure = WidgetError(.internal, "broken") }
        },
        Row(.serviceUnavailable, 503, "the store can't be written") { _, fixture in
            fixture.port.state.withLock { $0.failure = WidgetError(.unavailable, "the disk is full") }
        },
        Row(.tooManyRequests, 429, "too many wait for the device") { _, fixture in
            fixture.port.state.withLock { $0.failure = WidgetError(.resourceExhausted, "full") }
        },
    ]

    @Test(arguments: pushRows) func aPushIsRefused(row: Row) async throws {
        let fixture = try await GatewayFixture()
        var request = try fixture.push()
        try row.spoil(&request, fixture)
        let connection = try await fixture.connect()
        Self.expect(row, try await connection.send(request), id: "apns-id")
        #expect(fixture.port.accepted.isEmpty)
        try await connection.close()
        await fixture.gateway.stop()
    }

    // MARK: Broadcasts

    static let broadcastRows: [Row] = [
        Row(.badMessageID, 400, "apns-request-id isn't a UUID") { request, _ in request.set("apns-request-id", "one") },
        Row(.duplicateHeaders, 400, "two channels") { request, _ in request.headers.append(("apns-channel-id", "AA==")) },
        Row(.methodNotAllowed, 405, "GET") { request, _ in (request.method, request.body) = ("GET", "") },
        Row(.badPath, 404, "no app") { request, _ in request.path = "/4/broadcasts/apps/" },
        Row(.badPath, 404, "another word") { request, _ in request.path = "/4/broadcasts/clock" },
        Row(.missingChannelID, 400, "no channel") { request, _ in request.set("apns-channel-id", nil) },
        Row(.badChannelID, 400, "not Base64") { request, _ in request.set("apns-channel-id", "a!") },
        Row(.badChannelID, 400, "65 bytes") { request, _ in request.set("apns-channel-id", String(repeating: "A", count: 65)) },
        Row(.badExpirationDate, 400, "a word") { request, _ in request.set("apns-expiration", "never") },
        Row(.badExpirationDate, 400, "on a channel that stores nothing") { request, fixture in
            request = try fixture.broadcast(GatewayFixture.passing)
            request.set("apns-expiration", "1800000100")
        },
        Row(.badPriority, 400, "1") { request, _ in request.set("apns-priority", "1") },
        Row(.missingPushType, 400, "no type") { request, _ in request.set("apns-push-type", nil) },
        Row(.invalidPushType, 400, "widgets") { request, _ in request.set("apns-push-type", "widgets") },
        Row(.missingProviderToken, 403, "no token") { request, _ in request.set("authorization", nil) },
        Row(.topicMismatch, 403, "a key of another app's servers") { _, fixture in fixture.port.state.withLock { $0.keys[0].apps = ["calendar"] } },
        Row(.channelNotRegistered, 400, "no such channel") { request, _ in request.set("apns-channel-id", "AAAAAAAAAAAAAAAAAAAAAA==") },
        Row(.channelNotRegistered, 400, "another app's channel") { request, _ in request.path = "/4/broadcasts/apps/calendar" },
        Row(.payloadTooLarge, 413, "5,121 bytes") { request, _ in request.body += String(repeating: " ", count: 5_121 - request.body.utf8.count) },
        Row(.payloadEmpty, 400, "no aps") { request, _ in request.body = "{}" },
    ]

    @Test(arguments: broadcastRows) func aBroadcastIsRefused(row: Row) async throws {
        let fixture = try await GatewayFixture()
        var request = try fixture.broadcast()
        try row.spoil(&request, fixture)
        let connection = try await fixture.connect()
        Self.expect(row, try await connection.send(request), id: "apns-request-id")
        #expect(fixture.port.state.withLock { $0.broadcasts.isEmpty })
        try await connection.close()
        await fixture.gateway.stop()
    }

    // MARK: Channels

    static let channelRows: [Row] = [
        Row(.badPath, 404, "another path") { request, _ in request.path = "/3/device/00" },
        Row(.badPath, 404, "another word") { request, _ in request.path = "/1/apps/clock/canals" },
        Row(.methodNotAllowed, 405, "PUT") { request, _ in request.method = "PUT" },
        Row(.methodNotAllowed, 405, "DELETE of all") { request, _ in (request.method, request.path, request.body) = ("DELETE", "/1/apps/clock/all-channels", "")
        },
        Row(.badMessageID, 400, "apns-request-id isn't a UUID") { request, _ in request.set("apns-request-id", "one") },
        Row(.duplicateHeaders, 400, "two authorizations") { request, _ in request.headers.append(("authorization", "bearer x")) },
        Row(.missingChannelID, 400, "GET of none") { request, _ in (request.method, request.body) = ("GET", "") },
        Row(.badChannelID, 400, "not Base64") { request, _ in
            (request.method, request.body) = ("DELETE", "")
            request.set("apns-channel-id", "?")
        },
        Row(.channelNotRegistered, 400, "DELETE of what isn't there") { request, _ in
            (request.method, request.body) = ("DELETE", "")
            request.set("apns-channel-id", "AAAAAAAAAAAAAAAAAAAAAA==")
        },
        Row(.invalidProviderToken, 403, "no JWT") { request, _ in request.set("authorization", "bearer abc") },
        Row(.topicMismatch, 403, "a key of another app's servers") { _, fixture in fixture.port.state.withLock { $0.keys[0].apps = ["calendar"] } },
        Row(.badRequestPayload, 400, "broken JSON") { request, _ in request.body = "{" },
        Row(.badRequestPayload, 400, "no policy") { request, _ in request.body = #"{"push-type":"LiveActivity"}"# },
        Row(.badRequestPayload, 400, "policy 2") { request, _ in request.body = #"{"push-type":"LiveActivity","message-storage-policy":2}"# },
        Row(.badRequestPayload, 400, "policy is a text") { request, _ in request.body = #"{"push-type":"LiveActivity","message-storage-policy":"1"}"# },
        Row(.missingPushType, 400, "no type") { request, _ in request.body = #"{"message-storage-policy":1}"# },
        Row(.invalidPushType, 400, "an alert") { request, _ in request.body = #"{"push-type":"alert","message-storage-policy":1}"# },
        Row(.payloadTooLarge, 413, "4,097 bytes") { request, _ in request.body += String(repeating: " ", count: 4_097 - request.body.utf8.count) },
        Row(.badTopic, 400, "no such app") { request, _ in request.path = "/1/apps/calendar/channels" },
        Row(.cannotCreateChannelConfig, 400, "there are 10,000") { _, fixture in
            fixture.port.state.withLock { state in
                state.channels = (0..<10_000).map { PushChannel(id: [UInt8($0 & 0xFF), UInt8($0 >> 8)], app: "clock", storesMessages: false) }
            }
        },
        Row(.payloadTooLarge, 413, "more than a stream's window") { request, _ in request.body += String(repeating: " ", count: 60_000) },
        Row(.payloadTooLarge, 413, "GET with 4,097 bytes") { request, _ in
            request.method = "GET"
            request.body = String(repeating: " ", count: 4_097)
            request.set("apns-channel-id", "AQIDBAUGBwgJCgsMDQ4PEA==")
        },
        Row(.payloadTooLarge, 413, "DELETE with more than a stream's window") { request, _ in
            request.method = "DELETE"
            request.body = String(repeating: " ", count: 60_000)
            request.set("apns-channel-id", "AQIDBAUGBwgJCgsMDQ4PEA==")
        },
        Row(.payloadTooLarge, 413, "GET of all with 60,000 bytes") { request, _ in
            (request.method, request.path) = ("GET", "/1/apps/clock/all-channels")
            request.body = String(repeating: " ", count: 60_000)
        },
    ]

    @Test(arguments: channelRows) func aChannelIsRefused(row: Row) async throws {
        let fixture = try await GatewayFixture()
        var request = try fixture.manage("POST", "/1/apps/clock/channels", body: #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        try row.spoil(&request, fixture)
        let connection = try await fixture.connectToManagement()
        let channels = fixture.port.state.withLock { $0.channels }
        Self.expect(row, try await connection.send(request), id: "apns-request-id")
        #expect(fixture.port.state.withLock { $0.channels } == channels, "none was made, and none deleted")
        try await connection.close()
        await fixture.gateway.stop()
    }

    /// Those that take more than one request, or another connection, have tests of their own.
    @Test func everyReasonIsSent() {
        let elsewhere: Set<PushReason> = [
            .badCertificate, .badCertificateEnvironment, .unrelatedKeyIDInToken, .expiredToken, .unregistered, .tooManyProviderTokenUpdates, .idleTimeout,
            .shutdown,
        ]
        let sent = Set((Self.pushRows + Self.broadcastRows + Self.channelRows).map(\.reason))
        #expect(sent.union(elsewhere) == Set(PushReason.allCases))
        #expect(sent.isDisjoint(with: elsewhere))
    }
}
