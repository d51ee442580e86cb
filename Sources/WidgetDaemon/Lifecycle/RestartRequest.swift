import DaemonCore
import Synchronization

/// Asks the process to end in order and to start anew, because this device takes another part from now on.
final class RestartRequest: Sendable {
    private let signal = AsyncSignal()
    private let isWithdrawn = Atomic(false)

    /// Whether somebody has asked, and nobody wants the process to end.
    var isMade: Bool { signal.generation > 0 && !isWithdrawn.load(ordering: .relaxed) }

    func make() { signal.signal() }

    /// The process is to end.
    func withdraw() { isWithdrawn.store(true, ordering: .relaxed) }

    /// Returns when somebody has asked, or when the task is cancelled.
    func wait() async { await signal.next(after: 0) }
}

/// Why a daemon has ended.
package enum DaemonEnd: Sendable {
    /// A signal asked for it.
    case stopped
    /// This device takes another part from now on, so the process is to be started anew.
    case startsAnew
}
