import CLinux
import Glibc
import Linux
import Synchronization
import WidgetCore

/// The daemon's one timer: a timerfd on the wall clock, which fires at a date, and at once when the clock is set or the machine resumes.
///
/// Armed for nothing it costs nothing: the kernel wakes the process at the date and not before.
final class DeadlineTimer: Sendable {
    enum Event: Sendable {
        /// The date has come.
        case due
        /// The clock was set, or the machine was suspended and has resumed.
        case clockChanged
    }

    /// The date that it is armed for; nil: for none yet, or it has fired.
    private final class Armed: Sendable {
        let date = Mutex<Timestamp?>(nil)
    }

    private let handler: @Sendable (Event) -> Void
    private let armed = Armed()
    /// Nil once it was cancelled: its descriptor may be another's then.
    private let watch: Mutex<DescriptorWatch?>

    /// - Parameter handler: called on the watcher's thread, once for each event.
    /// - Throws: RESOURCE_EXHAUSTED where the process has no descriptor left.
    init(_ handler: @escaping @Sendable (Event) -> Void) throws(WidgetError) {
        let timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard timer >= 0 else {
            throw WidgetError(.resourceExhausted, "the timer could not be made: \(String(cString: strerror(errno)))")
        }
        self.handler = handler
        do throws(WidgetError) {
            watch = Mutex(
                try DescriptorWatcher.watch(timer) { [armed] in
                    armed.date.withLock { $0 = nil }
                    var expirations: UInt64 = 0
                    if read(timer, &expirations, 8) == 8 {
                        handler(.due)
                    } else if errno == ECANCELED {
                        handler(.clockChanged)
                    }
                })
        } catch {
            close(timer)
            throw error
        }
    }

    /// Fires at `date` and not before; nil: only when the clock changes. Without effect once it was cancelled.
    func set(_ date: Timestamp?) {
        let date = date ?? .latest
        // A date of zero would disarm the timer; one millisecond later is as much in the past.
        let milliseconds = max(1, date.milliseconds)
        var time = itimerspec()
        time.it_value = timespec(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
        let hasClockChanged = watch.withLock { watch in
            guard let watch else { return false }
            let isArmed = armed.date.withLock { armed in
                defer { armed = date }
                return armed == date
            }
            if isArmed { return false }
            let result = timerfd_settime(watch.descriptor, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &time, nil)
            // The clock changed since the last read. The timer is armed all the same, and the kernel has told it now: a read won't.
            return result != 0 && errno == ECANCELED
        }
        if hasClockChanged { handler(.clockChanged) }
    }

    /// No event begins after this.
    func cancel() {
        watch.withLock { watch in
            watch?.cancel()
            watch = nil
        }
    }
}
