import Glibc
import Logging
public import NIOCore
import NIOPosix
import Synchronization
import TTRPCWire

/// A ttrpc server on SwiftNIO.
///
/// ```swift
/// let server = try await TTRPCServer.start(configuration, listening: .path("/run/widgetd/widgetd.sock", mode: 0o660), group: group)
/// …
/// await server.drain(deadline: .now() + .seconds(5))
/// ```
public final class TTRPCServer: Sendable {
    private let shared: ServerShared
    private let group: any EventLoopGroup
    private let listener: (any Channel)?
    private let file: UnixListener?

    /// Begins to serve.
    ///
    /// - Parameters:
    ///   - address: where to listen. With `nil` the server serves only connections given to ``serve(descriptor:)``.
    ///   - group: its loops serve the connections.
    /// - Throws: ``TransportError``; an I/O error for a descriptor that doesn't listen.
    public static func start(
        _ configuration: ServerConfiguration, listening address: ListeningAddress?, group: any EventLoopGroup
    ) async throws -> TTRPCServer {
        guard let address else { return TTRPCServer(shared: ServerShared(configuration), group: group, listener: nil, file: nil) }
        return try await start(configuration, on: try ListeningSocket(address), group: group)
    }

    /// Begins to serve a socket that listens already, and takes it over.
    /// - Throws: an I/O error for a descriptor that doesn't listen.
    public static func start(_ configuration: ServerConfiguration, on socket: ListeningSocket, group: any EventLoopGroup) async throws -> TTRPCServer {
        let shared = ServerShared(configuration)
        let channel = try await ServerBootstrap(group: group)
            .childChannelOption(.maxMessagesPerRead, value: 1)
            .childChannelOption(.recvAllocator, value: Self.readBuffers)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try Self.accept(channel, shared) }
            }
            .withBoundSocket(socket.descriptor)
            .get()
        return TTRPCServer(shared: shared, group: group, listener: channel, file: socket.file)
    }

    private init(shared: ServerShared, group: any EventLoopGroup, listener: (any Channel)?, file: UnixListener?) {
        self.shared = shared
        self.group = group
        self.listener = listener
        self.file = file
    }

    /// Changes ``ServerLimits/connectionsPerUID``. A user who has more already keeps them.
    public func setConnectionsPerUID(_ limit: Int) { shared.ledger.connectionsPerUID = limit }

    // MARK: Handed-over connections

    /// Serves a connected Unix socket, such as one end of a socket pair; takes it over.
    ///
    /// It returns when the connection is served.
    /// - Throws: ``TransportError`` or an `IOError` of SwiftNIO where the descriptor isn't a Unix socket.
    public func serve(descriptor: Int32) async throws {
        let shared = shared
        _ = try await ClientBootstrap(group: group)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: Self.readBuffers)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try Self.accept(channel, shared) }
            }
            .withConnectedSocket(descriptor)
            .get()
    }

    /// Serves a channel whose transport isn't a Unix socket. The transport's handlers come before the server's in the pipeline, and the transport says who the
    /// peer is. It must be called on the channel's event loop.
    /// - Throws: a `ChannelError` of SwiftNIO for a channel that is closed.
    public func serve(channel: any Channel, peer: PeerIdentity) throws {
        try Self.configure(channel, shared, peer, socket: nil)
    }

    private static func accept(_ channel: any Channel, _ shared: ServerShared) throws {
        let descriptor = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { $0 }
        guard let descriptor else { throw TransportError.system(call: "getsockopt(SO_PEERCRED)", code: ENOTSOCK) }
        try configure(channel, shared, PeerCredentials.read(from: descriptor), socket: DirectSocket(descriptor: descriptor))
    }

    private static func configure(_ channel: any Channel, _ shared: ServerShared, _ peer: PeerIdentity, socket: DirectSocket?) throws {
        let ledger = shared.ledger
        guard let refusal = ledger.takeConnection(uid: peer.uid) else {
            let attachment = socket.flatMap { shared.configuration.attach($0.descriptor, peer) }
            let link = ConnectionLink(id: shared.nextConnectionID(), peer: peer, eventLoop: channel.eventLoop, attachment: attachment)
            return try channel.pipeline.syncOperations.addHandler(ServerConnection(shared: shared, link: link, socket: socket))
        }
        shared.configuration.observer?.connectionRefused(peer, reason: refusal)
        shared.configuration.logger.debug("connection refused", metadata: ["uid": "\(peer.uid)", "pid": "\(peer.pid)"])
        guard ledger.takeRefusal(uid: peer.uid) else { throw refusal }
        channel.closeFuture.whenComplete { _ in ledger.releaseRefusal(uid: peer.uid) }
        try channel.pipeline.syncOperations.addHandler(RefusalHandler(reason: refusal, limits: shared.limits))
    }

    private static var readBuffers: AdaptiveRecvByteBufferAllocator {
        AdaptiveRecvByteBufferAllocator(minimum: Tuning.readBuffer.minimum, initial: Tuning.readBuffer.initial, maximum: Tuning.readBuffer.maximum)
    }

    // MARK: The end

    /// Stops the server gently. It takes no more connections, and answers new requests with `UNAVAILABLE`. Open calls and streams may finish until the
    /// deadline. Then the rest is ended, and all connections are closed.
    public func drain(deadline: NIODeadline) async {
        await stopListening()
        shared.beginDraining()
        let loop = group.next()
        let promises = shared.links.map { link in
            let promise = link.eventLoop.makePromise(of: Void.self)
            link.eventLoop.execute {
                link.connection?.drain(promise) ?? promise.succeed()
            }
            return promise.futureResult
        }
        let over = loop.makePromise(of: Void.self)
        EventLoopFuture.andAllComplete(promises, on: loop).cascade(to: over)
        let timer = loop.scheduleTask(deadline: deadline) { over.succeed() }
        try? await over.futureResult.get()
        timer.cancel()
        await close()
    }

    /// Stops at once: every connection is closed, every task cancelled.
    public func close() async {
        await stopListening()
        shared.beginDraining()
        let closed = shared.links.map { link in
            link.eventLoop.flatSubmit { link.connection?.stop() ?? link.eventLoop.makeSucceededVoidFuture() }
        }
        for future in closed { try? await future.get() }
    }

    private func stopListening() async {
        do {
            try await listener?.close().get()
        } catch ChannelError.alreadyClosed {
            return
        } catch {
            shared.configuration.logger.warning("closing the socket failed", metadata: ["error": "\(error)"])
        }
        do {
            try file?.removeFile()
        } catch {
            shared.configuration.logger.warning("the socket file stays behind", metadata: ["error": "\(error)"])
        }
    }
}

