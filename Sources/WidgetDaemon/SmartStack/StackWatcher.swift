import Synchronization
import WidgetAPI

/// One stream that watches the stack: the latest state that it hasn't been sent.
final class StackWatcher: Sendable {
    let request: ProtoShowStackRequest
    private let wake: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var waiting: [UInt8]?
        /// The last state that it was told, to find out whether anything is new.
        var last: [UInt8] = []
        var hasEnded = false
    }

    /// - Parameter wake: that there is something to be sent. Any thread.
    init(request: ProtoShowStackRequest, wake: @escaping @Sendable () -> Void) {
        self.request = request
        self.wake = wake
    }

    /// The stream is gone, whatever is still heard of its coming.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    func end() { state.withLock { $0.hasEnded = true } }

    /// The stack is so now. Any thread.
    func show(_ bytes: [UInt8]) {
        let isNew = state.withLock { state in
            guard state.last != bytes else { return false }
            (state.waiting, state.last) = (bytes, bytes)
            return true
        }
        if isNew { wake() }
    }

    /// Takes the state that is to be sent.
    func take() -> [UInt8]? {
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

    /// A watcher has come or gone. The two may be heard in either order: one that has gone doesn't come any more.
    /// - Returns: whether it is to be shown the stack.
    mutating func note(_ watcher: StackWatcher, isThere: Bool) -> Bool {
        let isWatching = isThere && !watcher.hasEnded
        byID[ObjectIdentifier(watcher)] = isWatching ? watcher : nil
        return isWatching
    }
}
