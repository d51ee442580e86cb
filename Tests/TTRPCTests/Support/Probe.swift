import Synchronization

/// Remembers what happened and lets a test wait for it.
final class Probe: Sendable {
    private struct State {
        var events: [String] = []
        var waiters: [(String, Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    func record(_ event: String) {
        let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.events.append(event)
            let met = state.waiters.filter { waiter in state.events.count(where: { $0 == waiter.0 }) >= waiter.1 }
            state.waiters.removeAll { waiter in state.events.count(where: { $0 == waiter.0 }) >= waiter.1 }
            return met.map { $0.2 }
        }
        for waiter in woken { waiter.resume() }
    }

    func count(_ event: String) -> Int {
        state.withLock { $0.events.count { $0 == event } }
    }

    var events: [String] { state.withLock { $0.events } }

    /// Returns when the event has happened so many times.
    func wait(for event: String, times: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isMet = state.withLock { state -> Bool in
                if state.events.count(where: { $0 == event }) >= times { return true }
                state.waiters.append((event, times, continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }
}

/// A door that unary handlers wait at, whatever happens to their task.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        if isOpen { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}
