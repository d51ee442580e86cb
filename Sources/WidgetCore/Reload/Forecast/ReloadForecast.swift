/// The future of a widget from some date on, if nothing else happens.
public struct ReloadForecast: Sendable, Hashable {
    /// One decision, and what the budget has left after it.
    public struct Step: Sendable, Hashable {
        public var decision: Decision
        public var ownLeft: Int
        public var pushLeft: Int
        /// The bucket of a reload that begins; nil: it isn't counted, or none begins.
        public var paidFrom: BudgetBucket?
    }

    /// Pushes that are under way for the widget.
    public struct Pushes: Sendable, Hashable {
        /// When one goes that waits for the daemon to wake; nil: none does.
        public var goesAt: Timestamp?
        /// When the last of those expires that wait, for the daemon to wake or for the budget; nil: none does.
        public var expireAt: Timestamp?

        public init(goesAt: Timestamp? = nil, expireAt: Timestamp? = nil) {
            self.goesAt = goesAt
            self.expireAt = expireAt
        }
    }

    /// In the order in which they would come, from the date that was asked for; the first ``Limits/forecastSteps``.
    public internal(set) var steps: [Step] = []
    /// There would be more steps.
    public internal(set) var isTruncated = false
    /// Up to when it was run: earlier than asked where a widget decides more than ``Limits/forecastDecisions`` times until then.
    public internal(set) var end: Timestamp
    /// Decisions until ``end``, also those that aren't among the steps.
    public internal(set) var decisions = 0
    /// Reloads that begin until ``end``.
    public internal(set) var reloads = 0
    /// The reloads among them that are paid from the budget.
    public internal(set) var countedReloads = 0

    /// Up to when the steps are all there.
    public var completeUntil: Timestamp { isTruncated ? steps.last?.decision.time ?? end : end }

    /// Nothing is counted on this machine.
    public internal(set) var isDeveloperMode = false

    /// Its assumptions, a sentence each.
    public var assumptions: [String] { Self.usualAssumptions + (isDeveloperMode ? [Self.developerMode] : []) }

    private static let developerMode = "Developer mode stays on: no reload is counted, and the daemon asks as often as timelines want."
    private static let usualAssumptions = [
        "The provider answers at once and never fails, each time with what it gave last, "
            + "its dates moved by the time that has passed, and never the same twice.",
        "Nobody asks for a reload, taps or edits, and no push comes beside those that wait; what shows the widget now goes on showing it.",
        "The machine stays awake, on battery or mains as it is, and its clock isn't set; no other widget is in the way.",
    ]
}

extension ReloadEngine {
    /// Runs a widget's future on a copy: by the rules that hold for it here, and with random choices of its own.
    ///
    /// - Parameters:
    ///   - timeline: what the widget has; its provider answers with it again and again.
    ///   - first: steps before it are left out; nil: none are.
    /// - Returns: nil where the widget is unknown, or another device gives its timelines.
    public func forecast(
        of widget: WidgetID, timeline: Timeline, pushes: ReloadForecast.Pushes = .init(), from now: Timestamp, showing first: Timestamp? = nil,
        until end: Timestamp
    ) -> ReloadForecast? {
        guard var alone = isolated(widget) else { return nil }
        var future = ForecastRun(
            widget: widget, timeline: timeline, first: first ?? now, pushes: pushes, forecast: ReloadForecast(end: now, isDeveloperMode: isDeveloperMode))
        future.run(&alone, from: now, until: end)
        return future.forecast
    }

    /// An engine with this widget alone, as it is here.
    private func isolated(_ widget: WidgetID) -> ReloadEngine? {
        guard let index = slots.index(of: widget), !slots[index].isRemote else { return nil }
        var alone = ReloadEngine(configuration: configuration, seed: 0)
        alone.random = random
        alone.isOnBattery = isOnBattery
        var slot = slots[index]
        var kind = kinds[slot.kind]
        kind.running = 0
        _ = alone.kinds.insert(kind)
        let stage = slot.stage
        (slot.kind, slot.stage) = (0, .idle)
        // Its queue and its heap are empty.
        (slot.queued, slot.armed) = (0, DeadlineHeap.Armed())
        _ = alone.slots.insert(slot)
        switch stage {
        case .idle: break
        case .waiting(let ticket): alone.enqueue(0, ticket)
        case .running(let cause, _, let next):
            alone.slots[0].stage = .running(cause: cause, kind: 0, next: next)
            (alone.kinds[0].running, alone.running) = (1, [0])
        }
        alone.scheduleDeadline(0)
        return alone
    }
}

