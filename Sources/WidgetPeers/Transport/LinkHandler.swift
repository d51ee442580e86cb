import NIOCore
import NIOSSL
import NIOTLS
import WidgetCore

/// The handler above TLS: makes a ``PeerLink`` of a connection whose handshake has ended well, and knows how a link ended.
final class LinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The meaning of the other side's silence, for the side that dialled.
    private let describe: (PeerVerification.Outcome, (any Error)?) -> WidgetError
    private let establish: (any Channel, DeviceID, Standing) throws -> Void
    private let verification: PeerVerification
    private let ended: EventLoopPromise<WidgetError?>
    private var isEstablished = false
    /// A byte of the other side's has come: it took us up.
    private var hasHeard = false
    private var failure: (any Error)?

    /// - Parameters:
    ///   - ended: succeeded when the connection is gone, with the reason where it wasn't closed in order.
    ///   - establish: takes the connection up; what it throws ends it.
    init(
        verification: PeerVerification, ended: EventLoopPromise<WidgetError?>, describe: @escaping (PeerVerification.Outcome, (any Error)?) -> WidgetError,
        establish: @escaping (any Channel, DeviceID, Standing) throws -> Void
    ) {
        self.verification = verification
        self.ended = ended
        self.describe = describe
        self.establish = establish
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard case .handshakeCompleted(let negotiated) = event as? TLSUserEvent else { return context.fireUserInboundEventTriggered(event) }
        do {
            guard negotiated == Tuning.applicationProtocol else { throw LinkFailure.otherProtocol }
            // A resumed session wasn't verified, so that nobody is known.
            guard case .verified(let device, let standing) = verification.outcome else { throw LinkFailure.unverified }
            isEstablished = true
            try establish(context.channel, device, standing)
        } catch {
            isEstablished = false
            fail(error, context)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard isEstablished else { return fail(LinkFailure.unverified, context) }
        hasHeard = true
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Many programs close without TLS's farewell.
        if let error = error as? NIOSSLError, case .uncleanShutdown = error { return context.close(promise: nil) }
        fail(error, context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        ended.succeed(isEstablished && hasHeard && failure == nil ? nil : describe(verification.outcome, failure))
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        // For a connection that never became active; otherwise it is decided by now.
        ended.succeed(describe(verification.outcome, failure))
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        if failure == nil { failure = error }
        context.close(promise: nil)
    }
}

/// Why a connection wasn't taken up although its handshake ended well.
enum LinkFailure: Error {
    /// The other side doesn't speak ours.
    case otherProtocol
    /// The session was resumed: nobody showed a certificate.
    case unverified
    /// The device isn't trusted any more, or has too many links.
    case refused(String)
}
