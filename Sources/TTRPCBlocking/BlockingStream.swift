import TTRPCWire

/// A stream that a ``BlockingClient`` opened. Only the client's thread may use it.
public final class BlockingStream {
    /// The stream's id on its connection. A request to cancel the stream names it.
    public let id: UInt32
    private let client: BlockingClient
    private var sends: Bool

    init(client: BlockingClient, id: UInt32, sends: Bool) {
        self.client = client
        self.id = id
        self.sends = sends
    }

    deinit {
        client.forget(id)
    }

    /// Sends a message, at most 4 MiB.
    ///
    /// - Throws: `RPCStatus` when this side is closed, when the message is too long, or when the server doesn't take it in time; ``ConnectionError`` for a lost
    ///   connection.
    public func send(_ message: [UInt8], timeout: Duration? = nil) throws {
        guard sends else { throw RPCStatus(.failedPrecondition, "this side of the stream is closed") }
        try client.send(message, on: id, flags: [], timeout: timeout)
    }

    /// The server's next message, or `nil` when the server has ended the stream without an error.
    ///
    /// A server may also end the stream with a response. Its payload is then the last message, even where it is empty.
    ///
    /// - Throws: `RPCStatus` when the stream failed, or when nothing comes in time, and then the stream goes on; ``ConnectionError`` for a lost connection.
    public func receive(timeout: Duration? = nil) throws -> [UInt8]? {
        try client.receive(on: id, timeout: timeout)
    }

    /// Tells the server that no more messages come. It then ends a stream that could run for ever.
    /// - Throws: `RPCStatus` when the server doesn't take it in time; ``ConnectionError`` for a lost connection.
    public func closeSend(timeout: Duration? = nil) throws {
        guard sends else { return }
        sends = false
        try client.send([], on: id, flags: [.remoteClosed, .noData], timeout: timeout)
    }
}
