public import NIOCore
public import TTRPC

/// The services for other devices, by their standing: on servers of their own, so that a candidate can't even name a member's service.
public struct PeerServices: Sendable {
    private let members: TTRPCServer
    private let candidates: TTRPCServer

    /// - Parameters:
    ///   - members: for members: ``PairingService`` (whose answer may have been lost with the link) and the peer protocol.
    ///   - candidates: for devices that may prove a secret: ``PairingService`` alone. Its limits should be small; ``candidateLimits`` are.
    ///   - group: whose loops the links live on.
    /// - Throws: as `TTRPCServer.start`.
    public init(members: ServerConfiguration, candidates: ServerConfiguration, group: any EventLoopGroup) async throws {
        self.members = try await TTRPCServer.start(members, listening: nil, group: group)
        self.candidates = try await TTRPCServer.start(candidates, listening: nil, group: group)
    }

    /// Serves a link that the other side opened. On its event loop.
    /// - Throws: ``LinkFailure`` where the device isn't trusted; NIO's error where the channel is closed.
    public func serve(_ link: PeerLink) throws {
        switch link.standing {
        case .member: try members.serve(channel: link.channel, peer: link.peer)
        case .candidate: try candidates.serve(channel: link.channel, peer: link.peer)
        case .refused: throw LinkFailure.refused("the device isn't trusted")
        }
    }

    /// Stops in order, as ``TTRPCServer/drain(deadline:)``.
    public func drain(deadline: NIODeadline) async {
        async let candidates: Void = candidates.drain(deadline: deadline)
        await members.drain(deadline: deadline)
        await candidates
    }

    /// The limits of a candidate: one small call at a time.
    public static var candidateLimits: ServerLimits {
        var limits = ServerLimits()
        limits.frameLength = PairingLimits.messageBytes
        limits.streamsPerConnection = 2
        limits.callsInFlightPerConnection = 1
        limits.bufferedBytesPerConnection = 2 * PairingLimits.messageBytes
        return limits
    }
}
