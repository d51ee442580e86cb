import NIOCore

/// Tells a client that speaks HTTP/1.1 what is spoken here.
final class HTTP1Refusal: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let body = "pushes are sent with HTTP/2\n"
    private static let answer =
        "HTTP/1.1 426 Upgrade Required\r\nupgrade: h2\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)"
    private var isAnswered = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isAnswered else { return }
        isAnswered = true
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.value.writeAndFlush(Self.wrapOutboundOut(ByteBuffer(string: Self.answer))).whenComplete { _ in context.value.close(promise: nil) }
    }
}
