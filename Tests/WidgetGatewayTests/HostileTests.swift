import NIOCore
import NIOHTTP2
import NIOPosix
import Testing
import WidgetCore

@testable import WidgetGateway

/// Attempts of a stranger: each costs a bounded amount, ends with a reason where there is one, and others are served meanwhile.
@Suite(.timeLimit(.minutes(10))) struct HostileTests {
    /// The gateway still takes pushes on a connection of their own, and holds nothing of what was.
    private func expectWell(_ fixture: GatewayFixture) async throws {
        #expect(try await fixture.connect().send(try fixture.push()).status == 200)
    }

    @Test func aThousandAtOnceAreAnsweredAndMoreWait() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await fixture.connect()
        #expect(try await connection.send(try fixture.push()).status == 200)
        fixture.port.hold()
        let request = try fixture.push()
        let streams = (0..<1_000).map { _ in connection.start(request) }
        // Another server isn't held up by them, as far as the rules go.
        var bad = request
        bad.path = "/"
        #expect(try await fixture.connect().send(bad).status == 404)
        fixture.port.letGo()
        for stream in streams { #expect(try await connection.response(on: stream).status == 200) }
        #expect(fixture.port.accepted.count == 1_001)
        try await expectWell(fixture)
        await fixture.gateway.stop()
    }

    @Test func slowSendersAreRefusedOneByOneAndHoldNobodyUp() async throws {
        var limits = GatewayLimits()
        limits.requestTimeout = .seconds(2)
        let fixture = try await GatewayFixture(limits: limits)
        let slow = try await fixture.connect()
        let request = try fixture.push()
        let streams = (0..<150).map { _ in
            let stream = slow.nextStream()
            slow.headers(request, on: stream, end: false)
            slow.data([UInt8(ascii: "{")], on: stream, end: false)
            return stream
        }
        try await expectWell(fixture)
        for stream in streams { #expect(try await slow.response(on: stream).body == #"{"reason":"IdleTimeout"}"#) }
        #expect(try await slow.send(request).status == 200)
        await fixture.gateway.stop()
    }

    @Test func aBodyWithoutEndIsResetAfterItsAnswer() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await fixture.connect()
        let stream = connection.nextStream()
        connection.headers(try fixture.push(), on: stream, end: false)
        for _ in 0..<80 { connection.data(Array(repeating: 0x20, count: 16 << 10), on: stream, end: false) }
        let response = try await connection.response(on: stream)
        #expect(response.status == 413)
        #expect(response.body == #"{"reason":"PayloadTooLarge"}"#)
        #expect(try await connection.send(try fixture.push()).status == 200, "the connection goes on")
        await fixture.gateway.stop()
    }

    @Test func aFloodOfBadTokensEndsItsConnection() async throws {
        var limits = GatewayLimits()
        limits.badTokensPerConnection = 20
        let fixture = try await GatewayFixture(limits: limits, closeTimeout: .seconds(2))
        let connection = try await fixture.connect()
        var bad = try fixture.push()
        bad.set("authorization", "bearer abc")
        for _ in 0..<20 { #expect(try await connection.send(bad).status == 403) }
        let goAway = try await connection.goAway()
        #expect(goAway.code == .enhanceYourCalm)
        #expect(goAway.data == #"{"reason":"TooManyRequests"}"#)
        try await connection.closed()
        try await expectWell(fixture)
        await fixture.gateway.stop()
    }

    @Test func whoSendsBadTokensOnConnectionAfterConnectionIsLetInNoMore() async throws {
        var limits = GatewayLimits()
        limits.badTokensPerSource = .init(burst: 10, perSecond: 0)
        let fixture = try await GatewayFixture(limits: limits)
        let good = try await fixture.connect()
        #expect(try await good.send(try fixture.push()).status == 200)
        var bad = try fixture.push()
        bad.path = "/3/device/" + String(repeating: "ab", count: 32)
        for _ in 0..<2 {
            let connection = try await fixture.connect()
            for _ in 0..<5 { #expect(try await connection.send(bad).body == #"{"reason":"BadDeviceToken"}"#) }
        }
        await #expect(throws: (any Error).self) { try await fixture.connect().send(bad) }
        #expect(try await good.send(try fixture.push()).status == 200, "who is there and has good ones goes on")
        await fixture.gateway.stop()
    }

    @Test func oneAddressHasItsRate() async throws {
        var limits = GatewayLimits()
        limits.requestsPerSource = .init(burst: 5, perSecond: 0)
        let fixture = try await GatewayFixture(limits: limits)
        for _ in 0..<5 { #expect(try await fixture.connect().send(try fixture.push()).status == 200) }
        let response = try await fixture.connect().send(try fixture.push())
        #expect(response.status == 429)
        #expect(response.body == #"{"reason":"TooManyRequests"}"#)
        #expect(response["apns-id"] == "123e4567-e89b-12d3-a456-42665544000A")
        await fixture.gateway.stop()
    }

    @Test func oneKeyHasItsRate() async throws {
        var limits = GatewayLimits()
        limits.requestsPerKey = .init(burst: 5, perSecond: 0)
        let fixture = try await GatewayFixture(limits: limits)
        let connection = try await fixture.connect()
        for _ in 0..<5 { #expect(try await connection.send(try fixture.push()).status == 200) }
        #expect(try await connection.send(try fixture.push()).body == #"{"reason":"TooManyRequests"}"#)
        #expect(try await fixture.connect().send(try fixture.push()).body == #"{"reason":"TooManyRequests"}"#)
        await fixture.gateway.stop()
    }

    @Test func oneAddressHasItsConnections() async throws {
        var limits = GatewayLimits()
        limits.connectionsPerSource = 3
        let fixture = try await GatewayFixture(limits: limits)
        var connections: [TestConnection] = []
        for _ in 0..<3 {
            connections.append(try await fixture.connect())
            #expect(try await connections[connections.count - 1].send(try fixture.push()).status == 200)
        }
        await #expect(throws: (any Error).self) { try await fixture.connect().send(try fixture.push()) }
        try await connections[0].close()
        // The place is free as soon as the gateway has seen the end.
        while (try? await fixture.connect().send(try fixture.push()))?.status != 200 { await Task.yield() }
        await fixture.gateway.stop()
    }

    @Test func aConnectionHasAsManyRequestsAsItLikesOneAfterAnother() async throws {
        var limits = GatewayLimits()
        limits.streams = 4
        let fixture = try await GatewayFixture(limits: limits)
        let connection = try await fixture.connect()
        // More than are looked after at once: what is over is forgotten in between.
        for _ in 0..<30 { #expect(try await connection.send(try fixture.push()).status == 200) }
        await fixture.gateway.stop()
    }

    @Test func whatIsHeldOfAllRequestsIsBounded() async throws {
        var limits = GatewayLimits()
        limits.heldBytes = 4_000
        let fixture = try await GatewayFixture(limits: limits)
        let connection = try await fixture.connect()
        let first = connection.nextStream()
        connection.headers(try fixture.push(), on: first, end: false)
        connection.data(Array(repeating: 0x20, count: 3_000), on: first, end: false)
        // Its headers alone take too much.
        let second = try fixture.push()
        let response = try await connection.send(second)
        #expect(response.status == 503)
        #expect(response.body == #"{"reason":"ServiceUnavailable"}"#)
        connection.data(Array(#"{"aps":{"content-changed":true}}"#.utf8), on: first, end: true)
        #expect(try await connection.response(on: first).status == 200)
        #expect(try await connection.send(second).status == 200, "it is held no more")
        await fixture.gateway.stop()
    }

    @Test func pushesOnTheirWayAreBounded() async throws {
        var limits = GatewayLimits()
        limits.unfinishedPushes = 2
        let fixture = try await GatewayFixture(limits: limits)
        let connection = try await fixture.connect()
        fixture.port.hold()
        let streams = try (0..<2).map { _ in connection.start(try fixture.push()) }
        #expect(try await connection.send(try fixture.push()).body == #"{"reason":"ServiceUnavailable"}"#)
        fixture.port.letGo()
        for stream in streams { #expect(try await connection.response(on: stream).status == 200) }
        #expect(try await connection.send(try fixture.push()).status == 200)
        await fixture.gateway.stop()
    }

    @Test func headersWithoutEndEndTheirConnection() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await fixture.connect()
        var request = try fixture.push()
        for index in 0..<40 { request.headers.append(("x-\(index)", String(repeating: "x", count: 1_000))) }
        await #expect(throws: (any Error).self) {
            let response = try await connection.send(request)
            if response.reset != nil || response.status == 0 { throw CancellationError() }
        }
        try await expectWell(fixture)
        await fixture.gateway.stop()
    }

    @Test func aRequestThatIsNoneIsResetAndTheOthersAreAnswered() async throws {
        let fixture = try await GatewayFixture(closeTimeout: .seconds(2))
        let connection = try await fixture.connect()
        fixture.port.hold()
        let good = connection.start(try fixture.push())
        var bad = try fixture.push()
        bad.headers.append(("APNS-Priority", "10"))
        let stream = connection.nextStream()
        connection.headers(bad, on: stream, end: true)
        #expect(try await connection.response(on: stream).reset == .protocolError)
        fixture.port.letGo()
        #expect(try await connection.response(on: good).status == 200)
        #expect(try await connection.goAway().code == .protocolError)
        try await connection.closed()
        try await expectWell(fixture)
        await fixture.gateway.stop()
    }

    @Test func requestsThatAreTakenBackAtOnceEndTheirConnection() async throws {
        let fixture = try await GatewayFixture(closeTimeout: .seconds(2))
        let connection = try await fixture.connect()
        let request = try fixture.push()
        for _ in 0..<400 {
            let stream = connection.nextStream()
            connection.headers(request, on: stream, end: false)
            connection.write(stream, .rstStream(.cancel))
        }
        #expect(try await connection.goAway().code == .enhanceYourCalm)
        try await connection.closed()
        try await expectWell(fixture)
        await fixture.gateway.stop()
    }

    @Test func aClientThatSaysNothingIsClosed() async throws {
        var limits = GatewayLimits()
        limits.handshakeTimeout = .milliseconds(50)
        let fixture = try await GatewayFixture(limits: limits)
        let silent = try await ClientBootstrap(group: GatewayFixture.group).connect(host: "127.0.0.1", port: fixture.gateway.addresses[0].port).get()
        try await silent.closeFuture.get()
        let garbage = try await ClientBootstrap(group: GatewayFixture.group).connect(host: "127.0.0.1", port: fixture.gateway.addresses[0].port).get()
        try? await garbage.writeAndFlush(ByteBuffer(string: "POST /3/device/00 HTTP/1.1\r\n\r\n"))
        try await garbage.closeFuture.get()
        await fixture.gateway.stop()
    }

    @Test func bucketsFillWithTimeAndAreBounded() {
        let start = NIODeadline.uptimeNanoseconds(1)
        let book = KeyedRateLimiter<Int>(rate: .init(burst: 2, perSecond: 1), now: start)
        #expect(book.take(0, now: start))
        #expect(book.take(0, now: start))
        #expect(!book.take(0, now: start))
        #expect(!book.has(0, now: start + .milliseconds(900)))
        #expect(book.take(0, now: start + .milliseconds(1_100)))
        #expect(book.take(1, now: start + .milliseconds(1_100)), "another has its own")
        for key in 0..<10_000 { _ = book.take(key, now: start + .seconds(2)) }
        #expect(book.count <= Tuning.buckets)
        #expect(!book.take(20_000, now: start + .seconds(2)), "the shared bucket is empty")
        #expect(book.take(20_000, now: start + .seconds(60)), "those that are full again make room")
    }
}
