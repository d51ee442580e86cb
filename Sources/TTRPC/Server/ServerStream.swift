public import NIOCore
import Synchronization
public import TTRPCWire

/// The next step of a stream when there is room for a message.
public enum StreamStep: Sendable {
    /// Send this, and ask again when it is this stream's turn.
    case message([UInt8])
    /// Nothing to send until ``ServerStream/wake()``.
    case idle
    /// The stream ends without a response: a Data frame with `remote closed`.
    case finish
    /// The stream ends with a response: a Response frame.
    case end([UInt8])
}

/// The server's side of one stream. All calls come on the connection's event loop.
///
/// Messages are pulled, never pushed. A handler keeps its latest state, and makes a message of it when asked. So a slow reader costs no queue. An error that a
/// handler throws ends the stream.
public protocol ServerStreamHandler: AnyObject {
    /// A message from the client, such as credits.
    func receive(_ message: ByteBuffer) throws
    /// The client sends no more. Where nothing else is due, end with ``StreamStep/finish``; call ``ServerStream/wake()`` so
    /// that ``next()`` is pulled.
    func remoteClosed()
    /// Pulled when there is room: once after the start, after each message, and after ``ServerStream/wake()``.
    func next() throws -> StreamStep
    /// The server is going to stop and lets streams end by themselves until its deadline. By default nothing happens, and
    /// the stream ends with `UNAVAILABLE` when the deadline comes.
    func draining()
    /// The stream is over, whatever the cause. Called exactly once; nothing is called afterwards.
    func closed()
}

extension ServerStreamHandler {
    public func draining() {}
}

/// A stream's handle, for code that has new data for the stream. Any thread may use it.
public final class ServerStream: Sendable {
    /// The stream's id on its connection.
    public let id: UInt32
    private let link: ConnectionLink
    /// A wake is on its way to the event loop. So many changes between two turns cost one hop.
    private let isWaking = Atomic(false)

    init(id: UInt32, link: ConnectionLink) {
        self.id = id
        self.link = link
    }

    /// Says that ``ServerStreamHandler/next()`` has something to send. Cheap to call often; no effect after the end.
    public func wake() {
        guard !isWaking.exchange(true, ordering: .acquiringAndReleasing) else { return }
        link.withConnection { [self] connection in
            isWaking.store(false, ordering: .releasing)
            connection.wake(streamID: id)
        }
    }

    /// Ends the stream with a status. No effect after the end.
    public func fail(_ status: RPCStatus) {
        link.withConnection { [id] in $0.cancel(streamID: id, status: status) }
    }
}

/// The part of a connection that any thread may hold: its identity, and access to it on its event loop.
final class ConnectionLink: Sendable {
    let id: ConnectionID
    let peer: PeerIdentity
    let eventLoop: any EventLoop
    let attachment: (any Sendable)?
    /// The connection is over, and its event loop may have shut down.
    private let isOver = Atomic(false)
    private let box: NIOLoopBoundBox<ServerConnection?>

    init(id: ConnectionID, peer: PeerIdentity, eventLoop: any EventLoop, attachment: (any Sendable)? = nil) {
        self.id = id
        self.peer = peer
        self.eventLoop = eventLoop
        self.attachment = attachment
        box = NIOLoopBoundBox.makeEmptyBox(eventLoop: eventLoop)
    }

    /// Sets the connection when it opens, and `nil` when it is gone. It is called on the event loop.
    func attach(_ connection: ServerConnection?) {
        box.value = connection
        if connection == nil { isOver.store(true, ordering: .relaxed) }
    }

    /// On the event loop: the connection, or `nil` when it is gone.
    var connection: ServerConnection? { box.value }

    /// Runs `body` on the event loop, at once when the caller is already there. Once the connection is gone, `body` doesn't run.
    func withConnection(_ body: @escaping @Sendable (ServerConnection) -> Void) {
        if eventLoop.inEventLoop {
            if let connection = box.value { body(connection) }
        } else if !isOver.load(ordering: .relaxed) {
            eventLoop.execute { [self] in
                if let connection = box.value { body(connection) }
            }
        }
    }
}
