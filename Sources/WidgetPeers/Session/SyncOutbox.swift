import DequeModule
import Synchronization
import TTRPC

/// What a session on the serving side has to send. The session's window bounds it. From any thread.
final class SyncOutbox: Sendable {
    private struct State {
        var messages: Deque<[UInt8]> = []
        var isFinished = false
    }

    private let state = Mutex(State())
    private let stream: ServerStream

    init(stream: ServerStream) { self.stream = stream }

    func send(_ message: [UInt8]) {
        state.withLock { $0.messages.append(message) }
        stream.wake()
    }

    /// Ends the stream after what waits.
    func finish() {
        state.withLock { $0.isFinished = true }
        stream.wake()
    }

    func next() -> StreamStep {
        state.withLock { state in
            if let message = state.messages.popFirst() { return .message(message) }
            return state.isFinished ? .finish : .idle
        }
    }
}
