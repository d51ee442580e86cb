import Glibc
public import Logging
public import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
public import WidgetCore

/// The shared state of the listener and the dialer: this device's identity, trust, links and limits.
public struct PeerEndpoint: Sendable {
    public let identity: DeviceIdentity
    public let trust: TrustPolicy
    /// The open links, of the listener and the dialer.
    public let links: PeerLinks
    public let limits: PeerLimits
    let group: any EventLoopGroup
    let logger: Logger
    private let tls: PeerTLS

    /// - Parameters:
    ///   - trust: decides which devices may connect. Its answer may change at any time.
    ///   - group: its loops serve the links.
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

    /// A connection that isn't a link yet.
    struct Attempt {
        let isDialled: Bool
        let remoteAddress: String
        /// The trust level of the device whose certificate has come.
        let judge: @Sendable (DeviceID) -> TrustLevel
        /// Makes the error for a connection that ended.
        let describe: (PeerVerification.Outcome, (any Error)?) -> WidgetError
        /// Takes the link over, on its event loop, before anything is read from it. If it throws, the link ends.
        let established: (PeerLink) throws -> Void
    }

    /// Begins TLS on a connected channel. It must be called on the channel's event loop.
    /// - Returns: a future that succeeds when the connection is gone, as ``PeerLink/ended``.
    @discardableResult
    func begin(_ attempt: Attempt, on channel: any Channel) throws -> EventLoopFuture<WidgetError?> {
        let loop = channel.eventLoop
        let ended = loop.makePromise(of: WidgetError?.self)
        let heard = LastHeard()
        let lowest = LinkGuard(limits: limits, heard: heard)
        let boundLowest = NIOLoopBound(lowest, eventLoop: loop)
        let verification = PeerVerification(attempt.judge)
        let handler = LinkHandler(verification: verification, ended: ended, describe: attempt.describe) { [trust, links, limits] channel, device, trustLevel in
            let link = PeerLink(
                channel: channel, device: device, trustLevel: trustLevel, isDialled: attempt.isDialled, remoteAddress: attempt.remoteAddress,
                ended: ended.futureResult, heard: heard, lowest: boundLowest)
            try links.add(link, trust: trust, limits: limits)
            lowest.admit(lifetime: trustLevel == .candidate && !attempt.isDialled ? limits.candidateLifetime : nil)
            try attempt.established(link)
        }
        do {
            let pipeline = channel.pipeline.syncOperations
            // The handshake begins when TLS's handler is added to a connected channel. So that handler is added last, although it isn't the last in the
            // pipeline.
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

/// The trust that this device has in another.
public enum TrustLevel: Sendable, Hashable {
    /// One of this user's devices: not revoked.
    case member
    /// A device that shows widgets: it may look and act, and gets no replica.
    case leaf
    /// Unknown, while an invitation is open: it may prove the invitation's secret, and nothing else.
    case candidate
    /// Unknown or revoked: its handshake fails.
    case refused
}

/// Decides which devices this one talks to. It is asked in each handshake, and again when a link is added. It runs on an event loop, so it must be quick.
public struct TrustPolicy: Sendable {
    private let answer: @Sendable (DeviceID) -> TrustLevel

    public init(_ trustLevel: @escaping @Sendable (DeviceID) -> TrustLevel) { answer = trustLevel }

    /// The trust level of `device` now.
    public func level(of device: DeviceID) -> TrustLevel { answer(device) }
}

/// TLS between devices: only version 1.3, certificates on both sides, and ALPN `widgetd/1`.
///
/// Only ``PeerVerification`` checks certificates: no authority, no names and no dates count. The library doesn't verify a resumed session, and can't turn
/// resumption off. So ``LinkHandler`` refuses a connection without a verification of its own. Devices never resume.
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
            // A certificate is required, and only the callback decides on it.
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

/// Verifies the device in one handshake, and keeps the result.
final class PeerVerification: Sendable {
    enum Outcome: Hashable {
        /// The other side's certificate hasn't come.
        case none
        case verified(DeviceID, TrustLevel)
        case refused(DeviceID)
    }

    private let judge: @Sendable (DeviceID) -> TrustLevel
    private let result = Mutex(Outcome.none)

    init(_ judge: @escaping @Sendable (DeviceID) -> TrustLevel) { self.judge = judge }

    var outcome: Outcome { result.withLock { $0 } }

    /// Verifies the certificate. The library itself checks before the handshake ends that the other side has the certificate's key.
    func verify(_ certificates: [NIOSSLCertificate]) -> Bool {
        guard let bytes = try? certificates.first?.toDERBytes() else { return false }
        let device = DeviceID(certificate: bytes)
        let trustLevel = judge(device)
        result.withLock { $0 = trustLevel == .refused ? .refused(device) : .verified(device, trustLevel) }
        return trustLevel != .refused
    }
}

/// The options of a peer's connection.
enum SocketOptions {
    static var readBuffers: AdaptiveRecvByteBufferAllocator {
        AdaptiveRecvByteBufferAllocator(minimum: Tuning.readBuffer.minimum, initial: Tuning.readBuffer.initial, maximum: Tuning.readBuffer.maximum)
    }

    /// The options for TCP. Messages are sent at once, and a peer that has vanished is noticed.
    static let tcp: [(ChannelOptions.Types.SocketOption, SocketOptionValue)] = [
        (.init(level: .tcp, name: .tcp_nodelay), 1),
        (.init(level: .socket, name: .so_keepalive), 1),
        (.init(level: .tcp, name: .init(rawValue: TCP_KEEPIDLE)), SocketOptionValue(Tuning.keepAlive.idle)),
        (.init(level: .tcp, name: .init(rawValue: TCP_KEEPINTVL)), SocketOptionValue(Tuning.keepAlive.interval)),
        (.init(level: .tcp, name: .init(rawValue: TCP_KEEPCNT)), SocketOptionValue(Tuning.keepAlive.count)),
        (.init(level: .tcp, name: .init(rawValue: TCP_USER_TIMEOUT)), SocketOptionValue(Tuning.unacknowledged)),
    ]
}
