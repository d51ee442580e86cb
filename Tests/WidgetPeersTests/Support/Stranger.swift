import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

@testable import WidgetPeers

/// Someone who connects to a peer's port and isn't one: with any TLS, or none.
final class Stranger: Sendable {
    let channel: any Channel
    private let recorder: Recorder

    /// - Parameter tls: nil: plain bytes.
    init(port: Int, tls: TLSConfiguration? = nil) async throws {
        let recorder = Recorder(first: PeerNode.group.next().makePromise())
        let context = try tls.map { try NIOSSLContext(configuration: $0) }
        channel = try await ClientBootstrap(group: PeerNode.group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        let handler = try NIOSSLClientHandler(context: context, serverHostname: nil) { _, promise in promise.succeed(.certificateVerified) }
                        try channel.pipeline.syncOperations.addHandler(handler)
                    }
                    try channel.pipeline.syncOperations.addHandler(recorder)
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        self.recorder = recorder
    }

    /// TLS as peers speak it, but for what `change` changes.
    static func tls(_ identity: DeviceIdentity?, _ change: (inout TLSConfiguration) -> Void = { _ in }) throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .noHostnameVerification
        configuration.trustRoots = .certificates([])
        configuration.applicationProtocols = ["widgetd/1"]
        if let identity {
            configuration.certificateChain = [.certificate(try NIOSSLCertificate(bytes: identity.certificate, format: .der))]
            configuration.privateKey = .privateKey(try NIOSSLPrivateKey(bytes: Array(identity.privateKey.derRepresentation), format: .der))
        }
        change(&configuration)
        return configuration
    }

    func send(_ bytes: some Sequence<UInt8>) { channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil) }

    /// Waits until something came, or the other side has closed.
    func waitForBytes() async { try? await recorder.first.futureResult.get() }

    /// Waits until the other side has closed.
    /// - Returns: the bytes that came: behind TLS where there is TLS; nil where it hasn't closed in half a minute.
    func heardUntilClosed() async -> Int? {
        let patience = channel.eventLoop.scheduleTask(in: .seconds(120)) { self.channel.close(promise: nil) }
        try? await channel.closeFuture.get()
        patience.cancel()
        return await (try? patience.futureResult.get()) == nil ? recorder.bytes : nil
    }

    private final class Recorder: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer
        let first: EventLoopPromise<Void>
        private let count = Mutex(0)

        init(first: EventLoopPromise<Void>) { self.first = first }

        var bytes: Int { count.withLock { $0 } }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let more = unwrapInboundIn(data).readableBytes
            count.withLock { $0 += more }
            first.succeed()
        }

        func channelInactive(context: ChannelHandlerContext) { first.succeed() }

        func handlerRemoved(context: ChannelHandlerContext) { first.succeed() }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
