import NIOCore

/// The first handler of a connection, below TLS: bounds what a stranger may cost before it is known, and can cut the link.
final class LinkGuard: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let timeout: TimeAmount
    private let maximumBytes: Int
    private let heard: LastHeard
    private var bytes = 0
    private var isKnown = false
    private var timer: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    /// - Parameter heard: is told of all that comes.
    init(limits: PeerLimits, heard: LastHeard) {
        self.heard = heard
        timeout = limits.handshakeTimeout
        maximumBytes = limits.handshakeBytes
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        arm(timeout)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        heard.note()
        if !isKnown {
            bytes += unwrapInboundIn(data).readableBytes
            guard bytes <= maximumBytes else { return cut() }
        }
        context.fireChannelRead(data)
    }

    /// Both sides are known.
    /// - Parameter lifetime: how long the link may last; nil: for ever.
    func admit(lifetime: TimeAmount?) {
        isKnown = true
        timer?.cancel()
        timer = nil
        if let lifetime { arm(lifetime) }
    }

    /// Closes the connection at once: nothing more is read from it, not even a farewell, and what wasn't sent is dropped.
    func cut() {
        context?.close(promise: nil)
    }

    private func arm(_ time: TimeAmount) {
        guard let loop = context?.eventLoop else { return }
        timer = loop.assumeIsolated().scheduleTask(in: time) { self.cut() }
    }
}
