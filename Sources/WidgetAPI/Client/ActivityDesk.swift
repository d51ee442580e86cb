import Glibc
import Synchronization
import WidgetCore

/// Where a program and the thread of its ``ActivityKeeper`` leave each other word.
final class ActivityDesk: Sendable {
    struct State {
        var content = ProtoActivityContent()
        /// Set: it is to end.
        var end: ProtoEndActivityRequest?
        /// Counts what was said.
        var said = 0
        /// Up to which there is an answer, or a failure.
        var answered = 0
        /// Why the last attempt failed; nil: it didn't.
        var failure: WidgetError?
        /// Nothing more is sent.
        var isOver = false
        /// Nobody says anything any more.
        var isAbandoned = false
    }

    let state = Mutex(State())
    /// For the thread: something was said.
    let wake = Bell()
    /// For the program: something became of it.
    let told = Bell()

    func say(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            state.said += 1
        }
        wake.ring()
    }

    func abandon() {
        state.withLock { $0.isAbandoned = true }
        wake.ring()
    }

    /// - Parameter failure: nil: the daemon has what was said up to there.
    func answer(upTo said: Int, _ failure: WidgetError? = nil) {
        state.withLock { state in
            state.answered = max(state.answered, said)
            state.failure = failure
        }
        told.ring()
    }

    /// - Parameter failure: nil: it ended as was said.
    func over(_ failure: WidgetError?) {
        state.withLock { state in
            state.failure = failure
            state.isOver = true
        }
        told.ring()
    }
}

/// A pipe that wakes who waits for it in poll(2). Where none can be had, nobody is woken and waits end by their time.
final class Bell: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // One byte is as good as a thousand; nobody waits for room.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit { for end in [readEnd, writeEnd] where end >= 0 { close(end) } }

    func ring() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    func drain() {
        var buffer = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &buffer, buffer.count) > 0 {}
    }

    /// - Returns: whether it rang within `milliseconds`.
    func wait(_ milliseconds: Int64) -> Bool {
        var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Int32(clamping: milliseconds)) != 0
    }
}
