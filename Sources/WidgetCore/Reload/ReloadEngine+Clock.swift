extension ReloadEngine {
    /// Does everything that is due at `now`. Of several entries that came due the last is shown; an overdue reload goes once.
    public mutating func advance(to now: Timestamp) -> [ReloadEffect] {
        var effects: [ReloadEffect] = []
        while let slot = deadlines.popDue(at: now) {
            if slots[slot].advance(to: now) { show(slot, by: .entryDue, at: now, &effects) }
            reloadIfDue(slot, at: now)
            arm(slot)
        }
        launch(at: now, &effects)
        return effects
    }

    /// The clock was set, or the machine resumed. Entries are looked up anew; overdue reloads go once, spread over ``ReloadConfiguration/catchUpSpread``; what
    /// was planned by a clock that was ahead waits no longer than it would have then.
    public mutating func clockChanged(at now: Timestamp) -> [ReloadEffect] {
        var effects: [ReloadEffect] = []
        for slot in slots.indices where slots[slot].isPlaced {
            if slots[slot].seek(to: now) { show(slot, by: .clockChanged, at: now, &effects) }
            reconsider(slot, at: now, &effects)
            arm(slot)
        }
        launch(at: now, &effects)
        return effects
    }

    /// Measures the next reload's date by a clock that may have been set. `hasRestarted`: whatever has been spread before is spread again.
    mutating func reconsider(_ slot: Int, hasRestarted: Bool = false, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        if now < slots[slot].scheduledAt {
            if let date = slots[slot].record.nextReload {
                slots[slot].record.nextReload = min(date, now + max(.zero, date - slots[slot].scheduledAt))
            }
            slots[slot].scheduledAt = now
            slots[slot].record.lastReloadAt = slots[slot].record.lastReloadAt.map { min($0, now) }
            effects.append(.persist(slots[slot].id, slots[slot].record))
        }
        guard slots[slot].stage == .idle, let date = slots[slot].record.nextReload, date <= now else { return }
        catchUp(slot, hasRestarted: hasRestarted, at: now)
    }

    /// The reload's date passed. What is much too late tells of a suspend.
    private mutating func reloadIfDue(_ slot: Int, at now: Timestamp) {
        guard slots[slot].stage == .idle, kinds[slots[slot].kind].isInstalled, let date = slots[slot].record.nextReload, date <= now else { return }
        guard now - date <= configuration.catchUpSpread else {
            catchUp(slot, hasRestarted: false, at: now)
            return
        }
        switch slots[slot].record.budget.spend(on: .policy, by: .system, at: now) {
        case .allowed: enqueue(slot, dueTicket(slot))
        }
    }

    /// Plans an overdue reload within the spread; at once where it has been spread before, so that clock after clock change can't put it off.
    private mutating func catchUp(_ slot: Int, hasRestarted: Bool, at now: Timestamp) {
        guard kinds[slots[slot].kind].isInstalled else { return }
        guard hasRestarted || slots[slot].record.rule != ReloadRule.catchUp.name else {
            enqueue(slot, dueTicket(slot))
            return
        }
        slots[slot].record.nextReload = now + random.interval(from: Milliseconds(1), to: configuration.catchUpSpread)
        slots[slot].record.rule = ReloadRule.catchUp.name
        slots[slot].scheduledAt = now
    }

    private func dueTicket(_ slot: Int) -> LaunchTicket {
        let record = slots[slot].record
        return LaunchTicket(
            cause: record.failures > 0 ? .retry : .policy, rule: ReloadRule(name: record.rule) ?? .policyAfter, lane: .routine)
    }
}
