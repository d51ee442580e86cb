package import Logging
package import WidgetCore

/// Time, randomness, the logger and settings, which the daemon's services get.
package struct DaemonRuntime: Sendable {
    package let clock: any Clock<Duration>
    package let logger: Logger
    /// The wall clock.
    package let now: @Sendable () -> Timestamp
    /// The time since the machine's boot, sleep included.
    package let uptime: @Sendable () -> Milliseconds
    /// Each service takes a copy.
    package let random: any RandomNumberGenerator & Sendable
    /// The current time zone and locale, and the traits of surfaces.
    package let environment: @Sendable () -> ProviderSurroundings
    /// Widgets that can be placed, as the settings say now.
    package var widgetLimit: @Sendable () -> Int = { Limits.widgets }

    package init(
        clock: any Clock<Duration>, logger: Logger, now: @escaping @Sendable () -> Timestamp, uptime: @escaping @Sendable () -> Milliseconds,
        random: any RandomNumberGenerator & Sendable, environment: @escaping @Sendable () -> ProviderSurroundings,
        widgetLimit: @escaping @Sendable () -> Int = { Limits.widgets }
    ) {
        (self.clock, self.logger, self.now, self.uptime, self.random) = (clock, logger, now, uptime, random)
        (self.environment, self.widgetLimit) = (environment, widgetLimit)
    }
}
