import Linux
public import NIOCore
import Synchronization
public import TTRPC
public import WidgetCore

/// A connection to a verified device. It carries ttrpc from its first byte.
public final class PeerLink: Sendable {
    /// The connection; its pipeline ends with plain bytes.
    public let channel: any Channel
    /// The device at the other end.
    public let device: DeviceID
    /// A member or a candidate. A device that was dialled in order to join it is a `candidate`.
    public let trustLevel: TrustLevel
    /// Whether this side made the connection.
    public let isDialled: Bool
    /// The address or the socket's path of the other end, for people.
    public let remoteAddress: String
    /// Succeeds when the connection is gone: with nil where it was used and closed, else with the reason. PERMISSION_DENIED on a dialled link means that the
    /// other side refused this device, because it doesn't know it or not any more.
    public let ended: EventLoopFuture<WidgetError?>
    let heard: LastHeard
    private let lowest: NIOLoopBound<LinkGuard>

    init(
        channel: any Channel, device: DeviceID, trustLevel: TrustLevel, isDialled: Bool, remoteAddress: String, ended: EventLoopFuture<WidgetError?>,
        heard: LastHeard, lowest: NIOLoopBound<LinkGuard>
    ) {
        self.channel = channel
        self.device = device
        self.trustLevel = trustLevel
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

    /// Makes a ttrpc client over this link. It may be called once.
    /// - Throws: an error of NIO where the link has ended.
    public func client(limits: ClientLimits = ClientLimits()) async throws -> TTRPCClient {
        try await TTRPCClient.adopt(channel: channel, limits: limits)
    }

    /// Closes the link with TLS's close_notify. Any thread may call it.
    public func close() { channel.close(promise: nil) }

    /// Ends the link at once. Nothing more that the other side sent is read. Any thread may call it.
    public func cut() {
        channel.eventLoop.execute { self.lowest.value.cut() }
    }
}

/// All open links of this device, so that those of a revoked device can be cut. Any thread may use it.
public final class PeerLinks: Sendable {
    private struct State {
        var links: [ObjectIdentifier: (number: UInt64, link: PeerLink)] = [:]
        /// The number of the newest.
        var number: UInt64 = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// The open links, the oldest first.
    public var all: [PeerLink] { state.withLock { $0.links.values.sorted { $0.number < $1.number }.map(\.link) } }

    /// How many links are open.
    var count: Int { state.withLock { $0.links.count } }

    /// The newest link that `device` made.
    func newest(from device: DeviceID) -> PeerLink? { all.last { $0.device == device && !$0.isDialled } }

    /// Ends every link of `device` at once. Call it when the trust policy refuses the device already.
    public func cut(_ device: DeviceID) { cut { $0.device == device } }

    /// Ends every link that `isMeant`.
    public func cut(where isMeant: (PeerLink) -> Bool) {
        for link in all where isMeant(link) { link.cut() }
    }

    /// Adds a link, if the limits and the trust policy allow it. It is added first, and its trust is checked then. So a device that is revoked meanwhile is
    /// refused here, or its link is cut by ``cut(_:)``.
    ///
    /// Where a member or a leaf has too many links, its oldest is cut. A machine whose network changed leaves dead links behind, and its new link works.
    func add(_ link: PeerLink, trust: TrustPolicy, limits: PeerLimits) throws(LinkFailure) {
        let key = ObjectIdentifier(link)
        let (refusal, superseded) = state.withLock { state -> (String?, [PeerLink]) in
            let accepted = state.links.values.filter { !$0.link.isDialled }
            var superseded: [PeerLink] = []
            if !link.isDialled {
                if link.trustLevel != .candidate {
                    let own = accepted.filter { $0.link.device == link.device && $0.link.trustLevel == link.trustLevel }.sorted { $0.number < $1.number }
                    superseded = own.dropLast(max(limits.linksPerDevice, 1) - 1).map(\.link)
                }
                for link in superseded { state.links[ObjectIdentifier(link)] = nil }
                if let refusal = Self.refusal(of: link, beside: accepted.map(\.link), without: superseded.count, limits) { return (refusal, superseded) }
            }
            state.number += 1
            state.links[key] = (state.number, link)
            return (nil, superseded)
        }
        for link in superseded { link.cut() }
        if let refusal { throw .refused(refusal) }
        link.channel.closeFuture.whenComplete { _ in self.state.withLock { _ = $0.links.removeValue(forKey: key) } }
        // For a device that was dialled in order to join it, the dialer has checked the identity.
        guard !(link.isDialled && link.trustLevel == .candidate), trust.level(of: link.device) == .refused else { return }
        throw .refused("the device isn't trusted any more")
    }

    private static func refusal(of link: PeerLink, beside accepted: [PeerLink], without superseded: Int, _ limits: PeerLimits) -> String? {
        if link.trustLevel == .leaf {
            let others = accepted.count { $0.trustLevel == .leaf } - superseded
            return others < limits.leafLinks ? nil : "\(limits.leafLinks) links of leaves are open here, the limit (leafLinks); invite more by another member"
        }
        if accepted.count(where: { $0.trustLevel != .leaf }) - superseded >= limits.inboundLinks {
            return "\(limits.inboundLinks) links of other devices are open here, the limit (inboundLinks); revoke devices that aren't used"
        }
        guard link.trustLevel == .candidate else { return nil }
        let candidates = accepted.count { $0.trustLevel == .candidate }
        return candidates < limits.candidateLinks ? nil : "\(limits.candidateLinks) links of devices that want to join are open, the limit"
    }
}

/// The first handler of a connection, below TLS. It limits the time and bytes of a peer that isn't verified yet, and can cut the link.
final class LinkGuard: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let timeout: TimeAmount
    private let maximumBytes: Int
    private let heard: LastHeard
    private var bytes = 0
    private var isKnown = false
    private var timer: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    /// - Parameter heard: notes when bytes come.
    init(limits: PeerLimits, heard: LastHeard) {
        self.heard = heard
        timeout = limits.handshakeTimeout
        maximumBytes = limits.handshakeBytes
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        arm(timeout)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        self.context = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        heard.note()
        if !isKnown {
            bytes += unwrapInboundIn(data).readableBytes
            guard bytes <= maximumBytes else { return cut() }
        }
        context.fireChannelRead(data)
    }

    /// Both sides are known.
    /// - Parameter lifetime: how long the link may last. Nil sets no limit.
    func admit(lifetime: TimeAmount?) {
        isKnown = true
        timer?.cancel()
        timer = nil
        if let lifetime { arm(lifetime) }
    }

    /// Closes the connection at once. Nothing more is read from it, and unsent data is dropped.
    func cut() {
        context?.close(promise: nil)
    }

    private func arm(_ time: TimeAmount) {
        guard let loop = context?.eventLoop else { return }
        timer = loop.assumeIsolated().scheduleTask(in: time) { self.cut() }
    }
}

/// When bytes last came over a link. It counts bytes and not messages, since a message may take long to arrive. Any thread may use it.
final class LastHeard: Sendable {
    private let moment = Mutex((uptime: Uptime.now, sinceBoot: Uptime.sinceBoot))

    func note() {
        let now = (uptime: Uptime.now, sinceBoot: Uptime.sinceBoot)
        moment.withLock { $0 = now }
    }

    /// The time by ``Uptime/now``.
    var uptime: Int64 { moment.withLock { $0.uptime } }
    /// The milliseconds since then, with the time for which the machine slept.
    var age: Int64 { max(Uptime.sinceBoot - moment.withLock { $0.sinceBoot }, 0) }
}
