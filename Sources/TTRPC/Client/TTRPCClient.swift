public import Logging
public import NIOCore
import NIOPosix
import Synchronization
public import TTRPCWire

/// A ttrpc client on SwiftNIO: any number of calls and streams over one connection.
///
/// The client doesn't reconnect when its connection breaks. Then ``closeFuture`` succeeds, and every call fails with `UNAVAILABLE`. A task that calls often
/// should run on ``executor``. Otherwise each call resumes on the global pool, and that switch costs several times as much as the call.
public final class TTRPCClient: Sendable {
    let link: ClientLink

    /// Connects to a Unix socket.
    ///
    /// - Parameter cancelMethod: the method that tells the server of calls whose task was cancelled. With `nil` the server isn't told.
    /// - Throws: ``TransportError``; it tells apart a missing socket, a socket that nobody serves, and one that this user may not use.
    public static func connect(
        path: String, group: any EventLoopGroup, limits: ClientLimits = ClientLimits(), cancelMethod: CancelMethod? = nil,
        logger: Logger = Logger(label: "ttrpc")
    ) async throws -> TTRPCClient {
        try await adopt(descriptor: try UnixSocket.connect(path: path), group: group, limits: limits, cancelMethod: cancelMethod, logger: logger)
    }

    /// Takes over a connected stream socket, such as one end of a socket pair.
    /// - Throws: an `IOError` of SwiftNIO where the descriptor isn't a stream socket.
    public static func adopt(
        descriptor: Int32, group: any EventLoopGroup, limits: ClientLimits = ClientLimits(), cancelMethod: CancelMethod? = nil,
        logger: Logger = Logger(label: "ttrpc")
    ) async throws -> TTRPCClient {
        let loop = group.next()
        let channel = try await ClientBootstrap(group: loop)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(
                    minimum: Tuning.readBuffer.minimum, initial: Tuning.readBuffer.initial, maximum: Tuning.readBuffer.maximum)
            )
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let connection = ClientConnection(
                        limits: limits, cancelMethod: cancelMethod, socket: DirectSocket(descriptor: descriptor), logger: logger,
                        eventLoop: channel.eventLoop)
                    try channel.pipeline.syncOperations.addHandler(connection)
                }
            }
            .withConnectedSocket(descriptor)
            .get()
        return try await client(of: channel)
    }

    /// Makes a client of a connected channel. The channel may have any transport.
    /// - Throws: a `ChannelError` of SwiftNIO for a channel that is closed.
    public static func adopt(
        channel: any Channel, limits: ClientLimits = ClientLimits(), cancelMethod: CancelMethod? = nil,
        logger: Logger = Logger(label: "ttrpc")
    ) async throws -> TTRPCClient {
        try await channel.eventLoop.submit {
            let connection = ClientConnection(limits: limits, cancelMethod: cancelMethod, socket: nil, logger: logger, eventLoop: channel.eventLoop)
            try channel.pipeline.syncOperations.addHandler(connection)
        }.get()
        return try await client(of: channel)
    }

    private static func client(of channel: any Channel) async throws -> TTRPCClient {
        try await channel.eventLoop.submit {
            let connection = try channel.pipeline.syncOperations.handler(type: ClientConnection.self)
            return TTRPCClient(link: ClientLink(channel: channel, connection: NIOLoopBound(connection, eventLoop: channel.eventLoop)))
        }.get()
    }

    private init(link: ClientLink) {
        self.link = link
    }

    // MARK: Calls

    /// Calls a unary method.
    ///
    /// - Parameters:
    ///   - payload: the encoded request message, at most 4 MiB with its envelope.
    ///   - timeout: how long to wait. The server is told, and stops its work then too. `nil` waits for ever.
    /// - Returns: the encoded response message.
    /// - Throws: `RPCStatus`; `CancellationError` when the task is cancelled. The server hears of the cancellation only by a ``CancelMethod``, and may have
    ///   finished by then.
    public func call(
        service: String, method: String, payload: [UInt8] = [], timeout: TimeAmount? = nil, metadata: Metadata = [:]
    ) async throws -> ByteBuffer {
        let outgoing = OutgoingRequest(service: service, method: method, payload: payload, flags: [], timeout: timeout, metadata: metadata)
        try link.requireOpen()
        let ticket = CallTicket()
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                link.withConnection { $0.call(outgoing, ticket, continuation) }
            }
        } onCancel: {
            link.ifOpen { $0.abandon(ticket) }
        }
    }

    /// Opens a stream.
    ///
    /// - Parameters:
    ///   - payload: the one request of a server-streaming method; empty where the client's messages follow.
    ///   - sendsMore: whether the client sends messages afterwards, as in client or bidirectional streaming.
    ///   - timeout: the whole stream's time. `nil` sets no limit.
    /// - Throws: `RPCStatus` when the connection is closed, when the request is too long, or when the connection has used all its stream ids.
    public func stream(
        service: String, method: String, payload: [UInt8] = [], sendsMore: Bool, timeout: TimeAmount? = nil, metadata: Metadata = [:]
    ) async throws -> ClientStream {
        let outgoing = OutgoingRequest(
            service: service, method: method, payload: payload, flags: sendsMore ? .remoteOpen : .remoteClosed, timeout: timeout, metadata: metadata)
        try link.requireOpen()
        return try await withUnsafeThrowingContinuation { continuation in
            link.withConnection { [link] connection in
                continuation.resume(with: Result { try connection.openStream(outgoing, link) })
            }
        }
    }

    // MARK: The connection

    /// The loop that the connection lives on.
    public var eventLoop: any EventLoop { link.channel.eventLoop }

    /// For tasks that make many calls: `Task(executorPreference: client.executor) { … }`.
    public var executor: any TaskExecutor { link.executor }

    /// Whether the connection is open.
    public var isConnected: Bool { link.channel.isActive }

    /// Succeeds when the connection is gone, whoever closed it.
    public var closeFuture: EventLoopFuture<Void> { link.channel.closeFuture }

    /// Closes the connection; calls and streams on it end with `UNAVAILABLE`.
    public func close() async {
        try? await link.channel.close().get()
    }
}

