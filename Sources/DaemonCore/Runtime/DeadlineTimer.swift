import CLinux
import Glibc
import Linux
import Synchronization
package import WidgetCore

/// A timerfd on the wall clock. It fires at a date, and at once when the clock is set or the machine resumes.
///
/// The kernel wakes the process at the date and not before, so a timer without a date costs nothing.
package final class DeadlineTimer: Sendable {
    package enum Event: Sendable {
        /// The date has come.
        case due
        /// The clock was set, or the machine was suspended and has resumed.
        case clockChanged
    }

    /// The date for which the timer is armed; nil: it hasn't been armed yet, or it has fired.
    private final class Armed: Sendable {
        let date = Mutex<Timestamp?>(nil)
    }

    private let handler: @Sendable (Event) -> Void
    private let armed = Armed()
    /// Nil after a cancel: the descriptor may belong to another file then.
    private let watch: Mutex<DescriptorWatch?>

    /// - Parameter handler: called on the watcher's thread, once for each event.
    /// - Throws: RESOURCE_EXHAUSTED if the process has no descriptor left.
    package init(_ handler: @escaping @Sendable (Event) -> Void) throws(WidgetError) {
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

    /// Fires at `date` and not before; nil: only when the clock changes. Does nothing after a cancel.
    package func set(_ date: Timestamp?) {
        let date = date ?? .latest
        // A date of zero would disarm the timer; a millisecond later is in the past just as well.
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
            // The clock has changed since the last read. The timer is armed all the same. The kernel has reported the change here, so a read doesn't report it
            // again.
            return result != 0 && errno == ECANCELED
        }
        if hasClockChanged { handler(.clockChanged) }
    }

    /// No event begins after this.
    package func cancel() {
        watch.withLock { watch in
            watch?.cancel()
            watch = nil
        }
    }
}
