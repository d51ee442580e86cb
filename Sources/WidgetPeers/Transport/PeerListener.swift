import Glibc
import Linux
import Logging
public import NIOCore
import NIOPosix
import Synchronization
public import TTRPC
public import WidgetCore

/// Listens for other devices on any number of addresses.
///
/// The connection of an unknown peer costs a bounded amount of time, memory and work (``PeerLimits``). It gets no answer but a TLS handshake that fails.
public final class PeerListener: Sendable {
    /// The addresses on which it listens. Port 0 is replaced by the port that the kernel chose.
    public var addresses: [PeerAddress] { open.entries.map(\.listener.address) }
    private let open: OpenListeners<PeerAddress, Listener>
    private let endpoint: PeerEndpoint
    private let gate: HandshakeGate
    private let loops: LinkLoops
    private let serve: @Sendable (PeerLink) throws -> Void

    private struct Listener: Sendable {
        let channel: any Channel
        let address: PeerAddress
        let file: UnixListener?
    }

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - addresses: the addresses to listen on. A host name is resolved, and `[::]:9434` is every address of this machine. A Unix socket is made with mode
    ///     0600.
    ///   - serve: called with each link, on its event loop, before anything is read from it. It adds ttrpc (``PeerServices/serve(_:)``). If it throws, the link
    ///     ends.
    /// - Throws: UNAVAILABLE where it can't listen on one of the addresses. Then it listens on none.
    public static func start(
        on addresses: [PeerAddress], endpoint: PeerEndpoint, serve: @escaping @Sendable (PeerLink) throws -> Void
    ) async throws(WidgetError) -> PeerListener {
        let closed = PeerListener(
            open: OpenListeners(), endpoint: endpoint, gate: HandshakeGate(limits: endpoint.limits),
            loops: LinkLoops(links: endpoint.links, limits: endpoint.limits), serve: serve)
        let (listener, failure) = await closed.changed(to: addresses)
        if let failure { throw failure }
        return listener
    }

    private init(
        open: OpenListeners<PeerAddress, Listener>, endpoint: PeerEndpoint, gate: HandshakeGate, loops: LinkLoops,
        serve: @escaping @Sendable (PeerLink) throws -> Void
    ) {
        (self.open, self.endpoint, self.gate, self.loops, self.serve) = (open, endpoint, gate, loops, serve)
    }

    /// Listens on other addresses. Open links stay.
    /// - Returns: the listener from now on, and UNAVAILABLE where it can't listen on one of the addresses. Then it listens where it did.
    public func changed(to addresses: [PeerAddress]) async -> (listener: PeerListener, failure: WidgetError?) {
        let handling = OpenListeners<PeerAddress, Listener>.Handling(
            open: { [endpoint, gate, loops, serve] address throws(WidgetError) in try await Self.listen(on: address, endpoint, gate, loops, serve) },
            close: { [logger = endpoint.logger] in await Self.close($0, logger) }, exclude: { $0.port != nil && $0.port == $1.port })
        let (open, failure) = await open.changed(to: addresses, by: handling)
        return (PeerListener(open: open, endpoint: endpoint, gate: gate, loops: loops, serve: serve), failure)
    }

    /// Stops listening. Open links stay.
    public func close() async { for entry in open.entries { await Self.close(entry.listener, endpoint.logger) } }

    private static func close(_ listener: Listener, _ logger: Logger) async {
        do {
            try await listener.channel.close().get()
            try listener.file?.removeFile()
        } catch {
            logger.warning("closing a peers' socket failed", metadata: ["address": "\(listener.address)", "error": "\(error)"])
        }
    }

    // MARK: One address

