import NIOCore
import TTRPCWire

/// The part of a client's connection that any thread may hold.
final class ClientLink: Sendable {
    let channel: any Channel
    let executor: EventLoopExecutor
    private let connection: NIOLoopBound<ClientConnection>

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

    /// Runs on the event loop, at once when already there.
    func withConnection(_ body: @escaping @Sendable (ClientConnection) -> Void) {
        if channel.eventLoop.inEventLoop {
            body(connection.value)
        } else {
            channel.eventLoop.execute { [connection] in body(connection.value) }
        }
    }
}
