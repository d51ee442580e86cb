import Glibc
import NIOCore

enum Uptime {
    /// Milliseconds since some start, which only count up, and not while the machine sleeps.
    static var now: Int64 { Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000) }

    /// The same, and also while it sleeps.
    static var sinceBoot: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
