import Glibc
import Linux
public import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import WebAccess
import WidgetAPI
public import WidgetCore
import WidgetGateway

/// The web board: a server for browsers, which is a client of the daemon.
public final class WebServer: Sendable {
    /// Where it listens; a port 0 is the kernel's choice by then.
    public let addresses: [GatewayAddress]
    private let group: MultiThreadedEventLoopGroup
    private let listeners: [any Channel]
    private let feed: FeedLoop.Handle
    private let hub: NIOLoopBound<WebHub>

    /// Starts to listen.
    ///
    /// - Throws: INVALID_ARGUMENT for settings that exclude each other or let others in. FAILED_PRECONDITION for a certificate that can't be used. UNAVAILABLE
    ///   for an address that can't be listened on. RESOURCE_EXHAUSTED where descriptors or threads are lacking.
    public static func start(_ configuration: WebConfiguration, log: Logger) throws(WidgetError) -> WebServer {
        try configuration.check()
        let tls = try configuration.certificate.map { files throws(WidgetError) in try context(chain: files.chain, key: files.key) }
        let pushTLS = try pushContext(configuration, log)
        // One loop: all state is on it. Drawing is on the thread that follows the daemon.
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        var running: FeedLoop.Handle?
        do {
            // Its directory must be there to be watched.
            try configuration.access.change { list throws(WidgetError) in () }
            let door = Door()
            let feed = try FeedLoop.start(
                at: configuration.daemon, localTime: configuration.localTime, access: configuration.access, pages: configuration.pages, log: log
            ) { news in
                loop.execute { door.take(news) }
            }
            running = feed
            let assets = WebAssets(fonts: configuration.fonts)
            let layouts = WebLayouts(try? configuration.pages.read())
            let made = try? loop.submit { () -> NIOLoopBound<WebHub> in
                let limits = configuration.limits
                let hub = WebHub(eventLoop: loop, layouts: layouts, limits: limits, now: configuration.now) { feed.send($0) }
                let pushes = PushSender(
                    client: PushClient(eventLoop: loop, tls: pushTLS), services: PushServices(further: configuration.pushServices), pauses: limits.pushPauses,
                    subject: configuration.subject, icon: assets.icons[0].path, now: configuration.now, log: log)
                let authority = WebAuthority(
                    file: configuration.access, isOpen: configuration.isOpen, limits: limits, pushes: pushes, now: configuration.now, log: log
                ) { feed.send(.alerts($0)) }
                let taps = TapPerformer(location: configuration.daemon, eventLoop: loop, limit: limits.taps)
                let hosts = configuration.hosts + configuration.listening.map { $0.host.contains(":") ? "[\($0.host)]" : $0.host }
                let router = WebRouter(
                    hub: hub, authority: authority, rules: DoorRules(hosts: hosts), assets: assets, taps: taps, limits: limits)
                door.open(router, loop)
                return NIOLoopBound(hub, eventLoop: loop)
            }.wait()
            guard let made else { throw WidgetError(.internal, "the event loop ended") }
            let acceptor = WebAcceptor(
                door: door, limits: configuration.limits, security: WebSecurity(hasTLS: tls != nil, isBehindProxy: configuration.isBehindProxy), tls: tls)
            var listeners: [any Channel] = []
            var addresses: [GatewayAddress] = []
            for address in configuration.listening {
                let channel = try listen(on: address, acceptor, group)
                listeners.append(channel)
                addresses.append(GatewayAddress(host: address.host, port: channel.localAddress?.port ?? address.port))
            }
            return WebServer(addresses: addresses, group: group, listeners: listeners, feed: feed, hub: made)
        } catch {
            running?.stop()
            group.shutdownGracefully { _ in }
            throw error as? WidgetError ?? WidgetError(.internal, "\(error)")
        }
    }

    private init(
        addresses: [GatewayAddress], group: MultiThreadedEventLoopGroup, listeners: [any Channel], feed: FeedLoop.Handle,
        hub: NIOLoopBound<WebHub>
    ) {
        (self.addresses, self.group, self.listeners, self.feed, self.hub) = (addresses, group, listeners, feed, hub)
    }

    /// Closes all connections, and ends.
    public func stop() {
        feed.stop()
        for listener in listeners { try? listener.close().wait() }
        let hub = hub
        try? group.next().submit { hub.value.stop() }.wait()
        try? group.syncShutdownGracefully()
    }

    /// Open streams, and schemes that are followed. For tests.
    func figures() -> (streams: Int, followed: Set<BoardScheme>) {
        let hub = hub
        return (try? group.next().submit { (hub.value.streamCount, hub.value.followed) }.wait()) ?? (0, [])
    }

    /// Without the system's certificates no push service is trusted, and so no alert goes out. The board is served all the same.
    private static func pushContext(_ configuration: WebConfiguration, _ log: Logger) throws(WidgetError) -> NIOSSLContext {
        if let trust = configuration.pushTrust { return try PushClient.context(trusting: .file(trust)) }
        do throws(WidgetError) {
            return try PushClient.context()
        } catch {
            log.warning("no alerts go to browsers", metadata: ["error": "\(error.message)"])
            return try PushClient.context(trusting: .certificates([]))
        }
    }

    private static func context(chain: [UInt8], key: [UInt8]) throws(WidgetError) -> NIOSSLContext {
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(chain)
            let key = try NIOSSLPrivateKey(bytes: key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            configuration.renegotiationSupport = .none
            return try NIOSSLContext(configuration: configuration)
        } catch {
            throw WidgetError(
                .failedPrecondition, "the certificate and its private key can't be used; give a chain and its key in PEM, the key without a password",
                cause: "\(error)")
        }
    }

    private static func listen(on address: GatewayAddress, _ acceptor: WebAcceptor, _ group: any EventLoopGroup) throws(WidgetError) -> any Channel {
        do {
            return try ServerBootstrap.forStrangers(group: group)
                .childChannelOption(.writeBufferWaterMark, value: acceptor.waterMark)
                .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try acceptor.accept(channel) } }
                .bind(host: address.host, port: address.port).wait()
        } catch {
            let cause = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw WidgetError(.unavailable, "can't listen on \(address); stop what listens there, or choose another address with --listen", cause: cause)
        }
    }
}
