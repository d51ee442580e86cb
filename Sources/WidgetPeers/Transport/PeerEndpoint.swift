public import Logging
public import NIOCore
import NIOSSL
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
        /// Takes the link up, on its event loop, before anything is read from it. What it throws ends the link.
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
