import Glibc
import WidgetCore

/// The machine's clock and its time zone.
enum SystemClock {
    static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Seconds that local time is ahead of UTC at `date`.
    static func offset(at date: Timestamp) -> Int {
        var seconds = time_t(date.milliseconds / 1_000)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return 0 }
        return local.tm_gmtoff
    }

    /// How dates are shown here and now.
    static var formatting: DateFormatting { DateFormatting(now: now, offset: offset) }
}
