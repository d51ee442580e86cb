import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Testing
import WidgetCore

@testable import WidgetGateway

/// The frames that the clients' libraries need, beside statuses and reasons.
@Suite(.timeLimit(.minutes(10))) struct WireTests {
    @Test func aPushIsAnsweredWithHeadersAlone() async throws {
        let fixture = try await GatewayFixture()
        let response = try await fixture.connect().send(try fixture.push())
        #expect(response.status == 200)
        #expect(response.endedOnHeaders)
        #expect(response.frames.isEmpty)
        #expect(response["apns-id"] == "123e4567-e89b-12d3-a456-42665544000A", "as it came")
        let push = try #require(fixture.port.accepted.first)
        #expect(push.id == "123e4567-e89b-12d3-a456-42665544000A")
        #expect(push.address == .widgets(app: "clock"))
        #expect(push.token == GatewayFixture.widgets)
        #expect(push.source == .apns)
        #expect(push.priority == 10)
        #expect(push.expiration == GatewayFixture.start + .hours(30 * 24), "without a date it is kept for 30 days")
        #expect(String(decoding: push.payload, as: UTF8.self) == #"{"aps":{"content-changed":true}}"#)
        await fixture.gateway.stop()
    }

    @Test func anIDIsMadeInLowerCase() async throws {
        let fixture = try await GatewayFixture()
        var request = try fixture.push()
        request.set("apns-id", nil)
        let connection = try await fixture.connect()
        let first = try #require(try await connection.send(request)["apns-id"])
        let second = try #require(try await connection.send(request)["apns-id"])
        #expect(MessageID.isValid(first) && first == first.lowercased())
        #expect(first != second)
        #expect(fixture.port.accepted.map(\.id) == [first, second])
        await fixture.gateway.stop()
    }

    @Test(
        arguments: [
            ("0", nil), ("1799999999", nil), ("1800000060", Timestamp(milliseconds: 1_800_000_060_000)), ("1900000000", GatewayFixture.start + .hours(720)),
        ] as [(String, Timestamp?)])
    func anExpirationSaysHowLongItIsKept(text: String, expiration: Timestamp?) async throws {
        let fixture = try await GatewayFixture()
        var request = try fixture.push()
        request.set("apns-expiration", text)
        request.set("apns-priority", "5")
        request.set("apns-collapse-id", String(repeating: "c", count: 64))
        #expect(try await fixture.connect().send(request).status == 200)
        let push = try #require(fixture.port.accepted.first)
        #expect(push.expiration == expiration)
        #expect(push.priority == 5)
        #expect(push.collapseID == String(repeating: "c", count: 64))
        await fixture.gateway.stop()
    }

    @Test func aClientWithoutALPNOrAuthorityIsUnderstood() async throws {
        let fixture = try await GatewayFixture()
        var request = try fixture.push()
        request.authority = nil
        request.headers.append(("host", "api.push.apple.com"))
        #expect(try await fixture.connect(alpn: []).send(request).status == 200)
        await fixture.gateway.stop()
    }

    @Test func controlsAndActivitiesHaveTheirTopics() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await fixture.connect()
        #expect(try await connection.send(try fixture.push(GatewayFixture.control, type: "controls")).status == 200)
        var activity = try fixture.push(GatewayFixture.activity, type: "liveactivity")
        activity.body = #"{"aps":{"event":"end"}}"#
        #expect(try await connection.send(activity).status == 200)
        var untyped = try fixture.push()
        untyped.set("apns-push-type", nil)
        #expect(try await connection.send(untyped).status == 200, "the topic says the type")
        #expect(fixture.port.accepted.map(\.address) == [.control(app: "clock", id: "c"), .activity(app: "clock", id: "a"), .widgets(app: "clock")])
        await fixture.gateway.stop()
    }

    @Test func aPushIsSafeBeforeItIsAnswered() async throws {
        let fixture = try await GatewayFixture()
        fixture.port.hold()
        let connection = try await fixture.connect()
        let stream = connection.start(try fixture.push())
        var bad = try fixture.push()
        bad.path = "/"
        #expect(try await connection.send(bad).status == 404, "what comes later isn't held up")
        fixture.port.letGo()
        #expect(try await connection.response(on: stream).status == 200)
        #expect(fixture.port.accepted.count == 1)
        await fixture.gateway.stop()
    }

    @Test func twoHundredAtOnceAreAllAnswered() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await fixture.connect()
        let streams = try (0..<200).map { _ in connection.start(try fixture.push()) }
        for stream in streams { #expect(try await connection.response(on: stream).status == 200) }
        #expect(fixture.port.accepted.count == 200)
        await fixture.gateway.stop()
    }

    /// Such a client takes 65,535 bytes of errors in all: it is sent to a new connection before an answer has no room.
    @Test func aClientThatNeverOpensItsWindowIsSentAway() async throws {
        let fixture = try await GatewayFixture(closeTimeout: .seconds(2))
        let connection = try await fixture.connect()
        // The longest of all errors.
        let bad = try fixture.push(GatewayFixture.taken)
        var answered = 0
        var bytes = 0
        while true {
            let streams = (0..<100).map { _ in connection.start(bad) }
            var isOver = false
            for stream in streams {
                guard let response = try? await connection.response(on: stream), response.reset == nil else { isOver = true; break }
                #expect(response.status == 410)
                answered += 1
                bytes += response.body.utf8.count
            }
            if isOver { break }
            #expect(bytes < 65_535)
        }
        let goAway = try await connection.goAway()
        #expect(goAway.code == .noError)
        #expect(goAway.lastStream <= 2 * answered - 1, "all that was taken up was answered")
        #expect(answered > 500)
        try await connection.closed()
        await fixture.gateway.stop()
    }

    @Test func aClientOfHTTP1IsToldWhatIsSpoken() async throws {
        let fixture = try await GatewayFixture()
        let text = try await PlainClient.exchange(port: fixture.gateway.addresses[0].port, alpn: [], send: "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 426 "))
        #expect(text.hasSuffix("use HTTP/2 (RFC 9113); only Web Push and posts to topics may use HTTP/1.1\n"))
        let negotiated = try await PlainClient.exchange(
            port: fixture.gateway.addresses[0].port, send: "POST /3/device/00 HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n")
        #expect(negotiated.hasPrefix("HTTP/1.1 426 "))
        await fixture.gateway.stop()
    }

    @Test func theSettingsSayTheLimits() async throws {
        let fixture = try await GatewayFixture()
        let settings = try await fixture.connect().settings()
        #expect(settings.first { $0.parameter == .maxConcurrentStreams }?.value == 1_000)
        #expect(settings.first { $0.parameter == .maxHeaderListSize }?.value == 16_384)
        await fixture.gateway.stop()
    }
}

