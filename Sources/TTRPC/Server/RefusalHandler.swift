import NIOCore
import TTRPCWire

/// Tells a client whose connection isn't taken why: answers the first request with the reason, then closes.
///
/// It waits for that request because ttrpc has no frame that isn't an answer; no longer than a handshake may take,
/// and few connections of a uid at once.
final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let reason: RPCStatus
    private let limits: ServerLimits
    private var input: FrameBuffer
    private var timeout: Scheduled<Void>?
    private var isDone = false

    init(reason: RPCStatus, limits: ServerLimits) {
        self.reason = reason
        self.limits = limits
        input = FrameBuffer(maximumFrameLength: limits.frameLength, announceAbove: 0)
    }

    func channelActive(context: ChannelHandlerContext) {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        timeout = context.value.eventLoop.scheduleTask(in: limits.handshakeTimeout) { context.value.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return }
        input.append(unwrapInboundIn(data))
        switch input.next() {
        case .incomplete: break
        case .announced(let header), .frame(let header, _), .oversize(let header): answer(context, header.streamID)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timeout?.cancel()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ context: ChannelHandlerContext, _ streamID: UInt32) {
        isDone = true
        var output = ByteBuffer()
        output.writeResponse(streamID: streamID, status: reason)
        context.writeAndFlush(wrapOutboundOut(output), promise: nil)
        context.close(promise: nil)
    }
}
