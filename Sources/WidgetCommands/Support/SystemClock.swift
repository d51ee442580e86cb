import Glibc
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
    static func sleep(for pause: Duration) {
        var time = timespec(tv_sec: Int(pause.components.seconds), tv_nsec: Int(pause.components.attoseconds / 1_000_000_000))
        nanosleep(&time, nil)
    }

    /// Seconds that local time is ahead of UTC at `date`.
    static func offset(at date: Timestamp) -> Int {
        var seconds = time_t(date.milliseconds / 1_000)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return 0 }
        return local.tm_gmtoff
    }

    /// Seconds that the clocks of a zone are ahead of UTC at `date`; the local ones for an empty name, nil for a zone that this machine doesn't know.
    ///
    /// The C library knows one zone at a time, in the variable TZ. It may be changed for a moment where there is one thread. Only `activity run` has more, and
    /// it asks for no zone.
    package static func offset(zone: String, at date: Timestamp) -> Int? {
        if zone.isEmpty { return offset(at: date) }
        // A name from a provider must stay within the directory of zones.
        let isName = zone.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            case UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"): true
            default: false
            }
        }
        guard isName, !zone.hasPrefix("/"), access("/usr/share/zoneinfo/\(zone)", R_OK) == 0 else { return nil }
        let before = Environment.value("TZ")
        setenv("TZ", zone, 1)
        tzset()
        defer {
            if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
            tzset()
        }
        return offset(at: date)
    }

    /// The zones of this machine, and the formats of the user's locale.
    package static let localTime = LocalTime(formats: LocaleFormats(environment: Environment.value), zoneOffset: offset)

    /// How dates are shown here and now.
    static var formatting: DateFormatting { DateFormatting(now: now, offset: offset) }
}
