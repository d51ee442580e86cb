/// What would happen to a widget from some date on if nothing else did.
public struct ReloadForecast: Sendable, Hashable {
    /// One decision, and what the budget has left after it.
    public struct Step: Sendable, Hashable {
        public var decision: Decision
        public var ownLeft: Int
        public var pushLeft: Int
    }

    /// In the order in which they would come; the first ``Limits/forecastSteps``.
    public internal(set) var steps: [Step] = []
    /// Up to when it was run: earlier than asked where a widget decides more than ``Limits/forecastDecisions`` times until then.
    public internal(set) var end: Timestamp
    /// Decisions until then, those that aren't among the steps too.
    public internal(set) var decisions = 0
    /// Reloads that begin until then.
    public internal(set) var reloads = 0
    /// Those of them that are paid from the budget.
    public internal(set) var countedReloads = 0

    public var isTruncated: Bool { decisions > steps.count }

    /// What it takes for granted, a sentence each.
    public static let assumptions = [
        "The provider answers at once and never fails, each time with what it gave last, its dates moved by the time that has passed, and never the same twice.",
        "Nobody asks for a reload, taps, edits or pushes; what shows the widget now goes on showing it.",
        "The machine stays awake, on battery or mains as it is, and its clock isn't set; no other widget is in the way.",
    ]
}

extension ReloadEngine {
    /// Runs a widget's future on a copy: by the rules that hold for it here, and with random choices of its own.
    ///
    /// - Parameter timeline: what the widget has; its provider answers with it again and again.
    /// - Returns: nil where the widget is unknown, or its timelines come from elsewhere.
    public func forecast(of widget: WidgetID, timeline: Timeline, from now: Timestamp, until end: Timestamp) -> ReloadForecast? {
        guard var alone = isolated(widget) else { return nil }
        var future = ForecastRun(widget: widget, timeline: timeline, forecast: ReloadForecast(end: now))
        future.run(&alone, from: now, until: end)
        return future.forecast
    }

    /// An engine with this widget alone, as it is here.
    private func isolated(_ widget: WidgetID) -> ReloadEngine? {
        guard let index = slotOf[widget], !slots[index].isElsewhere else { return nil }
        var alone = ReloadEngine(configuration: configuration, seed: 0)
        alone.random = random
        alone.isOnBattery = isOnBattery
        alone.isDeveloperMode = isDeveloperMode
        var slot = slots[index]
        var kind = kinds[slot.kind]
        kind.running = 0
        alone.kinds = [kind]
        alone.kindOf = [kind.name: 0]
        let stage = slot.stage
        (slot.kind, slot.stage) = (0, .idle)
        alone.slots = [slot]
        alone.slotOf = [widget: 0]
        switch stage {
        case .idle: break
        case .waiting(let ticket): alone.enqueue(0, ticket)
        case .running(let cause, _, let next):
            alone.slots[0].stage = .running(cause: cause, kind: 0, next: next)
            (alone.kinds[0].running, alone.running) = (1, 1)
        }
        alone.arm(0)
        return alone
    }
}

/// A forecast while it is made.
private struct ForecastRun {
    let widget: WidgetID
    let timeline: Timeline
    var forecast: ReloadForecast

    mutating func run(_ engine: inout ReloadEngine, from start: Timestamp, until end: Timestamp) {
        var now = start
        if engine.slots[0].isRunning { take(answer(&engine, at: now), &engine, at: now) }
        take(engine.advance(to: now), &engine, at: now)
        while forecast.decisions < Limits.forecastDecisions, let deadline = engine.nextDeadline, deadline <= end {
            now = max(now, deadline)
            take(engine.advance(to: now), &engine, at: now)
            forecast.end = now
        }
        if forecast.decisions < Limits.forecastDecisions { forecast.end = end }
    }

    private mutating func take(_ effects: [ReloadEffect], _ engine: inout ReloadEngine, at now: Timestamp) {
        for effect in effects {
            switch effect {
            case .record(let decision): note(decision, engine, at: now)
            case .launch:
                forecast.reloads += 1
                if engine.slots[0].payment != nil { forecast.countedReloads += 1 }
                take(answer(&engine, at: now), &engine, at: now)
            case .show, .persist: break
            }
        }
    }

    private mutating func note(_ decision: Decision, _ engine: ReloadEngine, at now: Timestamp) {
        forecast.decisions += 1
        guard forecast.steps.count < Limits.forecastSteps else { return }
        let budget = engine.budgetStatus(of: 0, at: now)
        forecast.steps.append(ReloadForecast.Step(decision: decision, ownLeft: budget.own.left, pushLeft: budget.push.left))
    }

    private func answer(_ engine: inout ReloadEngine, at now: Timestamp) -> [ReloadEffect] {
        engine.finish(widget, .success(timeline.moved(to: now)), isUnchanged: false, at: now)
    }
}

extension Timeline {
    /// As the provider would give it at another date: everything lies as far from it as it lay from when this one came.
    func moved(to date: Timestamp) -> Timeline {
        let distance = date - receivedAt
        var moved = self
        moved.receivedAt = date
        for index in moved.entries.indices { moved.entries[index].date = moved.entries[index].date + distance }
        if case .after(let next) = policy { moved.policy = .after(next + distance) }
        return moved
    }
}
