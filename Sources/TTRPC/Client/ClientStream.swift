public import NIOCore
import TTRPCWire

/// A stream that a ``TTRPCClient`` opened: the server's messages as an async sequence for one task, and the way to send.
///
/// The sequence ends when the server ends the stream well, and throws the server's `RPCStatus` otherwise. A server may also
/// end with one final response: its payload comes as the last message, unless empty. Letting go of the stream cancels it.
public final class ClientStream: AsyncSequence, Sendable {
    public typealias Element = ByteBuffer

    /// The stream's id on its connection, which a cancel names.
    public let id: UInt32
    private let link: ClientLink
    private let inbox: StreamInbox

    init(id: UInt32, link: ClientLink, inbox: StreamInbox) {
        self.id = id
        self.link = link
        self.inbox = inbox
    }

    deinit {
        cancel()
    }

    /// Sends a message, at most 4 MiB; returns when the connection has room for more.
    ///
    /// - Throws: `RPCStatus` when this side is closed or the stream is over.
    public func send(_ message: [UInt8]) async throws {
        try link.requireOpen()
        try await withUnsafeThrowingContinuation { continuation in
            link.withConnection { [id] in $0.send(message, on: id, continuation) }
        }
    }

    /// Sends a message without waiting for room: for a sender that has a bound of its own on what is on its way. One that can't be sent, since the stream is
    /// over, the message too long, or ``ClientLimits/unsentBytes`` wait already, ends the stream.
    public func post(_ message: [UInt8]) {
        link.ifOpen { [id, inbox] connection in
            do {
                try connection.post(message, on: id)
            } catch {
                inbox.finish(.failure(error))
                connection.abandonStream(id)
            }
        }
    }

    /// Tells the server that no more messages come. It then ends a stream that could run for ever.
    public func closeSend() {
        link.ifOpen { [id] in $0.closeSend(id) }
    }

    /// Gives the stream up: its side is closed, what still comes is dropped, and reading ends with `CANCELLED`.
    public func cancel() {
        inbox.finish(.failure(RPCStatus(.cancelled, "the stream was given up")))
        link.ifOpen { [id] in $0.abandonStream(id) }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(stream: self)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        let stream: ClientStream

        /// - Throws: `RPCStatus` for a stream that failed, with UNAVAILABLE for a lost connection.
        public mutating func next() async throws -> ByteBuffer? {
            let (link, id) = (stream.link, stream.id)
            return try await stream.inbox.next { link.ifOpen { $0.relieved(id) } }
        }
    }
}
