import NIOCore
import TTRPCWire

/// Stopping without a cut: new requests are told, old ones finish.
extension ServerConnection {
    /// - Parameter promise: succeeded when nothing is open and everything is sent, or the connection is gone.
    func drain(_ promise: EventLoopPromise<Void>) {
        isDraining = true
        guard drained == nil else { return promise.succeed() }
        drained = promise
        for stream in Array(streams.values) {
            if case .stream(let handler) = stream.role { handler.draining() }
        }
        reportDrained()
    }

    func reportDrained() {
        guard let promise = drained, streams.isEmpty, let context else { return }
        drained = nil
        flush()
        // An empty write is through when all before it are.
        context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in promise.succeed() }
    }

    /// The time to drain is over. The future succeeds when the connection is gone.
    func stop() -> EventLoopFuture<Void>? {
        let closed = context?.channel.closeFuture
        let status = RPCStatus(.unavailable, "the server is stopping")
        for stream in Array(streams.values) { fail(stream, status) }
        flush()
        close()
        return closed
    }
}