    private static func listen(
        on address: PeerAddress, _ endpoint: PeerEndpoint, _ gate: HandshakeGate, _ loops: LinkLoops, _ serve: @escaping @Sendable (PeerLink) throws -> Void
    ) async throws(WidgetError) -> Listener {
        let bootstrap = ServerBootstrap(group: endpoint.group)
            .serverChannelOption(.backlog, value: Tuning.listenBacklog)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: SocketOptions.readBuffers)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try accept(channel, on: address, endpoint, gate, loops, serve) }
            }
        do {
            switch address {
            case .host(let host, let port):
                var tcp = bootstrap.serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                for (option, value) in SocketOptions.tcp { tcp = tcp.childChannelOption(option, value: value) }
                let channel = try await tcp.bind(host: host, port: port).get()
                return Listener(channel: channel, address: .host(host, port: channel.localAddress?.port ?? port), file: nil)
            case .unix(let path):
                let file = try UnixListener(path: path, mode: 0o600)
                return Listener(channel: try await bootstrap.withBoundSocket(file.descriptor).get(), address: address, file: file)
            }
        } catch {
            // NIO's own text names an internal function.
            let cause = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw WidgetError(.unavailable, "can't listen for peers on \(address); stop what listens there, or choose another address", cause: cause)
        }
    }

    /// Sets up a new connection, on its event loop. An error closes the connection.
    private static func accept(
        _ channel: any Channel, on address: PeerAddress, _ endpoint: PeerEndpoint, _ gate: HandshakeGate, _ loops: LinkLoops,
        _ serve: @escaping @Sendable (PeerLink) throws -> Void
    ) throws {
        let source = channel.remoteAddress?.withSockAddr { address, _ in SourceNetwork(address) } ?? .local
        guard gate.enter(source) else { throw LinkFailure.refused("too many handshakes") }
        let remote = source == .local ? address.description : channel.remoteAddress.map(text) ?? "nowhere"
        guard let loop = loops.next() else { return try begin(channel, from: source, remote, endpoint, gate, serve) }
        let failed: @Sendable (any Error) -> Void = { [logger = endpoint.logger] error in
            gate.leave(source, hasFailed: true, on: loop)
            logger.debug("peer's connection couldn't be moved", metadata: ["address": "\(remote)", "error": "\(error)"])
        }
        do {
            try LinkLoops.move(channel, to: loop, { try begin($0, from: source, remote, endpoint, gate, serve) }, failed: failed)
        } catch {
            failed(error)
            throw error
        }
        // Its old channel.
        channel.close(promise: nil)
    }

    private static func begin(
        _ channel: any Channel, from source: SourceNetwork, _ remote: String, _ endpoint: PeerEndpoint, _ gate: HandshakeGate,
        _ serve: @escaping @Sendable (PeerLink) throws -> Void
    ) throws {
        let loop = channel.eventLoop
        let isOver = NIOLoopBoundBox(false, eventLoop: loop)
        channel.closeFuture.whenComplete { _ in
            if !isOver.value { gate.leave(source, hasFailed: true, on: loop) }
        }
        let logger = endpoint.logger
        let attempt = PeerEndpoint.Attempt(
            isDialled: false, remoteAddress: remote, judge: endpoint.trust.level(of:),
            describe: { outcome, error in describe(outcome, error, remote) },
            established: { link in
                isOver.value = true
                gate.leave(source, hasFailed: false, on: loop)
                try serve(link)
            })
        try endpoint.begin(attempt, on: channel).whenSuccess { error in
            if let error { logger.debug("peer's connection ended", metadata: ["address": "\(remote)", "error": "\(error)"]) }
        }
    }

    private static func describe(_ outcome: PeerVerification.Outcome, _ error: (any Error)?, _ remote: String) -> WidgetError {
        let cause = error.map { "\($0)" }
        return switch outcome {
        case .none: WidgetError(.unauthenticated, "\(remote) didn't finish a handshake", cause: cause)
        case .refused(let device): WidgetError(.permissionDenied, "\(remote) is device \(device), which is neither a member nor a leaf", cause: cause)
        case .verified(let device, _): WidgetError(.unavailable, "the link of device \(device) at \(remote) broke", cause: cause)
        }
    }

    private static func text(_ address: SocketAddress) -> String {
        guard let host = address.ipAddress, let port = address.port else { return "\(address)" }
        return "\(PeerAddress.host(host, port: port))"
    }
}

