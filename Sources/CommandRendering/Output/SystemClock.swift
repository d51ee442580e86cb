import Glibc
import Linux
package import WidgetCore
package import WidgetLayout

/// The machine's clock and its time zone.
package enum SystemClock {
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Blocks the thread for a while.
    package static func sleep(for pause: Duration) {
        var time = timespec(tv_sec: Int(pause.components.seconds), tv_nsec: Int(pause.components.attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
    }

    /// Seconds that local time is ahead of UTC at `date`.
    package static func offset(at date: Timestamp) -> Int { LocalClock.offset(at: date) }

    /// Seconds that the clocks of a zone are ahead of UTC at `date`; the local ones for an empty name, nil for a zone that this machine doesn't know. Only
    /// `activity run` has a second thread, and it asks for no zone.
    package static func offset(zone: String, at date: Timestamp) -> Int? { LocalClock.offset(zone: zone, at: date) }

    /// The zones of this machine, and the formats of the user's locale.
    package static let localTime = LocalTime(formats: LocaleFormats(environment: Environment.value), zoneOffset: offset)

    /// How dates are shown here and now.
    package static var formatting: DateFormatting { DateFormatting(now: now, offset: offset) }
}
