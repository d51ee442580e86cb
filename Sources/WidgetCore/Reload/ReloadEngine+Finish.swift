extension ReloadEngine {
    /// A launch is over: with a timeline, or with the reason why there is none. A timeline without entries counts as a failure.
    ///
    /// `isUnchanged`: the timeline is the one that the widget has, byte for byte. Without effect where no launch of the widget is running, as after its
    /// removal.
    public mutating func finish(
        _ widget: WidgetID, _ result: Result<Timeline, WidgetError>, isUnchanged: Bool, at now: Timestamp
    ) -> [ReloadEffect] {
        guard let slot = slotOf[widget], case .running(let cause, let kind, let next) = slots[slot].stage else { return [] }
        var effects: [ReloadEffect] = []
        vacate(kind)
        slots[slot].stage = .idle
        guard !slots[slot].isElsewhere else {
            // Another device gives it by now.
            settle(slot, at: now, &effects)
            return effects
        }
        slots[slot].record.lastReloadAt = now
        // What became pending after the launch began has put a ticket in `next`; the launch served the rest.
        if next == nil { slots[slot].record.pending = nil }
        // What came while it ran was coalesced into it.
        slots[slot].record.deferred = nil
        slots[slot].deferredUntil = nil

        switch result {
        case .success(let timeline) where !timeline.entries.isEmpty:
            if isUnchanged { refund(slot) }
            accept(timeline, for: slot, cause: cause, isUnchanged: isUnchanged, at: now, &effects)
        case .success:
            refund(slot)
            fail(slot, cause: cause, WidgetError(.invalidArgument, "entries: a timeline has at least one"), at: now, &effects)
        case .failure(let error):
            refund(slot)
            fail(slot, cause: cause, error, at: now, &effects)
        }
        slots[slot].payment = nil
        effects.append(.persist(widget, slots[slot].record))
        if let next, kinds[slots[slot].kind].isInstalled { enqueue(slot, next) }
        settle(slot, at: now, &effects)
        return effects
    }

    private mutating func accept(
        _ timeline: Timeline, for slot: Int, cause: ReloadCause, isUnchanged: Bool, at now: Timestamp, _ effects: inout [ReloadEffect]
    ) {
        let before = slots[slot].hasTimeline ? slots[slot].shown : nil
        slots[slot].take(timeline, at: now)
        let isRoutine = cause == .policy || cause == .retry
        slots[slot].idleDoublings = isRoutine ? max(0, slots[slot].idleDoublings + (isUnchanged ? 1 : -1)) : 0
        let schedule = ReloadSchedule(
            after: timeline, at: now, spacing: spacing(of: slot),
            doublings: slots[slot].idleDoublings, configuration: configuration, using: &random)
        slots[slot].record.nextReload = schedule.date
        slots[slot].record.rule = schedule.rule.name
        slots[slot].record.failures = 0
        slots[slot].record.lastError = ""
        effects.append(
            .record(
                Decision(
                    time: now, widget: slots[slot].id, event: .timelineAccepted, cause: cause, rule: schedule.rule.name, until: schedule.date)))
        if !isUnchanged || before != slots[slot].shown { show(slot, by: .timelineAccepted, at: now, &effects) }
    }

    private mutating func fail(_ slot: Int, cause: ReloadCause, _ error: WidgetError, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        slots[slot].record.failures += 1
        slots[slot].record.lastError = error.message
        let schedule = ReloadSchedule(afterFailures: slots[slot].record.failures, at: now, configuration: configuration, using: &random)
        slots[slot].record.nextReload = schedule.date
        slots[slot].record.rule = schedule.rule.name
        effects.append(
            .record(
                Decision(
                    time: now, widget: slots[slot].id, event: .reloadFailed, cause: cause, rule: schedule.rule.name, detail: error.message,
                    until: schedule.date)))
    }

    /// The widget shows another entry from now on; the decision says until when.
    func show(_ slot: Int, by rule: ReloadRule, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        let id = slots[slot].id
        effects.append(.show(id, entry: slots[slot].shown))
        effects.append(.record(Decision(time: now, widget: id, event: .entryShown, rule: rule.name, until: slots[slot].nextEntry)))
    }
}
