import Glibc
public import Logging
public import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
public import WidgetCore

/// This device as an end of links: what its listener and its dialer have in common.
public struct PeerEndpoint: Sendable {
    public let identity: DeviceIdentity
    public let trust: TrustPolicy
    /// The links that live, of the listener and the dialer.
    public let links: PeerLinks
    public let limits: PeerLimits
    let group: any EventLoopGroup
    let logger: Logger
    private let tls: PeerTLS

    /// - Parameters:
    ///   - trust: whom to talk to; its answer may change at any time.
    ///   - group: whose loops the links live on.
    /// - Throws: INTERNAL where TLS doesn't take the identity.
    public init(
        identity: DeviceIdentity, trust: TrustPolicy, links: PeerLinks = PeerLinks(), limits: PeerLimits = PeerLimits(), group: any EventLoopGroup,
        logger: Logger
    ) throws(WidgetError) {
        self.identity = identity
        self.trust = trust
        self.links = links
        self.limits = limits
        self.group = group
        self.logger = logger
        tls = try PeerTLS(identity: identity)
    }

    /// One connection on its way to be a link.
    struct Attempt {
        let isDialled: Bool
        let remoteAddress: String
        /// Whether the device that showed its certificate may go on.
        let judge: @Sendable (DeviceID) -> Standing
        /// Why the connection ended, from who showed up and what went wrong.
        let describe: (PeerVerification.Outcome, (any Error)?) -> WidgetError
        /// Takes the link up, on its event loop, before anything is read from it. Its error ends the link.
        let established: (PeerLink) throws -> Void
    }

    /// Makes a connected channel speak TLS. On its event loop.
    /// - Returns: succeeds when the connection is gone.
    @discardableResult
    func begin(_ attempt: Attempt, on channel: any Channel) throws -> EventLoopFuture<WidgetError?> {
        let loop = channel.eventLoop
        let ended = loop.makePromise(of: WidgetError?.self)
        let heard = LastHeard()
        let lowest = LinkGuard(limits: limits, heard: heard)
        let boundLowest = NIOLoopBound(lowest, eventLoop: loop)
        let verification = PeerVerification(attempt.judge)
        let handler = LinkHandler(verification: verification, ended: ended, describe: attempt.describe) { [trust, links, limits] channel, device, standing in
            let link = PeerLink(
                channel: channel, device: device, standing: standing, isDialled: attempt.isDialled, remoteAddress: attempt.remoteAddress,
                ended: ended.futureResult, heard: heard, lowest: boundLowest)
            try links.add(link, trust: trust, limits: limits)
            lowest.admit(lifetime: standing == .candidate && !attempt.isDialled ? limits.candidateLifetime : nil)
            try attempt.established(link)
        }
        do {
            let pipeline = channel.pipeline.syncOperations
            // The handshake begins when TLS's handler is added to a connected channel, so that it comes last but for the order of the pipeline.
            try pipeline.addHandler(lowest)
            try pipeline.addHandler(handler)
            try pipeline.addHandler(try tls.handler(isDialling: attempt.isDialled, verification: verification), position: .after(lowest))
        } catch {
            ended.succeed(attempt.describe(.none, error))
            throw error
        }
        return ended.futureResult
    }
}

/// How a device stands to this one.
public enum Standing: Sendable, Hashable {
    /// One of this user's devices: not revoked.
    case member
    /// Unknown, while an invitation is open: it may prove the invitation's secret, and nothing else.
    case candidate
    /// Unknown or revoked: its handshake fails.
    case refused
}

/// Whom this device talks to. Asked in each handshake, and once more when a link is taken up, on an event loop: must be quick.
public struct TrustPolicy: Sendable {
    private let answer: @Sendable (DeviceID) -> Standing

    public init(_ standing: @escaping @Sendable (DeviceID) -> Standing) { answer = standing }

    /// How `device` stands now.
    public func standing(of device: DeviceID) -> Standing { answer(device) }
}

