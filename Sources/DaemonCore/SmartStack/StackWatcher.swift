import Synchronization
package import WidgetAPI

/// One stream that watches the stack: the latest state that it hasn't been sent.
package final class StackWatcher: Sendable {
    let request: ProtoShowStackRequest
    private let wake: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var waiting: [UInt8]?
        /// The last state, for comparison.
        var last: [UInt8] = []
        var hasEnded = false
    }

    /// - Parameter wake: called on any thread when there is a state to be sent.
    package init(request: ProtoShowStackRequest, wake: @escaping @Sendable () -> Void) {
        self.request = request
        self.wake = wake
    }

    /// Whether the stream has gone. Its coming may be reported only after that.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    package func end() { state.withLock { $0.hasEnded = true } }

    /// Sets the state to be sent, unless it equals the last one. Any thread.
    func show(_ bytes: [UInt8]) {
        let isNew = state.withLock { state in
            guard state.last != bytes else { return false }
            (state.waiting, state.last) = (bytes, bytes)
            return true
        }
        if isNew { wake() }
    }

    /// Takes the state that is to be sent.
    package func dequeue() -> [UInt8]? {
        state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
    }
}

/// The streams that watch the stack.
struct StackWatchers {
    private var byID: [ObjectIdentifier: StackWatcher] = [:]

    var all: [StackWatcher] { Array(byID.values) }
    var isEmpty: Bool { byID.isEmpty }

    /// A watcher has come or gone. The two may be reported in either order: a watcher that has gone isn't added any more.
    /// - Returns: whether it needs the stack's current state.
    mutating func note(_ watcher: StackWatcher, isThere: Bool) -> Bool {
        let isWatching = isThere && !watcher.hasEnded
        byID[ObjectIdentifier(watcher)] = isWatching ? watcher : nil
        return isWatching
    }
}
