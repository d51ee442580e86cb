import Glibc

/// A point in monotonic time until which a call may wait.
struct Deadline {
    /// Nanoseconds of CLOCK_MONOTONIC. `nil` means no deadline.
    private let nanoseconds: Int64?

    static let never = Deadline(nanoseconds: nil)

    private init(nanoseconds: Int64?) {
        self.nanoseconds = nanoseconds
    }

    init(in timeout: Duration?) {
        nanoseconds = timeout.map { Self.now &+ Self.nanoseconds(of: $0) }
    }

    /// The duration in nanoseconds, limited to a year, so that sums don't overflow.
    static func nanoseconds(of duration: Duration) -> Int64 {
        let year: Int64 = 365 * 86_400
        let (seconds, attoseconds) = duration.components
        if seconds >= year { return year * 1_000_000_000 }
        if seconds <= -year { return -year * 1_000_000_000 }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    var remaining: Duration? {
        nanoseconds.map { .nanoseconds($0 - Self.now) }
    }

    var hasPassed: Bool {
        nanoseconds.map { $0 <= Self.now } ?? false
    }

    /// The timeout for poll(2): milliseconds rounded up, -1 for ever.
    var pollTimeout: Int32 {
        guard let nanoseconds else { return -1 }
        let milliseconds = (nanoseconds - Self.now + 999_999) / 1_000_000
        return Int32(clamping: max(0, milliseconds))
    }
}