/// TLS between devices: 1.3 alone, both sides with certificates, ALPN `widgetd/1`.
///
/// Certificates are checked by ``PeerVerification`` and nothing else: no authority, no names, no dates. A session that is resumed isn't verified by the
/// library; it can't turn resumption off, so a link without a verification of its own is never taken up (``LinkHandler``). Ours never resume.
private struct PeerTLS: Sendable {
    private let context: NIOSSLContext

    /// - Throws: INTERNAL where the library doesn't take the key.
    init(identity: DeviceIdentity) throws(WidgetError) {
        do {
            let certificate = try NIOSSLCertificate(bytes: identity.certificate, format: .der)
            let key = try NIOSSLPrivateKey(bytes: Array(identity.privateKey.derRepresentation), format: .der)
            var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: [.certificate(certificate)], privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv13
            configuration.maximumTLSVersion = .tlsv13
            configuration.applicationProtocols = [Tuning.applicationProtocol]
            // A certificate is demanded, and the callback has the only word on it.
            configuration.certificateVerification = .noHostnameVerification
            configuration.trustRoots = .certificates([])
            configuration.renegotiationSupport = .none
            configuration.shutdownTimeout = Tuning.shutdownTimeout
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw WidgetError(.internal, "TLS doesn't take the device's key", cause: "\(error)")
        }
    }

    /// The handler of one connection. On its event loop.
    func handler(isDialling: Bool, verification: PeerVerification) throws -> NIOSSLHandler {
        let verify: NIOSSLCustomVerificationCallback = { certificates, promise in
            promise.succeed(verification.verify(certificates) ? .certificateVerified : .failed)
        }
        return isDialling
            ? try NIOSSLClientHandler(context: context, serverHostname: nil, customVerificationCallback: verify)
            : NIOSSLServerHandler(context: context, customVerificationCallback: verify)
    }
}

/// The device that showed up in one handshake, and whether that is right.
final class PeerVerification: Sendable {
    enum Outcome: Hashable {
        /// The other side's certificate hasn't come.
        case none
        case verified(DeviceID, Standing)
        case refused(DeviceID)
    }

    private let judge: @Sendable (DeviceID) -> Standing
    private let result = Mutex(Outcome.none)

    init(_ judge: @escaping @Sendable (DeviceID) -> Standing) { self.judge = judge }

    var outcome: Outcome { result.withLock { $0 } }

    /// The library has checked by now, or checks before the handshake ends, that the other side has the certificate's key.
    func verify(_ certificates: [NIOSSLCertificate]) -> Bool {
        guard let bytes = try? certificates.first?.toDERBytes() else { return false }
        let device = DeviceID(certificate: bytes)
        let standing = judge(device)
        result.withLock { $0 = standing == .refused ? .refused(device) : .verified(device, standing) }
        return standing != .refused
    }
}

/// The options of a peer's connection.
enum SocketOptions {
    static var readBuffers: AdaptiveRecvByteBufferAllocator {
        AdaptiveRecvByteBufferAllocator(minimum: Tuning.readBuffer.minimum, initial: Tuning.readBuffer.initial, maximum: Tuning.readBuffer.maximum)
    }

    /// For TCP: answers go at once, and a peer that is gone without a word is noticed.
    static let tcp: [(ChannelOptions.Types.SocketOption, SocketOptionValue)] = [
        (.init(level: .tcp, name: .tcp_nodelay), 1),
        (.init(level: .socket, name: .so_keepalive), 1),
        (.init(level: .tcp, name: .init(rawValue: TCP_KEEPIDLE)), SocketOptionValue(Tuning.keepAlive.idle)),
        (.init(level: .tcp, name: .init(rawValue: TCP_KEEPINTVL)), SocketOptionValue(Tuning.keepAlive.interval)),
        (.init(level: .tcp, name: .init(rawValue: TCP_KEEPCNT)), SocketOptionValue(Tuning.keepAlive.count)),
        (.init(level: .tcp, name: .init(rawValue: TCP_USER_TIMEOUT)), SocketOptionValue(Tuning.unacknowledged)),
    ]
}
