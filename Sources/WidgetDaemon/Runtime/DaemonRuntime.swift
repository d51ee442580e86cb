import Logging
import WidgetCore

/// Time, randomness and the log, as the daemon's services are given them.
struct DaemonRuntime: Sendable {
    let clock: any Clock<Duration>
    let logger: Logger
    /// The wall clock.
    let now: @Sendable () -> Timestamp
    /// The time since the machine's boot, sleep included.
    let uptime: @Sendable () -> Milliseconds
    /// Each service takes a copy.
    let random: any RandomNumberGenerator & Sendable
    /// The time zone and the locale as they are now, and how surfaces look.
    let environment: @Sendable () -> ProviderSurroundings
}
