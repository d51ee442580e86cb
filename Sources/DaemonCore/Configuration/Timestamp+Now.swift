import Glibc
package import WidgetCore

extension Timestamp {
    /// The wall clock's date.
    package static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}

extension Milliseconds {
    /// Since the machine's boot, sleep included.
    package static var sinceBoot: Milliseconds {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Milliseconds(Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
