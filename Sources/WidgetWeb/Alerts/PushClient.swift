import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import WidgetCore
import WidgetGateway

/// One request to a push service: its own connection, by TLS 1.2 or later. On the server's event loop.
struct PushClient {
    let eventLoop: any EventLoop
    let tls: NIOSSLContext

    /// - Parameter roots: the certificates that services are trusted by.
    static func context(trusting roots: NIOSSLTrustRoots = .default) throws(WidgetError) -> NIOSSLContext {
        do {
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            configuration.trustRoots = roots
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw WidgetError(.failedPrecondition, "the system's certificates can't be read; install ca-certificates", cause: "\(error)")
        }
    }

    /// - Returns: the answer's status; it fails where there is none within ``WebLimits/pushTimeout``.
    func send(_ body: [UInt8], _ headers: [(String, String)], to receiver: WebPushReceiver) -> EventLoopFuture<Int> {
        let promise = eventLoop.makePromise(of: Int.self)
        let (tls, timeout) = (tls, WebLimits.pushTimeout)
        ClientBootstrap(group: eventLoop)
            .connectTimeout(timeout)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: receiver.host))
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(PushExchange(promise))
                }
            }
            .connect(host: receiver.host, port: receiver.port)
            .whenComplete { result in
                switch result {
                case .failure(let error): promise.fail(error)
                case .success(let channel):
                    let name = receiver.port == 443 ? receiver.host : "\(receiver.host):\(receiver.port)"
                    let fields = HTTPHeaders(headers + [("host", name), ("content-length", "\(body.count)"), ("connection", "close")])
                    let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: receiver.path, headers: fields)
                    channel.write(HTTPClientRequestPart.head(head), promise: nil)
                    channel.write(HTTPClientRequestPart.body(.byteBuffer(channel.allocator.buffer(bytes: body))), promise: nil)
                    channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
                    let timer = channel.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
                    channel.closeFuture.whenComplete { _ in timer.cancel() }
                }
            }
        return promise.futureResult
    }
}

/// Waits for the head of the answer; what comes after it isn't read.
private final class PushExchange: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private struct NoAnswer: Error {}

    private var promise: EventLoopPromise<Int>?

    init(_ promise: EventLoopPromise<Int>) { self.promise = promise }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = Self.unwrapInboundIn(data), let promise else { return }
        self.promise = nil
        promise.succeed(Int(head.status.code))
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) { fail(NoAnswer()) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(error)
        context.close(promise: nil)
    }

    func handlerRemoved(context: ChannelHandlerContext) { fail(NoAnswer()) }

    private func fail(_ error: any Error) {
        promise?.fail(error)
        promise = nil
    }
}
