import Synchronization
import TTRPC
import WidgetAPI
import WidgetCore

/// The connection of a surface's program: the changes that it is asked for.
final class SurfaceLink: Sendable {
    private struct State {
        var messages: [[UInt8]] = []
        var hasEnded = false
        /// The error that ended the stream; nil: the client ended it, or the daemon stops.
        var failure: WidgetError?
    }

    private let state = Mutex(State())
    private let wake: @Sendable () -> Void

    /// - Parameter wake: called when ``next()`` has something to send.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    func send(_ change: [UInt8]) {
        state.withLock { $0.messages.append(change) }
        wake()
    }

    /// - Parameter error: why; nil: no error.
    func end(_ error: WidgetError? = nil) {
        state.withLock {
            $0.hasEnded = true
            if let error { $0.failure = error }
        }
        wake()
    }

    func next() throws(WidgetError) -> StreamStep {
        try state.withLock { state -> Result<StreamStep, WidgetError> in
            if !state.messages.isEmpty { return .success(.message(state.messages.removeFirst())) }
            if let failure = state.failure { return .failure(failure) }
            return .success(state.hasEnded ? .finish : .idle)
        }.get()
    }
}
