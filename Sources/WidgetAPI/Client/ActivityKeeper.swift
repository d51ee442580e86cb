import Glibc
import Linux
import Synchronization
public import WidgetCore

/// Keeps a Live Activity of this process in its newest state, on a thread of its own.
///
/// The program doesn't wait for the daemon: a newer state takes the place of one that wasn't sent yet. After the daemon was away, the activity goes on. An
/// activity that a user dismissed meanwhile, or that grew too old, stays gone. The activity ends with this object. Without ``end(_:)`` it ends like one whose
/// client went away.
public final class ActivityKeeper: Sendable {
    /// The result of the last state.
    public enum Status: Sendable {
        /// The daemon hasn't answered yet.
        case unanswered
        /// The daemon has it.
        case accepted
        /// There is no daemon, or it has no room. The state is sent again later.
        case waiting(WidgetError)
        /// The daemon refuses the last state. The activity keeps the state before, and takes the next one.
        case rejected(WidgetError)
        /// The activity has ended, or the daemon refuses its start or its end. Nothing more is sent.
        case ended(WidgetError)
    }

    private let shared: ActivityKeeperState

    /// Nothing is done before the first ``show(_:)``.
    /// - Parameters:
    ///   - start: all but the content.
    ///   - takesFreeTag: where an activity of that tag runs on this device, the next free one of `tag-2`, `tag-3`, … is taken.
    ///   - timeout: how long a call of the daemon may take.
    public init(at location: SocketLocation, _ start: ProtoStartActivityRequest, takesFreeTag: Bool = false, timeout: Duration? = nil) {
        shared = ActivityKeeperState()
        let shared = shared
        do throws(DetachedThread.Failure) {
            try DetachedThread.run {
                ActivityKeeperLoop(shared, WidgetClient(location: location, timeout: timeout, patience: .zero), start, takesFreeTag: takesFreeTag).run()
            }
        } catch {
            shared.over(WidgetError(.resourceExhausted, "a thread can't be started: \(String(cString: strerror(error.code)))"))
        }
    }

    deinit { shared.abandon() }

    /// Becomes readable when ``status(waitingFor:)`` has changed, for poll(2).
    public var descriptor: Int32 { shared.told.readEnd }

    /// Sets the activity's state. The first call starts the activity.
    public func show(_ content: ProtoActivityContent) { shared.say { $0.content = content } }

    /// Ends the activity, with its last state. An activity that was never started is started for that, so that a user sees how it ended.
    public func end(_ end: ProtoEndActivityRequest) {
        shared.say {
            $0.content = end.content
            $0.end = end
        }
    }

    /// The result of the last state.
    /// - Parameter patience: how long to wait for the daemon's answer.
    public func status(waitingFor patience: Duration = .zero) -> Status {
        let deadline = ContinuousClock.now + patience
        while true {
            shared.told.drain()
            let state = shared.state.withLock { $0 }
            if let failure = state.failure, state.isOver { return .ended(failure) }
            if state.isOver || state.answered >= state.said {
                return state.failure.map { state.isRefused ? Status.rejected($0) : .waiting($0) } ?? .accepted
            }
            let rest = deadline - .now
            guard rest > .zero, shared.told.wait(rest.wholeMilliseconds) else { return .unanswered }
        }
    }
}

/// The state that a program shares with the thread of its ``ActivityKeeper``.
final class ActivityKeeperState: Sendable {
    struct State {
        var content = ProtoActivityContent()
        /// Set: it is to end.
        var end: ProtoEndActivityRequest?
        /// The number of states that the program has set.
        var said = 0
        /// The number of the last state that has an answer, or a failure.
        var answered = 0
        /// Why the last attempt failed; nil: it didn't.
        var failure: WidgetError?
        /// The daemon refused the state itself, which isn't sent again. Another state may be.
        var isRefused = false
        /// Nothing more is sent.
        var isOver = false
        /// The keeper is gone, and sets no more states.
        var isAbandoned = false
    }

    let state = Mutex(State())
    /// For the thread: there is a new state.
    let wake = WakePipe()
    /// For the program: there is an answer, or a failure.
    let told = WakePipe()

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

    /// - Parameters:
    ///   - failure: nil: the daemon has the states up to that number.
    ///   - isRefused: the state isn't sent again.
    func answer(upTo said: Int, _ failure: WidgetError? = nil, isRefused: Bool = false) {
        state.withLock { state in
            state.answered = max(state.answered, said)
            state.failure = failure
            state.isRefused = isRefused
        }
        told.ring()
    }

    /// - Parameter failure: nil: it ended as the program asked.
    func over(_ failure: WidgetError?) {
        state.withLock { state in
            state.failure = failure
            state.isOver = true
        }
        told.ring()
    }
}

/// A pipe that wakes a thread which waits for it in poll(2). Where there can be no pipe, no thread is woken, and waits end by their timeouts.
final class WakePipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // One byte wakes as well as many, so nobody need wait for room.
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
