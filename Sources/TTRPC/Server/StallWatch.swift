import NIOCore

/// Judges output that can't be sent: whether the client still reads. Pure; whoever holds it asks from time to time.
struct StallWatch {
    enum Verdict {
        /// It reads, or still has time.
        case patience
        /// Half of the time is over: the connection's streams are to end. Said once.
        case endStreams
        /// All of it is over: the connection is to be closed.
        case close
    }

    private let timeout: TimeAmount
    /// When the output was last seen moving.
    private var since: NIODeadline
    /// How many bytes the client's socket had taken by then, of all.
    private var taken: Int
    private var hasEndedStreams = false

    init(timeout: TimeAmount, now: NIODeadline, taken: Int) {
        self.timeout = timeout
        since = now
        self.taken = taken
    }

    /// When to ask next.
    var due: NIODeadline {
        since + (hasEndedStreams ? timeout : .nanoseconds(timeout.nanoseconds / 2))
    }

    /// - Parameter taken: the bytes that the client's socket has taken by now.
    mutating func check(now: NIODeadline, taken: Int) -> Verdict {
        if taken > self.taken {
            (since, self.taken) = (now, taken)
            return .patience
        }
        guard now >= due else { return .patience }
        if hasEndedStreams { return .close }
        hasEndedStreams = true
        return .endStreams
    }
}
