import NIOCore
import Synchronization

/// Turns many words of the same thing into one: it is said when it has been quiet for a while, and after a longest wait in any case.
final class Debounce: Sendable {
    private struct State {
        var first: NIODeadline?
        var scheduled: Scheduled<Void>?
        var isStopped = false
    }

    private let loop: any EventLoop
    private let quiet: TimeAmount
    private let longest: TimeAmount
    private let action: @Sendable () -> Void
    private let state = Mutex(State())

    /// - Parameter action: on the loop.
    init(
        on loop: any EventLoop, quiet: TimeAmount = DiscoveryLimits.quiet, longest: TimeAmount = DiscoveryLimits.longestWait,
        _ action: @escaping @Sendable () -> Void
    ) {
        self.loop = loop
        self.quiet = quiet
        self.longest = longest
        self.action = action
    }

    /// It happened. From any thread.
    func signal() {
        let now = loop.now
        state.withLock { state in
            guard !state.isStopped else { return }
            let first = state.first ?? now
            state.first = first
            state.scheduled?.cancel()
            state.scheduled = loop.scheduleTask(deadline: min(now + quiet, first + longest)) { [weak self] in self?.fire() }
        }
    }

    /// The action isn't called any more.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            state.scheduled?.cancel()
            state.scheduled = nil
        }
    }

    private func fire() {
        let isDue = state.withLock { state in
            guard !state.isStopped, state.first != nil else { return false }
            state.first = nil
            state.scheduled = nil
            return true
        }
        if isDue { action() }
    }
}
