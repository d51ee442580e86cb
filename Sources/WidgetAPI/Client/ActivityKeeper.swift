import Glibc
import Linux
public import WidgetCore

/// Keeps a Live Activity of this process as was said last, on a thread of its own.
///
/// A program that says something doesn't wait for the daemon: a newer state takes the place of one that wasn't sent yet. After the daemon was away, the
/// activity goes on. One that a user dismissed meanwhile, or that grew too old, stays gone. The activity ends with this object. Without ``end(_:)`` it ends
/// like one whose client went away.
public final class ActivityKeeper: Sendable {
    /// The result of the last state.
    public enum Standing: Sendable {
        /// The daemon hasn't answered yet.
        case unanswered
        /// The daemon has it.
        case taken
        /// There is no daemon, or it has no room; it is tried again.
        case waiting(WidgetError)
        /// The daemon refuses what was said last. The activity goes on as it was said before, and takes what is said next.
        case refused(WidgetError)
        /// The activity has ended, or the daemon refuses its start or its end. Nothing more is sent.
        case over(WidgetError)
    }

    private let desk: ActivityKeeperState

    /// Nothing is done before the first ``show(_:)``.
    /// - Parameters:
    ///   - start: all but the content.
    ///   - takesFreeTag: where an activity of that tag runs on this device, the next free one of `tag-2`, `tag-3`, … is taken.
    ///   - timeout: how long a call of the daemon may take.
    public init(at location: SocketLocation, _ start: ProtoStartActivityRequest, takesFreeTag: Bool = false, timeout: Duration? = nil) {
        desk = ActivityKeeperState()
        let desk = desk
        do throws(DetachedThread.Failure) {
            try DetachedThread.run {
                ActivityKeeperLoop(desk, WidgetClient(location: location, timeout: timeout, patience: .zero), start, takesFreeTag: takesFreeTag).run()
            }
        } catch {
            desk.over(WidgetError(.resourceExhausted, "a thread can't be started: \(String(cString: strerror(error.code)))"))
        }
    }

    deinit { desk.abandon() }

    /// Becomes readable when ``standing(waiting:)`` has changed, for poll(2).
    public var descriptor: Int32 { desk.told.readEnd }

    /// Says how it stands; the first time, it is started.
    public func show(_ content: ProtoActivityContent) { desk.say { $0.content = content } }

    /// Says how it ended. One that was never started is started for that, so that a user sees how it ended.
    public func end(_ end: ProtoEndActivityRequest) {
        desk.say {
            $0.content = end.content
            $0.end = end
        }
    }

    /// The result of the last state.
    /// - Parameter patience: how long to wait for the daemon's answer.
    public func standing(waiting patience: Duration = .zero) -> Standing {
        let deadline = ContinuousClock.now + patience
        while true {
            desk.told.drain()
            let state = desk.state.withLock { $0 }
            if let failure = state.failure, state.isOver { return .over(failure) }
            if state.isOver || state.answered >= state.said {
                return state.failure.map { state.isRefused ? Standing.refused($0) : .waiting($0) } ?? .taken
            }
            let rest = deadline - .now
            guard rest > .zero, desk.told.wait(rest.wholeMilliseconds) else { return .unanswered }
        }
    }
}
