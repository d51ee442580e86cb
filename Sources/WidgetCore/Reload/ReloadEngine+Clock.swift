extension ReloadEngine {
    /// Does everything that is due at `now`. Among several entries that came due, the last is shown. An overdue reload goes once.
    public mutating func advance(to now: Timestamp) -> [ReloadEffect] {
        var effects: [ReloadEffect] = []
        while let slot = slots.due(at: now) {
            slots.setDeadline(slot, to: nil)
            if slots[slot].entries.advance(to: now) { show(slot, by: .entryDue, at: now, &effects) }
            releaseDeferred(slot, at: now, &effects)
            reloadIfDue(slot, at: now, &effects)
            scheduleDeadline(slot)
        }
        launch(at: now, &effects)
        return effects
    }

    /// The clock was set, or the machine resumed. Entries are looked up anew; overdue reloads go once, spread over ``ReloadConfiguration/catchUpSpread``; what
    /// was planned by a clock that was ahead waits no longer than it would have then.
    ///
    /// - Parameter step: by how much the clock was set, forwards or backwards; zero after a sleep. From ``ReloadConfiguration/clockStep`` on every widget
    ///   reloads once, as after any other change of the environment.
    public mutating func clockChanged(at now: Timestamp, by step: Milliseconds = .zero) -> [ReloadEffect] {
        var effects: [ReloadEffect] = []
        for slot in slots.indices where slots[slot].isPlaced {
            if slots[slot].entries.seek(to: now) { show(slot, by: .clockChanged, at: now, &effects) }
            reconsider(slot, at: now, &effects)
            settleBuckets(slot, at: now, &effects)
            planDeferred(slot, isLate: true, at: now)
            reloadIfDue(slot, at: now, &effects)
            scheduleDeadline(slot)
        }
        if step.count.magnitude >= configuration.clockStep.count.magnitude {
            _ = requestAll(LaunchTicket(for: .environment, by: .system), by: .system, at: now, &effects) { _ in true }
        }
        launch(at: now, &effects)
        return effects
    }

    /// Measures the next reload's date by a clock that may have been set. Where the last reload seems to lie in the future, the clock was ahead then, and the
    /// wait that was meant begins now. Missed reloads are planned within the spread.
    mutating func reconsider(_ slot: Int, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        if let last = slots[slot].record.lastReloadAt, now < last {
            if let date = slots[slot].record.nextReload { slots[slot].record.nextReload = min(date, now + max(.zero, date - last)) }
            slots[slot].record.lastReloadAt = now
            effects.append(.persist(slots[slot].id, slots[slot].record))
        }
        // A reload without a budget needn't be spread: it waits anyway, each for another time.
        guard isReloadDue(slot, at: now), slots[slot].policyVerdict(terms(of: slot), at: now) == .allowed else {
            slots[slot].catchUp = nil
            return
        }
        guard let planned = slots[slot].catchUp else {
            catchUp(slot, at: now)
            return
        }
        // It has been spread before. Clock change after clock change must not put it off.
        slots[slot].catchUp = min(planned, now + configuration.catchUpSpread)
    }

    /// Launches due reloads. One that comes much too late tells of a suspend, and is spread as after one.
    private mutating func reloadIfDue(_ slot: Int, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        guard isReloadDue(slot, at: now), let date = slots[slot].nextReload, date <= now else { return }
        if slots[slot].catchUp == nil, now - date > configuration.catchUpSpread, slots[slot].policyVerdict(terms(of: slot), at: now) == .allowed {
            catchUp(slot, at: now)
            return
        }
        let ticket = dueTicket(slot)
        guard !slots[slot].isEnvironmentPending else { return enqueue(slot, ticket) }
        switch slots[slot].spend(on: ticket.cause, by: .system, terms(of: slot), at: now) {
        case .paid(let payment):
            slots[slot].pay(payment)
            enqueue(slot, ticket)
        case .deferred(let until, let rule):
            // The policy's date has passed; from now on the reload waits for its budget.
            slots[slot].record.nextReload = nil
            slots[slot].record.rule = rule.name
            slots[slot].catchUp = nil
            slots[slot].keep(ticket.cause, until: until, by: rule)
            record(ReloadReceipt(widget: slots[slot].id, outcome: .deferred, rule: rule.name, until: until), cause: ticket.cause, at: now, &effects)
        }
        effects.append(.persist(slots[slot].id, slots[slot].record))
    }

    /// Plans a reload within the spread.
    /// - Returns: its date.
    @discardableResult
    mutating func catchUp(_ slot: Int, at now: Timestamp) -> Timestamp {
        let date = now + random.interval(from: Milliseconds(1), to: configuration.catchUpSpread)
        slots[slot].catchUp = date
        return date
    }

    /// The date that the record names has passed, or the environment has changed, and nothing but time keeps the reload back.
    private func isReloadDue(_ slot: Int, at now: Timestamp) -> Bool {
        guard slots[slot].stage == .idle, isAskedHere(slot) else { return false }
        return slots[slot].isEnvironmentPending || slots[slot].record.nextReload.map { $0 <= now } ?? false
    }

    private func dueTicket(_ slot: Int) -> LaunchTicket {
        if slots[slot].isEnvironmentPending { return LaunchTicket(for: .environment, by: .system) }
        let rule: ReloadRule = slots[slot].catchUp == nil ? ReloadRule(name: slots[slot].record.rule) ?? .policyAfter : .catchUp
        return LaunchTicket(cause: slots[slot].record.failures > 0 ? .retry : .policy, rule: rule, priority: .routine)
    }
}
