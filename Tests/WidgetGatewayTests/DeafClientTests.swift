import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import Testing
import WidgetCore
import WidgetTestSupport

@testable import WidgetGateway

/// A client that sends and never reads is cut off, before its answers fill this machine.
@Suite(.timeLimit(.minutes(10))) struct DeafClientTests {
    private func fixture() async throws -> GatewayFixture {
        var limits = GatewayLimits()
        limits.unreadTimeout = .seconds(1)
        return try await GatewayFixture(limits: limits)
    }

    private func wait(until isSo: () -> Bool) async throws {
        while !isSo() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    @Test func overHTTP2() async throws {
        let fixture = try await fixture()
        fixture.port.state.withLock { state in
            state.channels = (0..<10_000).map { PushChannel(id: [UInt8($0 & 0xFF), UInt8($0 >> 8)], app: "clock", storesMessages: false) }
        }
        let list = try fixture.manage("GET", "/1/apps/clock/all-channels")
        // HTTP/2's windows are wide open: what it doesn't read stays in TCP.
        let client = try await fixture.connectToManagement(window: 1 << 20)
        client.write(0, .windowUpdate(windowSizeIncrement: 1 << 30))
        #expect(try await client.send(list).status == 200)
        try await client.channel.setOption(.autoRead, value: false).get()
        for _ in 0..<100 { client.start(list) }
        try await wait { fixture.gateway.status.connections == 0 }
        try? await client.close()
        await fixture.gateway.stop()
    }

    /// Reads no more once the handshake is over.
    private final class Deafness: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let requests: ByteBuffer

        init(requests: ByteBuffer) { self.requests = requests }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            guard case .handshakeCompleted = event as? TLSUserEvent else { return }
            context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
            context.writeAndFlush(Self.wrapOutboundOut(requests), promise: nil)
        }
    }

    @Test func overHTTP1() async throws {
        let fixture = try await fixture()
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(TestCertificates.valid.utf8)))
        configuration.applicationProtocols = ["http/1.1"]
        let context = try NIOSSLContext(configuration: configuration)
        let endpoint = WebPushSubscription(token: GatewayFixture.widgets, origin: "", secret: GatewayFixture.secret).endpoint
        // Without a TTL: the answer has some words.
        let requests = ByteBuffer(string: String(repeating: "POST \(endpoint) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", count: 10_000))
        let client = try await ClientBootstrap(group: GatewayFixture.group)
            .channelOption(.socketOption(.so_rcvbuf), value: 4 << 10)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLClientHandler(context: context, serverHostname: "localhost"), Deafness(requests: requests))
                }
            }
            .connect(host: "127.0.0.1", port: fixture.gateway.addresses[0].port).get()
        try await wait { fixture.gateway.status.refused > 0 }
        try await wait { fixture.gateway.status.connections == 0 }
        #expect(fixture.gateway.status.refused < 10_000, "it was cut off, not answered to the end")
        try? await client.close()
        await fixture.gateway.stop()
    }
}
