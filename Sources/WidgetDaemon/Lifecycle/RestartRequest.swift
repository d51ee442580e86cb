import Synchronization

/// Asks the process to end in order and to start anew, because this device takes another part from now on.
final class RestartRequest: Sendable {
    private let signal = AsyncSignal()

    /// Whether somebody has asked.
    var isMade: Bool { signal.generation > 0 }

    func make() { signal.signal() }

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
