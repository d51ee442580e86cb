import CLinux
import Dispatch
import Glibc
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

    private let descriptor: Int32
    private let handler: @Sendable (Event) -> Void
    /// Dispatch's sources may be used from any thread; their protocol doesn't say so yet.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    /// - Parameter handler: called on a queue of the timer's own, once for each event.
    /// - Throws: RESOURCE_EXHAUSTED where the process has no descriptor left.
    init(_ handler: @escaping @Sendable (Event) -> Void) throws(WidgetError) {
        let descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
        guard descriptor >= 0 else {
            throw WidgetError(.resourceExhausted, "the timer could not be made: \(String(cString: strerror(errno)))")
        }
        self.descriptor = descriptor
        self.handler = handler
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "deadline"))
        source.setEventHandler {
            var expirations: UInt64 = 0
            if read(descriptor, &expirations, 8) == 8 {
                handler(.due)
            } else if errno == ECANCELED {
                handler(.clockChanged)
            }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    /// Fires at `date` and not before; nil: only when the clock changes.
    func set(_ date: Timestamp?) {
        // A date of zero would disarm the timer; one millisecond later is as much in the past.
        let milliseconds = max(1, (date ?? .latest).milliseconds)
        var time = itimerspec()
        time.it_value = timespec(tv_sec: Int(milliseconds / 1_000), tv_nsec: Int(milliseconds % 1_000) * 1_000_000)
        let result = timerfd_settime(descriptor, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &time, nil)
        // The clock changed since the last read. The timer is armed all the same, and the kernel has told it now: a read won't.
        if result != 0, errno == ECANCELED { handler(.clockChanged) }
    }

    /// No event comes after this.
    func cancel() { source.cancel() }
}