/// The state that all connections of one server share.
final class ServerShared: Sendable {
    let configuration: ServerConfiguration
    let methods: MethodTable
    let ledger: PeerLedger
    private let state = Mutex(State())

    private struct State {
        var lastID: UInt64 = 0
        var links: [ConnectionID: ConnectionLink] = [:]
        var isDraining = false
    }

    init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
        methods = MethodTable(configuration.services, messageLength: configuration.limits.messageLength)
        ledger = PeerLedger(limits: configuration.limits)
    }

    var limits: ServerLimits { configuration.limits }

    /// The configuration as it is now.
    var currentConfiguration: ServerConfiguration {
        var current = configuration
        current.limits.connectionsPerUID = ledger.connectionsPerUID
        return current
    }

    func nextConnectionID() -> ConnectionID {
        state.withLock { state in
            state.lastID += 1
            return ConnectionID(state.lastID)
        }
    }

    /// - Returns: whether the server is draining already.
    func add(_ link: ConnectionLink) -> Bool {
        state.withLock { state in
            state.links[link.id] = link
            return state.isDraining
        }
    }

    func remove(_ link: ConnectionLink) {
        state.withLock { state in _ = state.links.removeValue(forKey: link.id) }
    }

    /// From now on every new connection drains from its start.
    func beginDraining() {
        state.withLock { $0.isDraining = true }
    }

    var links: [ConnectionLink] {
        state.withLock { Array($0.links.values) }
    }
}

/// Tells a client why its connection is refused: it answers the first request with the reason, and closes.
///
/// It waits for a request because a ttrpc server can only answer. It waits at most for the handshake's timeout, and for few connections of a uid at once.
private final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let reason: RPCStatus
    private let limits: ServerLimits
    private var input: FrameBuffer
    private var timeout: Scheduled<Void>?
    private var isDone = false

    init(reason: RPCStatus, limits: ServerLimits) {
        self.reason = reason
        self.limits = limits
        input = FrameBuffer(maximumFrameLength: limits.frameLength, announceAbove: 0)
    }

    func channelActive(context: ChannelHandlerContext) {
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        timeout = context.value.eventLoop.scheduleTask(in: limits.handshakeTimeout) { context.value.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return }
        input.append(unwrapInboundIn(data))
        switch input.next() {
        case .incomplete: break
        case .announced(let header), .frame(let header, _), .oversize(let header): answer(context, header.streamID)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        timeout?.cancel()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ context: ChannelHandlerContext, _ streamID: UInt32) {
        isDone = true
        var output = OutputBuffer()
        output.writeResponse(streamID: streamID, status: reason)
        if let bytes = output.flush(to: nil) { context.writeAndFlush(wrapOutboundOut(bytes), promise: nil) }
        context.close(promise: nil)
    }
}
