import Glibc
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import TTRPC
import WidgetCore
import WidgetGateway
import WidgetSettings

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

    private struct Listener: Sendable {
        let channel: any Channel
        let socket: UnixListener?
        /// Port 0 is replaced by the port that the kernel chose.
        let address: MetricsAddress
    }

    private let open: OpenListeners<MetricsAddress, Listener>
    private let acceptor: MetricsAcceptor
    private let group: any EventLoopGroup
    private let logger: Logger

    /// Where it listens.
    var addresses: [MetricsAddress] { open.entries.map(\.listener.address) }

    /// It listens nowhere yet.
    convenience init(group: any EventLoopGroup, logger: Logger, collect: @escaping Collect) {
        self.init(open: OpenListeners(), acceptor: MetricsAcceptor(collect: collect), group: group, logger: logger)
    }

    private init(open: OpenListeners<MetricsAddress, Listener>, acceptor: MetricsAcceptor, group: any EventLoopGroup, logger: Logger) {
        (self.open, self.acceptor, self.group, self.logger) = (open, acceptor, group, logger)
    }

    /// Listens at other addresses. Open connections stay.
    /// - Returns: what listens now, and UNAVAILABLE where it can't listen on one of the addresses. Then it listens where it did.
    func changed(to addresses: [MetricsAddress]) async -> (listener: MetricsListener, failure: WidgetError?) {
        let handling = OpenListeners<MetricsAddress, Listener>.Handling(
            open: { [self] address throws(WidgetError) in try await listen(on: address) }, close: { [self] in await close($0) },
            // Loopback addresses of one port don't exclude each other.
            exclude: { _, _ in false })
        let (open, failure) = await open.changed(to: addresses, by: handling)
        return (MetricsListener(open: open, acceptor: acceptor, group: group, logger: logger), failure)
    }

    /// Stops listening. Connections are closed with the event loop.
    func stop() async { for entry in open.entries { await close(entry.listener) } }

    private func listen(on address: MetricsAddress) async throws(WidgetError) -> Listener {
        do {
            switch address {
            case .loopback(let host, let port):
                let channel = try await ServerBootstrap.forStrangers(group: group)
                    .childChannelInitializer { [acceptor] channel in
                        channel.eventLoop.makeCompletedFuture { try acceptor.accept(channel, isLocal: false) }
                    }
                    .bind(host: host, port: port).get()
                return Listener(channel: channel, socket: nil, address: .loopback(host: host, port: channel.localAddress?.port ?? port))
            case .unix(let path):
                let socket = try UnixListener(path: path, mode: 0o600)
                let channel = try await ServerBootstrap(group: group)
                    .childChannelInitializer { [acceptor] channel in
                        channel.eventLoop.makeCompletedFuture { try acceptor.accept(channel, isLocal: true) }
                    }
                    .withBoundSocket(socket.descriptor).get()
                return Listener(channel: channel, socket: socket, address: address)
            }
        } catch {
            // NIO's own text names an internal function.
            let cause = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw WidgetError(.unavailable, "can't give metrics at \(address); stop what listens there, or choose another --metrics-listen", cause: cause)
        }
    }

    private func close(_ listener: Listener) async {
        // A listener that can't be closed is closed already.
        try? await listener.channel.close().get()
        do throws(TransportError) {
            try listener.socket?.removeFile()
        } catch {
            logger.warning("the socket of the metrics stays behind", metadata: ["error": "\(error)"])
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