/// Counts the handshakes that run on a listener, in all and from each source. Any thread may use it.
final class HandshakeGate: Sendable {
    private struct State {
        var running = 0
        /// With those that failed a moment ago.
        var bySource: [SourceNetwork: Int] = [:]
    }

    private let state = Mutex(State())
    private let limits: PeerLimits

    init(limits: PeerLimits) { self.limits = limits }

    /// Counts a handshake.
    /// - Returns: whether there was room. Then the caller must call ``leave(_:hasFailed:on:)`` once.
    func enter(_ source: SourceNetwork) -> Bool {
        state.withLock { state in
            let fromSource = state.bySource[source, default: 0]
            guard state.running < limits.handshakes, source == .local || fromSource < limits.handshakesPerSource else { return false }
            state.running += 1
            state.bySource[source] = fromSource + 1
            return true
        }
    }

    /// A handshake is over. A failed one still counts to its source for ``PeerLimits/failedHandshakePenalty``.
    func leave(_ source: SourceNetwork, hasFailed: Bool, on loop: any EventLoop) {
        state.withLock { $0.running -= 1 }
        guard hasFailed, source != .local else { return forget(source) }
        loop.scheduleTask(in: limits.failedHandshakePenalty) { self.forget(source) }
    }

    private func forget(_ source: SourceNetwork) {
        state.withLock { state in
            let rest = state.bySource[source, default: 1] - 1
            state.bySource[source] = rest > 0 ? rest : nil
        }
    }

    /// For tests.
    var running: Int { state.withLock { $0.running } }
}

/// The services for other devices, on one server each for members, leaves and candidates. So a candidate or a leaf can't even call a member's service.
public struct PeerServices: Sendable {
    private let members: TTRPCServer
    private let leaves: TTRPCServer
    private let candidates: TTRPCServer

    /// - Parameters:
    ///   - members: the configuration for members: the peer protocol, and ``PairingService``, whose answer may have been lost with a link.
    ///   - leaves: the configuration for leaves: the services to look and act, and ``PairingService`` as for members.
    ///   - candidates: the configuration for devices that may prove a secret: ``PairingService`` alone. Its limits should be small, as ``candidateLimits`` are.
    ///   - group: whose loops the links live on.
    /// - Throws: as `TTRPCServer.start`.
    public init(members: ServerConfiguration, leaves: ServerConfiguration, candidates: ServerConfiguration, group: any EventLoopGroup) async throws {
        self.members = try await TTRPCServer.start(members, listening: nil, group: group)
        self.leaves = try await TTRPCServer.start(leaves, listening: nil, group: group)
        self.candidates = try await TTRPCServer.start(candidates, listening: nil, group: group)
    }

    /// Serves a link that the other side opened. It must be called on the link's event loop.
    /// - Throws: ``LinkFailure`` where the device isn't trusted; NIO's error where the channel is closed.
    public func serve(_ link: PeerLink) throws {
        switch link.trustLevel {
        case .member: try members.serve(channel: link.channel, peer: link.peer)
        case .leaf: try leaves.serve(channel: link.channel, peer: link.peer)
        case .candidate: try candidates.serve(channel: link.channel, peer: link.peer)
        case .refused: throw LinkFailure.refused("the device isn't trusted")
        }
    }

    /// Stops gently, like ``TTRPCServer/drain(deadline:)``.
    public func drain(deadline: NIODeadline) async {
        async let candidates: Void = candidates.drain(deadline: deadline)
        async let leaves: Void = leaves.drain(deadline: deadline)
        await members.drain(deadline: deadline)
        _ = await (candidates, leaves)
    }

    /// The limits for candidates: one small call at a time.
    public static var candidateLimits: ServerLimits {
        var limits = ServerLimits()
        limits.frameLength = PairingLimits.messageBytes
        limits.streamsPerConnection = 2
        limits.callsInFlightPerConnection = 1
        limits.bufferedBytesPerConnection = 2 * PairingLimits.messageBytes
        return limits
    }
}