/// A forecast while it is made.
private struct ForecastRun {
    /// Reloads that are left.
    typealias Left = (own: Int, push: Int)

    let widget: WidgetID
    let timeline: Timeline
    let first: Timestamp
    var pushes: ReloadForecast.Pushes
    var forecast: ReloadForecast

    mutating func run(_ engine: inout ReloadEngine, from start: Timestamp, until end: Timestamp) {
        var now = start
        if engine.slots[0].isRunning { answer(&engine, at: now) }
        happen(&engine, at: now) { $0.advance(to: now) }
        while forecast.decisions < Limits.forecastDecisions {
            let dates = [engine.nextDeadline, pushes.goesAt, pushes.expireAt]
            guard let next = dates.lazy.compactMap(\.self).min(), next <= end else { break }
            now = max(now, next)
            let date = now
            happen(&engine, at: date) { $0.advance(to: date) }
            if let goesAt = pushes.goesAt, goesAt <= now {
                pushes.goesAt = nil
                let isKept = pushes.expireAt.map { $0 > date } ?? false
                happen(&engine, at: date) { [widget] in
                    $0.requestReload(.widget(widget), cause: .push, caller: .system, isKept: isKept, at: date).effects
                }
            }
            if let expireAt = pushes.expireAt, expireAt <= now {
                pushes.expireAt = nil
                happen(&engine, at: date) { [widget] in $0.giveUpPush(widget, at: date) }
            }
            forecast.end = now
        }
        if forecast.decisions < Limits.forecastDecisions { forecast.end = end }
    }

    private mutating func happen(_ engine: inout ReloadEngine, at now: Timestamp, _ event: (inout ReloadEngine) -> [ReloadEffect]) {
        let before = left(engine, at: now)
        let effects = event(&engine)
        let after = left(engine, at: now)
        // An event's cost or refund counts from its first decision about a reload on.
        var isReload = false
        for effect in effects {
            switch effect {
            case .record(let decision):
                isReload = isReload || decision.event != .entryShown
                note(decision, isReload ? after : before, engine)
            case .launch:
                forecast.reloads += 1
                if engine.slots[0].payment?.bucket != nil { forecast.countedReloads += 1 }
                answer(&engine, at: now)
            case .show, .persist: break
            }
        }
    }

    private func left(_ engine: ReloadEngine, at now: Timestamp) -> Left {
        let budget = engine.budgetStatus(of: 0, at: now)
        return (budget.own.left, budget.push.left)
    }

    private mutating func note(_ decision: Decision, _ left: Left, _ engine: ReloadEngine) {
        forecast.decisions += 1
        guard decision.time >= first else { return }
        guard forecast.steps.count < Limits.forecastSteps else {
            forecast.isTruncated = true
            return
        }
        var step = ReloadForecast.Step(decision: decision, ownLeft: left.own, pushLeft: left.push)
        if decision.event == .reloadStarted { step.paidFrom = engine.slots[0].payment?.bucket }
        forecast.steps.append(step)
    }

    private mutating func answer(_ engine: inout ReloadEngine, at now: Timestamp) {
        happen(&engine, at: now) { [widget, timeline] in $0.finish(widget, .success(timeline.moved(to: now)), isUnchanged: false, at: now) }
    }
}

extension Timeline {
    /// The timeline as the provider would give it at another date: all dates are as far from that date as they were from this timeline's arrival.
    func moved(to date: Timestamp) -> Timeline {
        let distance = date - receivedAt
        var moved = self
        moved.receivedAt = date
        for index in moved.entries.indices { moved.entries[index].date = moved.entries[index].date + distance }
        if case .after(let next) = policy { moved.policy = .after(next + distance) }
        return moved
    }
}
