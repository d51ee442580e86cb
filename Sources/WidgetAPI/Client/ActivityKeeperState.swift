import Synchronization
import WidgetCore

/// Where a program and the thread of its ``ActivityKeeper`` leave each other word.
final class ActivityKeeperState: Sendable {
    struct State {
        var content = ProtoActivityContent()
        /// Set: it is to end.
        var end: ProtoEndActivityRequest?
        /// Counts what was said.
        var said = 0
        /// Up to which there is an answer, or a failure.
        var answered = 0
        /// Why the last attempt failed; nil: it didn't.
        var failure: WidgetError?
        /// It failed by what was said, and isn't tried again: something else is to be said.
        var isRefused = false
        /// Nothing more is sent.
        var isOver = false
        /// Nobody says anything any more.
        var isAbandoned = false
    }

    let state = Mutex(State())
    /// For the thread: something was said.
    let wake = WakePipe()
    /// For the program: something became of it.
    let told = WakePipe()

    func say(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            state.said += 1
        }
        wake.ring()
    }

    func abandon() {
        state.withLock { $0.isAbandoned = true }
        wake.ring()
    }

    /// - Parameters:
    ///   - failure: nil: the daemon has what was said up to there.
    ///   - isRefused: what was said isn't tried again.
    func answer(upTo said: Int, _ failure: WidgetError? = nil, isRefused: Bool = false) {
        state.withLock { state in
            state.answered = max(state.answered, said)
            state.failure = failure
            state.isRefused = isRefused
        }
        told.ring()
    }

    /// - Parameter failure: nil: it ended as was said.
    func over(_ failure: WidgetError?) {
        state.withLock { state in
            state.failure = failure
            state.isOver = true
        }
        told.ring()
    }
}
