import Glibc
public import Logging
public import NIOCore
import NIOHTTP2
package import NIOPosix
import NIOSSL
import Synchronization
public import WidgetCore

/// A server of APNs' provider API, Web Push and topics. It takes pushes over TLS, checks them, and gives them to a ``PushPort``.
public final class PushGateway: Sendable {
    /// The addresses for pushes. Port 0 is replaced by the port that the kernel chose.
    public var addresses: [GatewayAddress] { open.entries.filter { $0.address.role == .push }.map(\.listener.address) }
    /// Where channels are managed.
    public var managementAddresses: [GatewayAddress] { open.entries.filter { $0.address.role == .management }.map(\.listener.address) }
    private let open: OpenListeners<Place, Listener>
    private let acceptor: Acceptor
    private let group: any EventLoopGroup

    /// An address with what is taken there.
    private struct Place: Sendable, Hashable {
        let address: GatewayAddress
        let role: PushRequestHandler.ListenerRole
    }

    private struct Listener: Sendable {
        let channel: any Channel
        let address: GatewayAddress
    }

    /// The gateway's state and counts.
    public struct Status: Sendable, Hashable {
        /// Connections that are open.
        public var connections: Int
        /// Requests that were answered with success since the start, and with an error.
        public var taken: UInt64
        public var refused: UInt64
        /// All of them by the answer.
        public var answers: [PushAnswer: UInt64]
        /// When the certificate of new connections ends.
        public var certificateEnds: Timestamp
    }

    /// Begins to listen.
    /// - Parameter group: its loops do the work. It must not be the group of the local clients, because TLS and signatures take time.
    /// - Throws: FAILED_PRECONDITION where the certificate can't be used. UNAVAILABLE where it can't listen on one of the addresses; then it listens on none.
    public static func start(
        _ configuration: GatewayConfiguration, port: any PushPort, group: any EventLoopGroup, logger: Logger
    ) async throws(WidgetError) -> PushGateway {
        let tls = try GatewayTLS(certificate: configuration.certificate, privateKey: configuration.privateKey)
        let handler = PushRequestHandler(
            port: port, limits: configuration.limits, webPushSecret: configuration.webPushSecret, now: configuration.now, logger: logger)
        let acceptor = Acceptor(
            tls: tls, handler: handler, gate: ConnectionGate(limits: configuration.limits), connections: Connections(), now: configuration.now, logger: logger)
        let closed = PushGateway(open: OpenListeners(), acceptor: acceptor, group: group)
        let (gateway, failure) = await closed.changed(listening: configuration.listening, managing: configuration.managing)
        if let failure { throw failure }
        return gateway
    }

    private init(open: OpenListeners<Place, Listener>, acceptor: Acceptor, group: any EventLoopGroup) {
        (self.open, self.acceptor, self.group) = (open, acceptor, group)
    }

    /// Listens at other addresses. Open connections stay.
    /// - Returns: the gateway from now on, and UNAVAILABLE where it can't listen on one of the addresses. Then it listens where it did.
    public func changed(listening: [GatewayAddress], managing: [GatewayAddress]) async -> (gateway: PushGateway, failure: WidgetError?) {
        let places = listening.map { Place(address: $0, role: .push) } + managing.map { Place(address: $0, role: .management) }
        let handling = OpenListeners<Place, Listener>.Handling(
            open: { [acceptor, group] place throws(WidgetError) in try await Self.listen(on: place, acceptor, group) },
            close: { try? await $0.channel.close().get() }, exclude: { $0.address.port == $1.address.port })
        let (open, failure) = await open.changed(to: places, by: handling)
        return (PushGateway(open: open, acceptor: acceptor, group: group), failure)
    }

    public var status: Status {
        let counts = acceptor.handler.metrics.counts
        return Status(
            connections: acceptor.gate.count, taken: counts.taken, refused: counts.refused, answers: acceptor.handler.metrics.answers,
            certificateEnds: acceptor.tls.certificateEnds)
    }

    /// Uses another certificate for new connections. Open connections keep theirs.
    /// - Throws: FAILED_PRECONDITION where the certificate can't be used. Then the old one stays.
    public func replaceCertificate(_ certificate: [UInt8], privateKey: [UInt8]) throws(WidgetError) {
        try acceptor.tls.replace(certificate: certificate, privateKey: privateKey)
    }

    /// Stops listening, answers complete requests, refuses incomplete ones with `Shutdown`, and closes all connections. It takes at most
    /// ``GatewayLimits/drainTimeout``.
    public func stop() async {
        // A listener that can't be closed is closed already.
        for entry in open.entries { try? await entry.listener.channel.close().get() }
        await acceptor.connections.stop(within: acceptor.handler.limits.drainTimeout)
    }

    private static func listen(
        on place: Place, _ acceptor: Acceptor, _ group: any EventLoopGroup
    ) async throws(WidgetError) -> Listener {
        let address = place.address
        do {
            let channel = try await ServerBootstrap.forStrangers(group: group)
                .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try acceptor.accept(channel, place.role) } }
                .bind(host: address.host, port: address.port).get()
            return Listener(channel: channel, address: GatewayAddress(host: address.host, port: channel.localAddress?.port ?? address.port))
        } catch {
            // NIO's own text names an internal function.
            let cause = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw WidgetError(.unavailable, "can't listen for pushes on \(address); stop what listens there, or choose another address", cause: cause)
        }
    }
}

extension ServerBootstrap {
    /// A listener whose clients may be anybody: few bytes wait for one that doesn't read, and one that has vanished is noticed.
    package static func forStrangers(group: any EventLoopGroup) -> ServerBootstrap {
        ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: Tuning.listenBacklog)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: SocketOptions.readBuffers)
            .childChannelOption(.socketOption(.so_sndbuf), value: Tuning.sendBuffer)
            .childChannelOption(.socketOption(.so_keepalive), value: 1)
            .childChannelOption(SocketOptions.noDelay, value: 1)
            .childChannelOption(SocketOptions.keepIdle, value: SocketOptionValue(Tuning.keepAlive.idle))
            .childChannelOption(SocketOptions.keepInterval, value: SocketOptionValue(Tuning.keepAlive.interval))
            .childChannelOption(SocketOptions.keepCount, value: SocketOptionValue(Tuning.keepAlive.count))
            .childChannelOption(SocketOptions.unacknowledged, value: SocketOptionValue(Tuning.unacknowledged))
    }
}

/// The options of a connection's socket. Answers are sent at once, and a client that has vanished is noticed.
enum SocketOptions {
    static var readBuffers: AdaptiveRecvByteBufferAllocator {
        AdaptiveRecvByteBufferAllocator(minimum: Tuning.readBuffer.minimum, initial: Tuning.readBuffer.initial, maximum: Tuning.readBuffer.maximum)
    }

    static let noDelay = ChannelOptions.Types.SocketOption(level: .tcp, name: .tcp_nodelay)
    static let keepIdle = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_KEEPIDLE))
    static let keepInterval = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_KEEPINTVL))
    static let keepCount = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_KEEPCNT))
    static let unacknowledged = ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_USER_TIMEOUT))
}
