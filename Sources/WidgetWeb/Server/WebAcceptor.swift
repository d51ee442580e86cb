import Linux
import NIOCore
import NIOHTTP1
import NIOSSL
import Synchronization
import WidgetCore
import WidgetGateway

/// Where the router is, for connections and for the thread that follows the daemon. Open from the start of the server on.
final class Door: Sendable {
    private let router = Mutex<NIOLoopBound<WebRouter>?>(nil)

    func open(_ router: WebRouter, _ loop: any EventLoop) { self.router.withLock { $0 = NIOLoopBound(router, eventLoop: loop) } }

    /// On the server's event loop.
    var openRouter: WebRouter? { router.withLock { $0 }?.value }

    /// On the server's event loop.
    func take(_ news: FeedLoop.News) {
        guard let router = openRouter else { return }
        switch news {
        case .changed(let change): router.hub.apply(change)
        case .layouts(let layouts): router.hub.apply(layouts)
        case .chosen(let choice, let failure): router.hub.answer(choice: choice, failure)
        case .alert(let alert): router.authority.send(alert)
        case .accessChanged:
            router.authority.reload()
            router.hub.closeStreams { router.authority.admits($0) }
        }
    }
}

/// Accepts connections within the limits.
struct WebAcceptor: Sendable {
    private let door: Door
    private let limits: WebLimits
    private let security: WebSecurity
    private let tls: NIOSSLContext?
    private let gate: ConnectionGate

    private enum Refusal: Error { case tooManyConnections }

    init(door: Door, limits: WebLimits, security: WebSecurity, tls: NIOSSLContext?) {
        (self.door, self.limits, self.security, self.tls) = (door, limits, security, tls)
        var bounds = GatewayLimits()
        bounds.connections = limits.connections
        // All of a proxy's come from one address.
        bounds.connectionsPerSource = security.isBehindProxy ? limits.connections : limits.connectionsPerSource
        gate = ConnectionGate(limits: bounds)
    }

    var waterMark: ChannelOptions.Types.WriteBufferWaterMark { .init(low: limits.unreadBytes / 4, high: limits.unreadBytes) }

    /// Sets up a new connection, on the server's event loop. An error closes the connection.
    func accept(_ channel: any Channel) throws {
        let source = channel.remoteAddress?.withSockAddr { address, _ in SourceNetwork(address) } ?? .local
        guard let router = door.openRouter, gate.enter(source) else { throw Refusal.tooManyConnections }
        channel.closeFuture.whenComplete { _ in gate.leave(source) }
        let pipeline = channel.pipeline.syncOperations
        if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
        var bounds = NIOHTTPDecoderLimitConfiguration()
        bounds.maxHeaderListSize = limits.headerBytes
        bounds.maxHeaderFieldSize = limits.headerBytes
        bounds.maxHeaderFieldCount = WebLimits.headerCount
        try pipeline.addHandlers(
            HTTPResponseEncoder(),
            ByteToMessageHandler(
                HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: bounds), maximumBufferSize: limits.headerBytes + limits.bodyBytes),
            HTTPServerPipelineHandler(), HTTPServerProtocolErrorHandler(),
            WebConnection(router: router, limits: limits, source: source, security: security))
    }
}
