import Glibc
public import WidgetCore

/// Milliseconds that only count up, whatever is done to the wall clock.
public enum Uptime {
    /// The time since some start, without the time for which the machine slept. It is the clock of NIO's deadlines.
    public static var now: Int64 { milliseconds(of: CLOCK_MONOTONIC) }

    /// The time since the machine was started, with the time for which it slept.
    public static var sinceBoot: Int64 { milliseconds(of: CLOCK_BOOTTIME) }

    private static func milliseconds(of clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// Local time, here and elsewhere.
public enum LocalClock {
    /// Seconds that local time is ahead of UTC at `date`.
    public static func offset(at date: Timestamp) -> Int {
        var seconds = time_t(date.milliseconds / 1_000)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return 0 }
        return local.tm_gmtoff
    }

    /// Seconds that the clocks of a zone are ahead of UTC at `date`; the local ones for an empty name, nil for a zone that this machine doesn't know.
    ///
    /// The C library knows one zone at a time, in the variable TZ. It may be changed for a moment where no other thread asks for
    /// local time or variables.
    public static func offset(zone: String, at date: Timestamp) -> Int? {
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
        let before = getenv("TZ").map { String(cString: $0) }
        setenv("TZ", zone, 1)
        tzset()
        defer {
            if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
            tzset()
        }
        return offset(at: date)
    }
}
