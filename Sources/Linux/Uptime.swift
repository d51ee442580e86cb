import Glibc

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
