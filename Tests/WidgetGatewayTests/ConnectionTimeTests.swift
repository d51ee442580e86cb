import Logging
import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing
import WidgetCore

@testable import WidgetGateway

/// How long a connection and its streams may take; the time is the test's.
@Suite(.timeLimit(.minutes(10))) struct ConnectionTimeTests {
    /// A connection on frames, without a network.
    private struct Connection {
        let loop = NIOAsyncTestingEventLoop()
        let channel: NIOAsyncTestingChannel

        init(_ fixture: GatewayFixture) async throws {
            channel = NIOAsyncTestingChannel(loop: loop)
            let handler = PushRequestHandler(
                port: fixture.port, limits: GatewayLimits(), webPushSecret: GatewayFixture.secret, now: { GatewayFixture.start },
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
            try await loop.executeInContext { [channel, loop] in
                try channel.pipeline.syncOperations.addHandler(
                    HTTP2Connection(
                        handler: handler, role: .push, source: .local, certificate: nil, eventLoop: loop,
                        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }))
            }
            _ = try await frames()
        }

        /// Sends a request, and has its answer taken, unless the client's window is closed.
        /// - Returns: its status.
        func send(_ request: TestRequest, on stream: HTTP2StreamID, isTaken: Bool = true) async throws -> String? {
            try await channel.writeInbound(HTTP2Frame(streamID: stream, payload: .headers(.init(headers: request.block, endStream: request.body.isEmpty))))
            if !request.body.isEmpty {
                let body = HTTP2Frame.FramePayload.data(.init(data: .byteBuffer(ByteBuffer(string: request.body)), endStream: true))
                try await channel.writeInbound(HTTP2Frame(streamID: stream, payload: body))
            }
            var status: String?
            while status == nil {
                let frame = try await channel.waitForOutboundWrite(as: HTTP2Frame.self)
                if case .headers(let headers) = frame.payload { status = headers.headers.first(name: ":status") }
            }
            if isTaken {
                try await loop.executeInContext { [channel] in
                    channel.pipeline.fireUserInboundEventTriggered(StreamClosedEvent(streamID: stream, reason: nil))
                }
            }
            return status
        }

        /// The bytes that it has written since it was asked last.
        func frames() async throws -> [HTTP2Frame] {
            var frames: [HTTP2Frame] = []
            while let frame = try await channel.readOutbound(as: HTTP2Frame.self) { frames.append(frame) }
            return frames
        }

        /// The reason of the GOAWAY that it has written.
        func goodbye() async throws -> String? {
            for frame in try await frames() {
                if case .goAway(_, _, let data) = frame.payload { return data.map { String(buffer: $0) } ?? "" }
            }
            return nil
        }
    }

    private static let idle = #"{"reason":"IdleTimeout"}"#

    private func bad(_ fixture: GatewayFixture) throws -> TestRequest {
        var request = try fixture.push()
        request.path = "/"
        return request
    }

    @Test func aConnectionThatShowsNoRightTokenIsClosedAfterHalfAMinuteWhateverItSends() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await Connection(fixture)
        #expect(try await connection.send(bad(fixture), on: 1) == "404")
        await connection.loop.advanceTime(by: .seconds(20))
        #expect(try await connection.send(bad(fixture), on: 3) == "404")
        await connection.loop.advanceTime(by: .seconds(9))
        #expect(try await connection.goodbye() == nil)
        await connection.loop.advanceTime(by: .seconds(1))
        #expect(try await connection.goodbye() == Self.idle)
        await connection.loop.advanceTime(by: GatewayLimits().closeTimeout)
        try await connection.channel.closeFuture.get()
        await fixture.gateway.stop()
    }

    @Test func aConnectionThatHasShownARightOneIsKeptForHalfAnHourAfterItsLastRequest() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await Connection(fixture)
        #expect(try await connection.send(fixture.push(), on: 1) == "200")
        await connection.loop.advanceTime(by: .minutes(20))
        // Once known it may be wrong.
        #expect(try await connection.send(bad(fixture), on: 3) == "404")
        await connection.loop.advanceTime(by: .minutes(29))
        #expect(try await connection.goodbye() == nil)
        await connection.loop.advanceTime(by: .minutes(1))
        #expect(try await connection.goodbye() == Self.idle)
        await connection.loop.advanceTime(by: GatewayLimits().closeTimeout)
        try await connection.channel.closeFuture.get()
        await fixture.gateway.stop()
    }

    @Test func aWebPushMakesAConnectionKnownToo() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await Connection(fixture)
        let endpoint = WebPushSubscription(token: GatewayFixture.widgets, origin: "", secret: GatewayFixture.secret).endpoint
        #expect(try await connection.send(TestRequest(path: endpoint, headers: [("ttl", "0")], body: ""), on: 1) == "201")
        await connection.loop.advanceTime(by: .minutes(29))
        #expect(try await connection.goodbye() == nil)
        await fixture.gateway.stop()
    }

    @Test func anAnswerThatTheClientsWindowKeepsOutIsGivenUpAndTheConnectionGoesOn() async throws {
        let fixture = try await GatewayFixture()
        let connection = try await Connection(fixture)
        #expect(try await connection.send(fixture.push(), on: 1) == "200")
        #expect(try await connection.send(bad(fixture), on: 3, isTaken: false) == "404")
        await connection.loop.advanceTime(by: .seconds(29))
        func resets() async throws -> [HTTP2StreamID] {
            try await connection.frames().compactMap { if case .rstStream(.cancel) = $0.payload { $0.streamID } else { nil } }
        }
        #expect(try await resets().isEmpty)
        await connection.loop.advanceTime(by: .seconds(1))
        #expect(try await resets() == [3])
        #expect(try await connection.send(fixture.push(), on: 5) == "200")
        await fixture.gateway.stop()
    }
}
