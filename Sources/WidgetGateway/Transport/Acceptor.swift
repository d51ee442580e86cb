import Linux
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import WidgetCore

/// Takes connections up: within the limits, through TLS, to the protocol that they speak.
struct Acceptor: Sendable {
    let tls: GatewayTLS
    let handler: PushRequestHandler
    let gate: ConnectionGate
    let connections: Connections
    let now: @Sendable () -> Timestamp
    let logger: Logger

    private enum Refusal: Error {
        case tooManyConnections
    }

    /// On the connection's event loop. What it throws closes the connection.
    func accept(_ channel: any Channel, _ role: PushRequestHandler.ListenerRole) throws {
        let source = channel.remoteAddress?.withSockAddr { address, _ in SourceNetwork(address) } ?? .local
        guard handler.admits(source), gate.enter(source) else { throw Refusal.tooManyConnections }
        connections.add(channel)
        channel.closeFuture.whenComplete { _ in
            gate.leave(source)
            connections.remove(channel)
        }
        let offered = OfferedCertificate(now: now())
        let choice = ProtocolChoice(timeout: handler.limits.handshakeTimeout) { spoken, context in
            let pipeline = context.pipeline.syncOperations
            switch spoken {
            case .http1:
                let connection = HTTP1Connection(handler: handler, role: role, source: source, eventLoop: context.eventLoop)
                try pipeline.configureHTTPServerPipeline(position: .after(context.handler), withPipeliningAssistance: true)
                try context.channel.pipeline.syncOperations.addHandler(connection)
            case .http2:
                let connection = HTTP2Connection(
                    handler: handler, role: role, source: source, certificate: offered.value, eventLoop: context.eventLoop, logger: logger)
                // One after the other: the connection writes as soon as it is added.
                let http2 = http2Handler()
                try pipeline.addHandler(http2, position: .after(context.handler))
                try pipeline.addHandler(connection, position: .after(http2))
            }
        }
        try channel.pipeline.syncOperations.addHandlers([tls.handler(offered: offered), choice])
    }

    /// HTTP/2 itself. It answers settings and pings, keeps windows, and ends connections that abuse the protocol (resets, pings, empty frames, header blocks
    /// without an end).
    private func http2Handler() -> NIOHTTP2Handler {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: handler.limits.streams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: handler.limits.headerListBytes),
            HTTP2Setting(parameter: .initialWindowSize, value: Tuning.streamWindow),
        ]
        // A client learns of a reset only after a while: it may have sent more on as many streams as it has.
        connection.maximumRecentlyResetStreams = handler.limits.streams
        return NIOHTTP2Handler(mode: .server, connectionConfiguration: connection)
    }
}
