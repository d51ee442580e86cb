import NIOCore
import NIOSSL
import NIOTLS
import WidgetCore

/// The handler above TLS. It makes a ``PeerLink`` of a connection after a successful handshake, and knows why a link ended.
final class LinkHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Makes the error for a connection that ended.
    private let describe: (PeerVerification.Outcome, (any Error)?) -> WidgetError
    private let establish: (any Channel, DeviceID, TrustLevel) throws -> Void
    private let verification: PeerVerification
    private let ended: EventLoopPromise<WidgetError?>
    private var isEstablished = false
    /// A byte has come from the other side, so it has accepted this one.
    private var hasHeard = false
    private var failure: (any Error)?

    /// - Parameters:
    ///   - ended: succeeds when the connection is gone, with nil or the reason where it didn't end normally.
    ///   - establish: takes the connection over. If it throws, the connection ends.
    init(
        verification: PeerVerification, ended: EventLoopPromise<WidgetError?>, describe: @escaping (PeerVerification.Outcome, (any Error)?) -> WidgetError,
        establish: @escaping (any Channel, DeviceID, TrustLevel) throws -> Void
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
            // A resumed session wasn't verified, so the peer isn't known.
            guard case .verified(let device, let trustLevel) = verification.outcome else { throw LinkFailure.unverified }
            isEstablished = true
            try establish(context.channel, device, trustLevel)
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
        // Many programs close without TLS's close_notify.
        if let error = error as? NIOSSLError, case .uncleanShutdown = error { return context.close(promise: nil) }
        fail(error, context)
    }

    func channelInactive(context: ChannelHandlerContext) {
        ended.succeed(isEstablished && hasHeard && failure == nil ? nil : describe(verification.outcome, failure))
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        // This is for a connection that never became active. Otherwise the promise has been fulfilled by now.
        ended.succeed(describe(verification.outcome, failure))
    }

    private func fail(_ error: any Error, _ context: ChannelHandlerContext) {
        if failure == nil { failure = error }
        context.close(promise: nil)
    }
}

/// Why a connection was refused although its handshake succeeded.
enum LinkFailure: Error {
    /// The other side doesn't speak widgetd's protocol.
    case otherProtocol
    /// The session was resumed: nobody showed a certificate.
    case unverified
    /// The device isn't trusted any more, or has too many links.
    case refused(String)
}
