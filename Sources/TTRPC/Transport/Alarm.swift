import NIOCore

/// A timer that is only moved to earlier times. When it fires, its owner checks everything that may be due, and sets it again.
///
/// A call that ends before its deadline leaves the timer as it is. So a call with a deadline costs a comparison and no timer.
struct Alarm {
    private var scheduled: Scheduled<Void>?
    private var time = NIODeadline.distantFuture

    func isLater(than due: NIODeadline) -> Bool {
        time > due
    }

    /// Fires at `due` or a little (``Tuning/alarmGranularity``) later, unless it is set earlier already.
    mutating func set(for due: NIODeadline, on eventLoop: any EventLoop, _ fire: @escaping () -> Void) {
        guard due < time else { return }
        scheduled?.cancel()
        time = due
        scheduled = eventLoop.assumeIsolated().scheduleTask(deadline: due.coarse, fire)
    }

    /// To be called first when it fires.
    mutating func fired() {
        scheduled = nil
        time = .distantFuture
    }

    mutating func cancel() {
        scheduled?.cancel()
        fired()
    }
}

extension NIODeadline {
    /// The deadline, rounded up to the alarms' granularity. So one wake-up serves many deadlines.
    fileprivate var coarse: NIODeadline {
        let step = UInt64(Tuning.alarmGranularity.nanoseconds)
        return .uptimeNanoseconds((uptimeNanoseconds + step - 1) / step * step)
    }
}