/// The part of a client's connection that any thread may hold.
final class ClientLink: Sendable {
    let channel: any Channel
    let executor: any TaskExecutor
    private let connection: NIOLoopBound<ClientConnection>
    /// Work that other threads asked for and the event loop hasn't begun yet.
    private let waiting = Mutex<[@Sendable (ClientConnection) -> Void]>([])

    init(channel: any Channel, connection: NIOLoopBound<ClientConnection>) {
        self.channel = channel
        self.connection = connection
        executor = EventLoopExecutor(channel.eventLoop)
    }

    /// Throws once the connection is closed. It needs no hop to the event loop, which may have shut down by then.
    func requireOpen() throws(RPCStatus) {
        guard channel.isActive else { throw RPCStatus(.unavailable, "the connection is closed") }
    }

    /// Runs `body` on the event loop. Once the connection is closed, `body` doesn't run: the end of the connection has ended all calls and streams.
    func ifOpen(_ body: @escaping @Sendable (ClientConnection) -> Void) {
        if channel.isActive { withConnection(body) }
    }

    /// Runs `body` on the event loop, at once when the caller is already there. Bodies run in the order in which they came, from any thread. So a task that
    /// changes threads still sends in order.
    func withConnection(_ body: @escaping @Sendable (ClientConnection) -> Void) {
        if channel.eventLoop.inEventLoop {
            doWhatWaits()
            body(connection.value)
        } else {
            let isFirst = waiting.withLock { waiting in
                waiting.append(body)
                return waiting.count == 1
            }
            if isFirst { channel.eventLoop.execute { self.doWhatWaits() } }
        }
    }

    private func doWhatWaits() {
        let bodies = waiting.withLock { waiting in
            defer { if !waiting.isEmpty { waiting = [] } }
            return waiting
        }
        for body in bodies { body(connection.value) }
    }
}

/// Runs a task's jobs on an event loop, so that a call that resumes there continues without a change of thread.
private final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
