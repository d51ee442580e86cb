public import Glibc

/// The service manager's watchdog: it kills a daemon that stays silent for the unit's `WatchdogSec`.
public enum Watchdog {
    /// How often the daemon should ping: half of `WatchdogSec`, as sd_watchdog_enabled(3) recommends. Nil if no watchdog watches this process.
    ///
    /// - Parameters:
    ///   - environment: the process's environment. It reads `WATCHDOG_USEC` (the limit in microseconds) and `WATCHDOG_PID` (the process that it is for).
    ///   - processID: this process. A watchdog for another process, such as our parent, is ignored.
    public static func interval(environment: [String: String], processID: pid_t = getpid()) -> Duration? {
        guard let limit = environment["WATCHDOG_USEC"].flatMap(Int64.init), limit > 0 else { return nil }
        if let owner = environment["WATCHDOG_PID"], pid_t(owner) != processID { return nil }
        return .microseconds(max(1, limit / 2))
    }
}