@Suite(.timeLimit(.minutes(10))) struct BroadcastTests {
    @Test func aBroadcastGoesToItsChannel() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await fixture.connect()
        let response = try await connection.send(try fixture.broadcast())
        #expect(response.status == 200)
        #expect(response.endedOnHeaders)
        #expect(response["apns-request-id"] == "123e4567-e89b-12d3-a456-42665544000B")
        #expect(fixture.port.state.withLock { $0.broadcasts } == [Array(#"{"aps":{"event":"update"}}"#.utf8)])
        #expect(try await connection.send(try fixture.broadcast(GatewayFixture.passing)).status == 200)
        await fixture.gateway.stop()
    }

    @Test func channelsAreMadeReadListedAndDeleted() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await fixture.connectToManagement()
        let made = try await connection.send(
            try fixture.manage("POST", "/1/apps/clock/channels", body: #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#))
        #expect(made.status == 201)
        #expect(made.endedOnHeaders)
        let id = try #require(made["apns-channel-id"])
        #expect(made["apns-request-id"] == "123e4567-e89b-12d3-a456-42665544000C")

        var read = try fixture.manage("GET", "/1/apps/clock/channels")
        read.headers.append(("apns-channel-id", id))
        #expect(try await connection.send(read).body == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)

        let all = try await connection.send(try fixture.manage("GET", "/1/apps/clock/all-channels"))
        #expect(all.status == 200)
        #expect(all.body == #"{"channels":["AQIDBAUGBwgJCgsMDQ4PEA==","AgMEBQYHCAkKCwwNDg8QEQ==","\#(id)"]}"#)

        var delete = read
        delete.method = "DELETE"
        let deleted = try await connection.send(delete)
        #expect(deleted.status == 204)
        #expect(deleted.endedOnHeaders)
        #expect(try await connection.send(read).body == #"{"reason":"ChannelNotRegistered"}"#)
        await fixture.gateway.stop()
    }

    @Test func tenThousandChannelsAreListed() async throws {
        let fixture = try await GatewayFixture()
        fixture.port.state.withLock { state in
            state.channels = (0..<10_000).map {
                PushChannel(id: Array(repeating: UInt8($0 & 0xFF), count: 14) + [UInt8($0 & 0xFF), UInt8($0 >> 8)], app: "clock", storesMessages: false)
            }
        }
        let connection = try await fixture.connectToManagement()
        // The client opens its windows as it reads, but HTTP/2's handler here doesn't: so wide from the beginning.
        connection.write(0, .windowUpdate(windowSizeIncrement: 1 << 20))
        let stream = connection.nextStream()
        connection.headers(try fixture.manage("GET", "/1/apps/clock/all-channels"), on: stream, end: true)
        connection.write(stream, .windowUpdate(windowSizeIncrement: 1 << 20))
        let body = try await connection.response(on: stream).body
        #expect(body.split(separator: ",").count == 10_000)
        #expect(body.hasSuffix("]}"))
        await fixture.gateway.stop()
    }
}
