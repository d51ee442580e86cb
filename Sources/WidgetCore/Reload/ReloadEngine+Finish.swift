extension ReloadEngine {
    /// A launch is over: with a timeline, or with the reason why there is none. A timeline without entries counts as a failure.
    ///
    /// Without effect where no launch of the widget is running, as after its removal.
    /// - Parameter isUnchanged: the timeline shows the same as the widget's timeline from `now` on.
    public mutating func finish(_ widget: WidgetID, _ result: Result<Timeline, WidgetError>, isUnchanged: Bool, at now: Timestamp) -> [ReloadEffect] {
        finish(widget, result, isUnchanged: isUnchanged, planned: nil, at: now)
    }

    /// - Parameter planned: the next reload, as a commit has written it; nil: it is planned now.
    mutating func finish(
        _ widget: WidgetID, _ result: Result<Timeline, WidgetError>, isUnchanged: Bool, planned: ReloadSchedule?, at now: Timestamp
    ) -> [ReloadEffect] {
        guard let slot = runningSlot(of: widget), case .running(let cause, let kind, let next) = slots[slot].stage else { return [] }
        var effects: [ReloadEffect] = []
        releaseLaunch(slot, of: kind)
        slots[slot].stage = .idle
        guard !slots[slot].isRemote else {
            // By now another device gives the widget's timelines.
            slots[slot].endPayment()
            slots[slot].unspend(budget(of: slot))
            finishEvent(slot, at: now, &effects)
            return effects
        }
        slots[slot].endLaunch(isFollowed: next != nil, at: now)

        switch result {
        case .success(let timeline) where !timeline.entries.isEmpty:
            if isUnchanged { slots[slot].refund(budget(of: slot)) }
            accept(timeline, for: slot, cause: cause, isUnchanged: isUnchanged, planned: planned, at: now, &effects)
        case .success:
            slots[slot].refund(budget(of: slot))
            fail(slot, cause: cause, WidgetError(.invalidArgument, "entries: a timeline has at least one"), at: now, &effects)
        case .failure(let error):
            slots[slot].refund(budget(of: slot))
            fail(slot, cause: cause, error, at: now, &effects)
        }
        slots[slot].endPayment()
        let follows = next.map { _ in kinds[slots[slot].kind].isInstalled } ?? false
        if !follows { slots[slot].unspend(budget(of: slot)) }
        effects.append(.persist(widget, slots[slot].record))
        if let next, follows { enqueue(slot, next) }
        finishEvent(slot, at: now, &effects)
        return effects
    }

    /// The end of the widget's running launch, which brought this timeline, to be written with the timeline. Nothing of the engine changes before
    /// ``finish(_:with:)``.
    /// - Parameter isUnchanged: the timeline shows what the widget's does from `now` on.
    /// - Returns: nil where no launch of the widget is running here, or another device gives its timelines by now.
    public func commit(of widget: WidgetID, with timeline: Timeline, isUnchanged: Bool, at now: Timestamp) -> ReloadCommit? {
        guard let index = runningSlot(of: widget), case .running(let cause, _, let next) = slots[index].stage, !slots[index].isRemote else { return nil }
        var (slot, random) = (slots[index], random)
        slot.endLaunch(isFollowed: next != nil, at: now)
        if isUnchanged { slot.refund(budget(of: index)) }
        let before = slot.entries.isEmpty ? nil : slot.entries.shown
        slot.entries.take(timeline, at: now)
        let schedule = slot.plan(
            after: timeline, cause: cause, isUnchanged: isUnchanged, at: now, spacing: spacing(of: index), idleWait: usualSpacing(of: index),
            configuration: configuration, using: &random)
        var decisions = [slot.accepted(schedule, cause: cause, isUnchanged: isUnchanged, at: now)]
        if !isUnchanged || before != slot.entries.shown { decisions.append(slot.entryShown(by: .timelineAccepted, at: now)) }
        return ReloadCommit(date: now, isUnchanged: isUnchanged, concluded: slot, decisions: decisions, schedule: schedule)
    }

    private mutating func accept(
        _ timeline: Timeline, for slot: Int, cause: ReloadCause, isUnchanged: Bool, planned: ReloadSchedule?, at now: Timestamp, _ effects: inout [ReloadEffect]
    ) {
        let before = slots[slot].entries.isEmpty ? nil : slots[slot].entries.shown
        slots[slot].entries.take(timeline, at: now)
        let schedule = slots[slot].plan(
            after: timeline, cause: cause, isUnchanged: isUnchanged, planned: planned, at: now, spacing: spacing(of: slot), idleWait: usualSpacing(of: slot),
            configuration: configuration, using: &random)
        effects.append(.record(slots[slot].accepted(schedule, cause: cause, isUnchanged: isUnchanged, at: now)))
        if !isUnchanged || before != slots[slot].entries.shown { show(slot, by: .timelineAccepted, at: now, &effects) }
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
        effects.append(.show(slots[slot].id, entry: slots[slot].entries.shown))
        effects.append(.record(slots[slot].entryShown(by: rule, at: now)))
    }
}

extension ReloadSlot {
    /// Plans the next reload as a timeline asks for it.
    /// - Parameter idleWait: the shortest wait where the timeline leaves the date to the daemon.
    fileprivate mutating func plan(
        after timeline: Timeline, cause: ReloadCause, isUnchanged: Bool, planned: ReloadSchedule? = nil, at now: Timestamp, spacing: Milliseconds,
        idleWait: Milliseconds, configuration: ReloadConfiguration, using random: inout SplitMix64
    ) -> ReloadSchedule {
        let isRoutine = cause == .policy || cause == .retry
        idleDoublings = isRoutine ? max(0, idleDoublings + (isUnchanged ? 1 : -1)) : 0
        let schedule =
            planned
            ?? ReloadSchedule(
                after: timeline, at: now, spacing: spacing, idleWait: idleWait, doublings: idleDoublings, configuration: configuration, using: &random)
        record.nextReload = schedule.date
        record.rule = schedule.rule.name
        record.failures = 0
        record.lastError = ""
        return schedule
    }

    fileprivate func accepted(_ schedule: ReloadSchedule, cause: ReloadCause, isUnchanged: Bool, at now: Timestamp) -> Decision {
        Decision(
            time: now, widget: id, event: .timelineAccepted, cause: cause, rule: schedule.rule.name,
            detail: isUnchanged ? "the same as before: not counted" : "",
            until: schedule.date)
    }

    fileprivate func entryShown(by rule: ReloadRule, at now: Timestamp) -> Decision {
        Decision(time: now, widget: id, event: .entryShown, rule: rule.name, until: entries.nextDate)
    }
}
