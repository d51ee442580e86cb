import Logging
import WidgetCore

/// Time, randomness, the logger and settings, which the daemon's services get.
struct DaemonRuntime: Sendable {
    let clock: any Clock<Duration>
    let logger: Logger
    /// The wall clock.
    let now: @Sendable () -> Timestamp
    /// The time since the machine's boot, sleep included.
    let uptime: @Sendable () -> Milliseconds
    /// Each service takes a copy.
    let random: any RandomNumberGenerator & Sendable
    /// The current time zone and locale, and the traits of surfaces.
    let environment: @Sendable () -> ProviderSurroundings
    /// Widgets that can be placed, as the settings say now.
    var widgetLimit: @Sendable () -> Int = { Limits.widgets }
}
