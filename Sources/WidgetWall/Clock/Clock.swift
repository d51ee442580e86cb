import CLinux
import Glibc
import WidgetCore

/// A moment: the date that widgets show, and the seconds that animations count.
struct Moment {
    var date: Timestamp
    var seconds: Double

    static var now: Moment {
        var (date, seconds) = (timespec(), timespec())
        clock_gettime(CLOCK_REALTIME, &date)
        clock_gettime(CLOCK_MONOTONIC, &seconds)
        return Moment(
            date: Timestamp(milliseconds: Int64(date.tv_sec) * 1_000 + Int64(date.tv_nsec) / 1_000_000),
            seconds: Double(seconds.tv_sec) + Double(seconds.tv_nsec) / 1e9)
    }
}

/// Wakes a loop that sleeps in poll(2) at a date, when the clock is set, and when the machine resumes.
final class WakeTimer {
    /// Readable when it is time.
    let descriptor: Int32
    private var armed: Timestamp?

    /// - Throws: RESOURCE_EXHAUSTED where no descriptor is left.
    init() throws(WidgetError) {
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard descriptor >= 0 else { throw WidgetError(.resourceExhausted, "the timer could not be made: \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    /// - Parameter date: nil: only if the clock is set.
    func set(_ date: Timestamp?) {
        let date = date ?? .latest
        guard date != armed else { return }
        armed = date
        let milliseconds = max(1, date.milliseconds)
        var time = itimerspec()
        time.it_value = timespec(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
        // Where the clock was set since the last call, it is armed all the same, and this turn of the loop reads the new time.
        timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &time, nil)
    }

    /// Takes a wake-up.
    func take() {
        var expirations: UInt64 = 0
        if read(descriptor, &expirations, 8) == 8 || errno == ECANCELED { armed = nil }
    }
}
