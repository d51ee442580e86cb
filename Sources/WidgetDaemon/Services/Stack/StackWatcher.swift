import Synchronization
import TTRPC
import WidgetAPI

/// One stream that watches the stack: the latest state that it hasn't been sent.
final class StackWatcher: Sendable {
    let request: ProtoShowStackRequest
    private let stream: ServerStream
    private let state = Mutex(State())

    private struct State {
        var waiting: [UInt8]?
        /// What it was told last, to tell whether anything is new.
        var last: [UInt8] = []
    }

    init(request: ProtoShowStackRequest, stream: ServerStream) {
        self.request = request
        self.stream = stream
    }

    /// The stack is so now. Any thread.
    func show(_ bytes: [UInt8]) {
        let isNew = state.withLock { state in
            guard state.last != bytes else { return false }
            (state.waiting, state.last) = (bytes, bytes)
            return true
        }
        if isNew { stream.wake() }
    }

    /// What is to be sent, once.
    func take() -> [UInt8]? {
        state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
    }
}
