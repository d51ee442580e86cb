package import WidgetCore

/// Limits how often something that changes is shown: at once, but no sooner than a drawing interval after the last time. No timer runs for slower changes.
package struct UpdateThrottle: Sendable {
    package enum Turn: Sendable, Equatable {
        case now
        /// After this time, with the state of that moment.
        case after(Duration)
        /// An earlier call has said when it is shown.
        case waiting
    }

    private let uptime: @Sendable () -> Duration
    /// When each was shown last.
    private var shown: [WidgetID: Duration] = [:]
    private var waiting: Set<WidgetID> = []

    package init(_ clock: any Clock<Duration>) { self.init(uptime: clock.stopwatch()) }

    /// - Parameter uptime: says how much time has passed since some moment.
    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Call when something has changed.
    package mutating func turn(of id: WidgetID) -> Turn {
        guard !waiting.contains(id) else { return .waiting }
        let now = uptime()
        if let last = shown[id], case let rest = last + DaemonCoreLimits.drawingInterval - now, rest > .zero {
            waiting.insert(id)
            return .after(rest)
        }
        shown[id] = now
        return .now
    }

    /// Whether ``turn(of:)`` would say that it is shown now.
    package func isDue(_ id: WidgetID) -> Bool {
        guard !waiting.contains(id) else { return false }
        return shown[id].map { $0 + DaemonCoreLimits.drawingInterval <= uptime() } ?? true
    }

    /// The wait that ``turn(of:)`` asked for is over, and it is shown now.
    package mutating func waitIsOver(of id: WidgetID) {
        waiting.remove(id)
        shown[id] = uptime()
    }

    /// Call when it doesn't exist any more.
    package mutating func forget(_ id: WidgetID) { shown[id] = nil }
}

extension Clock where Duration == Swift.Duration {
    /// A function that returns the time since this call. The instants of `any Clock` can't be subtracted directly.
    fileprivate func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
