import NIOCore
import NIOTLS

/// Waits for the handshake, and finds out which protocol the client speaks: by ALPN, or by its first bytes where it uses no ALPN.
final class ProtocolChoice: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    enum Spoken {
        case http2
        case http1
    }

    /// The first bytes of HTTP/2 (RFC 9113, 3.4). No other protocol begins with them.
    private static let preface = Array("PRI * HTTP/2.0\r\n".utf8)

    private let timeout: TimeAmount
    /// Adds the protocol's handlers behind this one.
    private let choose: (Spoken, ChannelHandlerContext) throws -> Void
    private var waiting: ByteBuffer?
    private var isHandshakeOver = false
    private var timer: Scheduled<Void>?

    init(timeout: TimeAmount, choose: @escaping (Spoken, ChannelHandlerContext) throws -> Void) {
        self.timeout = timeout
        self.choose = choose
    }

    func handlerAdded(context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard let event = event as? TLSUserEvent, case .handshakeCompleted(let negotiated) = event else { return context.fireUserInboundEventTriggered(event) }
        isHandshakeOver = true
        switch negotiated {
        case "h2": go(on: .http2, context)
        case "http/1.1": go(on: .http1, context)
        default: sniff(context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var data = Self.unwrapInboundIn(data)
        waiting?.writeBuffer(&data)
        if waiting == nil { waiting = data }
        sniff(context)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A stranger's failed handshake isn't logged.
        context.close(promise: nil)
    }

    private func sniff(_ context: ChannelHandlerContext) {
        guard isHandshakeOver, let bytes = waiting?.readableBytesView, !bytes.isEmpty else { return }
        guard Self.preface.starts(with: bytes.prefix(Self.preface.count)) else { return go(on: .http1, context) }
        if bytes.count >= Self.preface.count { go(on: .http2, context) }
    }

    private func go(on spoken: Spoken, _ context: ChannelHandlerContext) {
        do {
            try choose(spoken, context)
        } catch {
            return context.close(promise: nil)
        }
        if let bytes = waiting {
            waiting = nil
            context.fireChannelRead(Self.wrapInboundOut(bytes))
            context.fireChannelReadComplete()
        }
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }
}
