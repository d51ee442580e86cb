import NIOCore

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

    /// Runs on the event loop, at once when already there.
    func withConnection(_ body: @escaping @Sendable (ClientConnection) -> Void) {
        if channel.eventLoop.inEventLoop {
            body(connection.value)
        } else {
            channel.eventLoop.execute { [connection] in body(connection.value) }
        }
    }
}
