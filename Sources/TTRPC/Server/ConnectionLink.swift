import NIOCore
import Synchronization

/// The part of a connection that any thread may hold: who it is, and the way onto its event loop.
final class ConnectionLink: Sendable {
    let id: ConnectionID
    let peer: PeerIdentity
    let eventLoop: any EventLoop
    /// The connection is over: its event loop may be, too.
    private let isOver = Atomic(false)
    private let box: NIOLoopBoundBox<ServerConnection?>

    init(id: ConnectionID, peer: PeerIdentity, eventLoop: any EventLoop) {
        self.id = id
        self.peer = peer
        self.eventLoop = eventLoop
        box = NIOLoopBoundBox.makeEmptyBox(eventLoop: eventLoop)
    }

    /// On the event loop, when the connection opens and (with `nil`) when it is gone.
    func attach(_ connection: ServerConnection?) {
        box.value = connection
        if connection == nil { isOver.store(true, ordering: .relaxed) }
    }

    /// On the event loop: the connection, or `nil` when it is gone.
    var connection: ServerConnection? { box.value }

    /// Runs on the event loop, at once when already there; not at all once the connection is gone.
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
