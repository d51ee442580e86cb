import WidgetCore

/// When what changes often is shown: at once, and no sooner than a drawing interval after the last time. Nobody is woken for what changes more slowly than
/// that.
struct UpdateThrottle: Sendable {
    enum Turn: Sendable, Equatable {
        case now
        /// When that long has passed, and then it is shown as it is by then.
        case after(Duration)
        /// It is to be shown already, at an end that was given before.
        case waiting
    }

    private let uptime: @Sendable () -> Duration
    /// Since when each isn't shown again.
    private var shown: [WidgetID: Duration] = [:]
    private var waiting: Set<WidgetID> = []

    init(_ clock: any Clock<Duration>) { self.init(uptime: clock.stopwatch()) }

    /// - Parameter uptime: says how much time has passed since some moment.
    init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Something about it is new.
    mutating func turn(of id: WidgetID) -> Turn {
        guard !waiting.contains(id) else { return .waiting }
        let now = uptime()
        if let last = shown[id], case let rest = last + DaemonLimits.drawingInterval - now, rest > .zero {
            waiting.insert(id)
            return .after(rest)
        }
        shown[id] = now
        return .now
    }

    /// Whether ``turn(of:)`` would say that it is shown now.
    func isDue(_ id: WidgetID) -> Bool {
        guard !waiting.contains(id) else { return false }
        return shown[id].map { $0 + DaemonLimits.drawingInterval <= uptime() } ?? true
    }

    /// The wait that ``turn(of:)`` asked for is over, and it is shown now.
    mutating func waitIsOver(of id: WidgetID) {
        waiting.remove(id)
        shown[id] = uptime()
    }

    /// It isn't there any more.
    mutating func forget(_ id: WidgetID) { shown[id] = nil }
}

extension Clock where Duration == Swift.Duration {
    /// Says how long ago it was made. The instants of a clock of any kind can't be reckoned with.
    fileprivate func stopwatch() -> @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
