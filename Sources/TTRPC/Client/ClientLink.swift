import NIOCore
import Synchronization
import TTRPCWire

/// The part of a client's connection that any thread may hold.
final class ClientLink: Sendable {
    let channel: any Channel
    let executor: EventLoopExecutor
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
