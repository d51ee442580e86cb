import NIOCore
import Synchronization

/// What has come for a stream and wasn't taken yet: filled on the event loop, emptied by one task.
final class StreamInbox: Sendable {
    typealias Waiter = UnsafeContinuation<ByteBuffer?, any Error>

    private struct State {
        var messages = CircularBuffer<ByteBuffer>()
        var bytes = 0
        var waiter: Waiter?
        var end: Result<Void, any Error>?
    }

    private let state = Mutex(State())

    /// Called when the unread bytes fall below half of what is comfortable, after ``deliver(_:)`` reported more.
    private let comfortable: Int

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
    /// - Parameter relieved: called when there is room for more again.
    func next(relieved: () -> Void) async throws -> ByteBuffer? {
        if let (result, isRelieved) = take() {
            if isRelieved { relieved() }
            return try result.get()
        }
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in wait(continuation) }
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

    private func wait(_ continuation: Waiter) {
        let result = state.withLock { state -> Result<ByteBuffer?, any Error>? in
            if let (result, _) = Self.take(&state, comfortable) { return result }
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.waiter != nil { return .failure(StreamMisuse.secondReader) }
            state.waiter = continuation
            return nil
        }
        if let result { continuation.resume(with: result) }
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
