public import Logging
public import NIOCore
import NIOPosix
import Synchronization
public import TTRPCWire

/// A ttrpc client on SwiftNIO: any number of calls and streams over one connection.
///
/// The connection isn't made anew when it breaks: ``closeFuture`` tells, and every call then fails with `UNAVAILABLE`. A
/// task that calls often does well to run on ``executor``: a call otherwise resumes on the global pool, which costs
/// several times the call.
public final class TTRPCClient: Sendable {
    let link: ClientLink

    /// Connects to a Unix socket.
    ///
    /// - Parameter cancelMethod: how the server is told of calls whose task was cancelled; `nil`: not at all.
    /// - Throws: ``TransportError`` that tells a missing socket, one that nobody serves, and a forbidden one apart.
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

    /// Makes a connected channel, whatever its transport, a client's connection.
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
    ///   - timeout: how long to wait; the server is told, and stops working then, too. `nil`: for ever.
    /// - Returns: the encoded response message.
    /// - Throws: `RPCStatus`; `CancellationError` when the task is cancelled. The server hears of that only by a ``CancelMethod``,
    ///   and at best: it may have finished meanwhile.
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
    ///   - sendsMore: whether the client sends messages afterwards (client streaming, both ways).
    ///   - timeout: the whole stream's time; `nil`: none.
    /// - Throws: `RPCStatus`.
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

    /// Fails what can't be sent any more, without a way onto an event loop that may be over.
    func requireOpen() throws(RPCStatus) {
        guard channel.isActive else { throw RPCStatus(.unavailable, "the connection is closed") }
    }

    /// Runs on the event loop; not at all once the connection is closed, which has ended everything by itself.
    func ifOpen(_ body: @escaping @Sendable (ClientConnection) -> Void) {
        if channel.isActive { withConnection(body) }
    }

    /// Runs on the event loop, at once when already there, and behind what was asked for before, from whichever thread: a sender that goes on to another
    /// thread sends in its own order.
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

/// Runs a task's parts on an event loop, so that what resumes there goes on without a change of thread.
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
