public import NIOCore
import Synchronization
import TTRPCWire

/// A stream that a ``TTRPCClient`` opened: the server's messages as an async sequence for one task, and the way to send.
///
/// The sequence ends when the server ends the stream without an error, and throws the server's `RPCStatus` otherwise. A server may also end the stream with a
/// response. Its payload is then the last message, unless it is empty. A stream that nobody holds any more is cancelled.
public final class ClientStream: AsyncSequence, Sendable {
    public typealias Element = ByteBuffer

    /// The stream's id on its connection. A request to cancel the stream names it.
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
    /// - Throws: `RPCStatus` when the connection or this side is closed, when the stream is over, or when the message is too long.
    public func send(_ message: [UInt8]) async throws {
        try link.requireOpen()
        try await withUnsafeThrowingContinuation { continuation in
            link.withConnection { [id] in $0.send(message, on: id, continuation) }
        }
    }

    /// Sends a message without waiting for room. It is for a sender that limits by itself how much is on its way. A message that can't be sent ends the stream.
    /// A message can't be sent when the stream is over, when it is too long, or when more than ``ClientLimits/unsentBytes`` would wait.
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

    /// Cancels the stream: this side is closed, messages that still come are dropped, and reading ends with `CANCELLED`.
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

/// The messages of a stream that nobody has taken yet. The event loop fills it, and one task empties it.
final class StreamInbox: Sendable {
    typealias Waiter = UnsafeContinuation<ByteBuffer?, any Error>

    private struct State {
        var messages = CircularBuffer<ByteBuffer>()
        var bytes = 0
        var waiter: Waiter?
        var end: Result<Void, any Error>?
    }

    private let state = Mutex(State())
    private let comfortable: Int

    /// - Parameter comfortable: bytes that may wait unread; ``next(relieved:)`` reports relief when they fall to half of it.
    init(comfortable: Int) {
        self.comfortable = comfortable
    }

    /// - Returns: the unread bytes.
    func deliver(_ message: ByteBuffer) -> Int {
        let (waiter, bytes) = state.withLock { state -> (Waiter?, Int) in
            guard state.end == nil else { return (nil, state.bytes) }
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter, state.bytes)
            }
            state.messages.append(message)
            state.bytes += message.readableBytes
            return (nil, state.bytes)
        }
        waiter?.resume(returning: message)
        return bytes
    }

    /// Ends the stream. Only the first call has an effect.
    func finish(_ end: Result<Void, any Error>) {
        let waiter = state.withLock { state -> Waiter? in
            guard state.end == nil else { return nil }
            state.end = end
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(with: end.map { nil })
    }

    /// The next message, `nil` at a good end.
    ///
    /// - Parameter relieved: called when there is room for more messages: the unread bytes have just fallen to half of `comfortable`.
    func next(relieved: () -> Void) async throws -> ByteBuffer? {
        if let (result, isRelieved) = take() {
            if isRelieved { relieved() }
            return try result.get()
        }
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                if wait(continuation) { relieved() }
            }
        } onCancel: {
            cancelWait()
        }
    }

    private func take() -> (Result<ByteBuffer?, any Error>, isRelieved: Bool)? {
        state.withLock { state in Self.take(&state, comfortable) }
    }

    private static func take(_ state: inout State, _ comfortable: Int) -> (Result<ByteBuffer?, any Error>, isRelieved: Bool)? {
        if let message = state.messages.popFirst() {
            let before = state.bytes
            state.bytes -= message.readableBytes
            return (.success(message), before > comfortable / 2 && state.bytes <= comfortable / 2)
        }
        return state.end.map { ($0.map { nil }, false) }
    }

    /// Resumes with the next message: at once where one has come meanwhile, else when it comes.
    ///
    /// - Returns: whether the message that was taken made room for more.
    func wait(_ continuation: Waiter) -> Bool {
        let taken = state.withLock { state -> (result: Result<ByteBuffer?, any Error>, isRelieved: Bool)? in
            if let taken = Self.take(&state, comfortable) { return taken }
            if Task.isCancelled { return (.failure(CancellationError()), false) }
            if state.waiter != nil { return (.failure(StreamMisuse.secondReader), false) }
            state.waiter = continuation
            return nil
        }
        guard let taken else { return false }
        continuation.resume(with: taken.result)
        return taken.isRelieved
    }

    private func cancelWait() {
        let waiter = state.withLock { state -> Waiter? in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(throwing: CancellationError())
    }
}

/// A stream used against its rules.
private enum StreamMisuse: Error, CustomStringConvertible {
    case secondReader

    var description: String { "two tasks read one stream at once" }
}
