package import Linux
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL
import Synchronization
import WidgetCore

/// Accepts connections within the limits, and sets up TLS and the protocol that the client speaks.
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

    /// Sets up a new connection, on its event loop. An error closes the connection.
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
                // HTTP/2's handler is added first, because the connection writes as soon as it is added.
                let http2 = http2Handler()
                try pipeline.addHandler(http2, position: .after(context.handler))
                try pipeline.addHandler(connection, position: .after(http2))
            }
        }
        try channel.pipeline.syncOperations.addHandlers([tls.handler(offered: offered), choice])
    }

    /// NIO's HTTP/2 handler. It answers settings and pings, and keeps the windows. It closes connections that abuse the protocol with resets, pings, empty
    /// frames or endless header blocks.
    private func http2Handler() -> NIOHTTP2Handler {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: handler.limits.streams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: handler.limits.headerListBytes),
            HTTP2Setting(parameter: .initialWindowSize, value: Tuning.streamWindow),
        ]
        // A client learns of a reset only after a while. Until then it may have sent more data on all of its streams.
        connection.maximumRecentlyResetStreams = handler.limits.streams
        return NIOHTTP2Handler(mode: .server, connectionConfiguration: connection)
    }
}

/// A user event on each connection: the gateway stops.
struct GatewayStop: Sendable {}

/// The open connections, so that ``PushGateway/stop()`` can close them.
final class Connections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var isStopped = false
    }

    private let state = Mutex(State())

    func add(_ channel: any Channel) {
        let isStopped = state.withLock { state in
            state.channels[ObjectIdentifier(channel)] = channel
            return state.isStopped
        }
        if isStopped { channel.close(promise: nil) }
    }

    func remove(_ channel: any Channel) { state.withLock { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) } }

    /// Tells all connections that the gateway stops, and waits until they are closed. After `time` it closes the rest.
    func stop(within time: TimeAmount) async {
        let channels = state.withLock { state in
            state.isStopped = true
            return Array(state.channels.values)
        }
        for channel in channels {
            channel.pipeline.fireUserInboundEventTriggered(GatewayStop())
            channel.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
        }
        for channel in channels { try? await channel.closeFuture.get() }
    }
}

/// Counts connections, in all and from each source. Any thread may use it.
package final class ConnectionGate: Sendable {
    private struct State {
        var count = 0
        var bySource: [SourceNetwork: Int] = [:]
    }

    private let state = Mutex(State())
    private let limits: GatewayLimits

    package init(limits: GatewayLimits) { self.limits = limits }

    var count: Int { state.withLock { $0.count } }

    /// Counts a connection.
    /// - Returns: whether there was room. Then the caller must call ``leave(_:)`` once.
    package func enter(_ source: SourceNetwork) -> Bool {
        state.withLock { state in
            let fromSource = state.bySource[source, default: 0]
            guard state.count < limits.connections, fromSource < limits.connectionsPerSource else { return false }
            state.count += 1
            state.bySource[source] = fromSource + 1
            return true
        }
    }

    package func leave(_ source: SourceNetwork) {
        state.withLock { state in
            state.count -= 1
            let rest = state.bySource[source, default: 1] - 1
            state.bySource[source] = rest > 0 ? rest : nil
        }
    }
}
