public import NIOCore
public import TTRPC
public import WidgetCore

/// A connection to a device that has proved who it is. It carries ttrpc from its first byte.
public final class PeerLink: Sendable {
    /// The connection; its pipeline ends with plain bytes.
    public let channel: any Channel
    /// The device at the other end.
    public let device: DeviceID
    /// A member or a candidate. Of a device that was dialled in order to join it: `candidate`.
    public let standing: Standing
    /// Whether this side made the connection.
    public let isDialled: Bool
    /// Where the other end is, for people: an address, or the socket's path.
    public let remoteAddress: String
    /// Succeeds when the connection is gone: nil where it was used and closed, else why it ended. Of a link that was dialled, PERMISSION_DENIED: the other side
    /// took nothing from us, because it doesn't know this device (any more).
    public let ended: EventLoopFuture<WidgetError?>
    let heard: LastHeard
    private let lowest: NIOLoopBound<LinkGuard>

    init(
        channel: any Channel, device: DeviceID, standing: Standing, isDialled: Bool, remoteAddress: String, ended: EventLoopFuture<WidgetError?>,
        heard: LastHeard, lowest: NIOLoopBound<LinkGuard>
    ) {
        self.channel = channel
        self.device = device
        self.standing = standing
        self.isDialled = isDialled
        self.remoteAddress = remoteAddress
        self.ended = ended
        self.heard = heard
        self.lowest = lowest
    }

    /// The caller, for ttrpc's handlers: ``device(of:)`` reads it back.
    public var peer: PeerIdentity { .remote(name: device.description) }

    /// The device that calls a handler; nil for a process of this machine.
    public static func device(of peer: PeerIdentity) -> DeviceID? { peer.remoteName.flatMap { DeviceID($0) } }

    /// A ttrpc client of the other side, over this link: once.
    /// - Throws: what NIO throws where the link has ended.
    public func client(limits: ClientLimits = ClientLimits()) async throws -> TTRPCClient {
        try await TTRPCClient.adopt(channel: channel, limits: limits)
    }

    /// Closes the link in order, with TLS's farewell. From any thread.
    public func close() { channel.close(promise: nil) }

    /// Ends the link at once: nothing that the other side sent is read any more. From any thread.
    public func cut() {
        channel.eventLoop.execute { self.lowest.value.cut() }
    }
}
