import Glibc
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import TTRPC
import WidgetCore
import WidgetGateway

/// The bounds of the listener for metrics. Its clients are a Prometheus, and a person with curl.
enum MetricsLimits {
    /// Connections at once: a few servers, and some that are being replaced. A further one is closed.
    static let connections = 16
    /// Bytes of a request's headers: ten times those of Prometheus.
    static let headerBytes = 16 << 10
    static let headerCount = 64
    /// How long a connection may go without a whole request: twice the longest usual interval of a scrape.
    static let requestTimeout = TimeAmount.seconds(130)
    /// How long a client has to read an answer: Prometheus' own patience with a scrape.
    static let answerTimeout = TimeAmount.seconds(10)
}

/// Gives metrics to whoever asks over HTTP/1.1. It works when it is asked, and not otherwise.
final class MetricsListener: Sendable {
    /// Reads the metrics.
    typealias Collect = @Sendable () async -> [MetricFamily]

    /// Where it listens. Port 0 is replaced by the port that the kernel chose.
    let addresses: [MetricsAddress]
    private let channels: [any Channel]
    private let sockets: [UnixListener]
    private let logger: Logger

    /// Begins to listen.
    /// - Throws: UNAVAILABLE where it can't listen on one of the addresses; then it listens on none.
    static func start(_ addresses: [MetricsAddress], group: any EventLoopGroup, logger: Logger, collect: @escaping Collect) async throws(WidgetError)
        -> MetricsListener
    {
        let acceptor = MetricsAcceptor(collect: collect)
        var (channels, sockets, opened): ([any Channel], [UnixListener], [MetricsAddress]) = ([], [], [])
        do {
            for address in addresses {
                switch address {
                case .loopback(let host, let port):
                    let channel = try await ServerBootstrap.forStrangers(group: group)
                        .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try acceptor.accept(channel, isLocal: false) } }
                        .bind(host: host, port: port).get()
                    channels.append(channel)
                    opened.append(.loopback(host: host, port: channel.localAddress?.port ?? port))
                case .unix(let path):
                    let socket = try UnixListener(path: path, mode: 0o600)
                    sockets.append(socket)
                    channels.append(
                        try await ServerBootstrap(group: group)
                            .childChannelInitializer { channel in channel.eventLoop.makeCompletedFuture { try acceptor.accept(channel, isLocal: true) } }
                            .withBoundSocket(socket.descriptor).get())
                    opened.append(address)
                }
            }
        } catch {
            await close(channels, sockets, logger)
            let address = addresses[min(opened.count, addresses.count - 1)]
            // NIO's own text names an internal function.
            let cause = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw WidgetError(.unavailable, "can't give metrics at \(address); stop what listens there, or choose another --metrics-listen", cause: cause)
        }
        return MetricsListener(addresses: opened, channels: channels, sockets: sockets, logger: logger)
    }

    private init(addresses: [MetricsAddress], channels: [any Channel], sockets: [UnixListener], logger: Logger) {
        (self.addresses, self.channels, self.sockets, self.logger) = (addresses, channels, sockets, logger)
    }

    /// Stops listening. Connections are closed with the event loop.
    func stop() async { await Self.close(channels, sockets, logger) }

    private static func close(_ channels: [any Channel], _ sockets: [UnixListener], _ logger: Logger) async {
        // A listener that can't be closed is closed already.
        for channel in channels { try? await channel.close().get() }
        for socket in sockets {
            do throws(TransportError) {
                try socket.removeFile()
            } catch {
                logger.warning("the socket of the metrics stays behind", metadata: ["error": "\(error)"])
            }
        }
    }
}

/// Accepts connections within the limits.
private struct MetricsAcceptor: Sendable {
    let collect: MetricsListener.Collect
    private let open = OpenConnections()

    private final class OpenConnections: Sendable { let count = Atomic(0) }
    private enum Refusal: Error { case tooManyConnections }

    init(collect: @escaping MetricsListener.Collect) { self.collect = collect }

    /// Sets up a new connection, on the event loop. An error closes the connection.
    func accept(_ channel: any Channel, isLocal: Bool) throws {
        let count = open.count.add(1, ordering: .relaxed).newValue
        channel.closeFuture.whenComplete { [open] _ in open.count.subtract(1, ordering: .relaxed) }
        guard count <= MetricsLimits.connections else { throw Refusal.tooManyConnections }
        var bounds = NIOHTTPDecoderLimitConfiguration()
        bounds.maxHeaderListSize = MetricsLimits.headerBytes
        bounds.maxHeaderFieldSize = MetricsLimits.headerBytes
        bounds.maxHeaderFieldCount = MetricsLimits.headerCount
        try channel.pipeline.syncOperations.addHandlers(
            HTTPResponseEncoder(),
            ByteToMessageHandler(
                HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: bounds), maximumBufferSize: MetricsLimits.headerBytes),
            HTTPServerPipelineHandler(), HTTPServerProtocolErrorHandler(), MetricsConnection(collect: collect, checksHost: !isLocal))
    }
}
