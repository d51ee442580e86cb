import DequeModule
import Synchronization
import TTRPC
import TTRPCWire

/// The messages that a session on the serving side has to send. The session's window bounds most of them. A peer that sends requests and doesn't read the
/// answers is cut off. Any thread may use it.
final class SyncOutbox: Sendable {
    private struct State {
        var messages: Deque<[UInt8]> = []
        var bytes = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let stream: ServerStream

    init(stream: ServerStream) { self.stream = stream }

    func send(_ message: [UInt8]) {
        let isWithinBounds = state.withLock { state in
            guard !state.isFinished else { return true }
            state.bytes += message.count + MeshLimits.messageOverhead
            guard state.bytes <= MeshLimits.outboxBytes else {
                state = State(isFinished: true)
                return false
            }
            state.messages.append(message)
            return true
        }
        guard isWithinBounds else { return stream.fail(RPCStatus(.resourceExhausted, "more than \(MeshLimits.outboxBytes) bytes wait and aren't read")) }
        stream.wake()
    }

    /// Ends the stream after the messages that wait.
    func finish() {
        state.withLock { $0.isFinished = true }
        stream.wake()
    }

    func next() -> StreamStep {
        state.withLock { state in
            if let message = state.messages.popFirst() {
                state.bytes -= message.count + MeshLimits.messageOverhead
                return .message(message)
            }
            return state.isFinished ? .finish : .idle
        }
    }
}
