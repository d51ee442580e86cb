import NIOCore
import Synchronization

/// Messages that have come for a stream and weren't taken yet: filled on the event loop, emptied by one task.
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

    /// The first end counts.
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
    /// - Parameter relieved: called when there is room for more again: the unread bytes were over half of what is comfortable and no longer are.
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

    /// Resumes with the next message: at once where one came since it was looked for, else when it comes.
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
enum StreamMisuse: Error, CustomStringConvertible {
    case secondReader

    var description: String { "two tasks read one stream at once" }
}
