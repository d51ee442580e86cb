import Synchronization

/// Tells those who wait that something has happened.
///
/// A waiter reads ``generation``, then checks its condition, and then waits for a later generation. So it misses no signal in between.
package final class AsyncSignal: Sendable {
    private struct State {
        var generation: UInt64 = 0
        var lastWaiter: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    package init() {}

    /// Grows with each signal.
    package var generation: UInt64 { state.withLock { $0.generation } }

    /// How many wait now.
    var waiters: Int { state.withLock { $0.waiting.count } }

    /// It has happened.
    package func signal() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            state.generation += 1
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when it was signalled since that generation, after `limit`, or when the task is cancelled.
    package func next(after generation: UInt64, within limit: Duration, on clock: any Clock<Duration>) async {
        await withTaskGroup { group in
            group.addTask { await self.next(after: generation) }
            group.addTask { try? await clock.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns when it was signalled since that generation, or when the task is cancelled.
    package func next(after generation: UInt64) async {
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // If the task was cancelled before, `onCancel` has run already and would never resume this waiter.
                    if state.generation > generation || Task.isCancelled { return true }
                    state.waiting[waiter] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume()
        }
    }
}

/// Resumes a continuation at the first call of ``finish()``; later calls do nothing.
package final class FirstResult: Sendable {
    private let waiting: Mutex<CheckedContinuation<Void, Never>?>

    package init(_ continuation: CheckedContinuation<Void, Never>) {
        waiting = Mutex(continuation)
    }

    package func finish() { waiting.withLock { $0.take() }?.resume() }
}
