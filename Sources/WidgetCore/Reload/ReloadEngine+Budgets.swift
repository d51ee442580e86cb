extension ReloadEngine {
    // MARK: Settings of users and the machine

    /// Sets the budget of the widgets of one kind; nil: every widget's. Without effect where the configuration has one for the kind, which goes before it.
    public mutating func setBudget(_ budget: ReloadBudget?, forKind name: String, at now: Timestamp) -> [ReloadEffect] {
        let kind = index(ofKind: name, isInstalled: false)
        let new = configuration.kindBudgets[name] ?? budget
        // Called for every kind whenever manifests are read: widgets are gone through only where it changes something.
        guard kinds[kind].budget != new else { return [] }
        return changeRates(at: now, where: { $0.kind == kind }, { $0.kinds[kind].budget = new })
    }

    /// Changes the budgets and developer mode to those of `new`; its other numbers stay. A kind whose budget the configuration has no longer counts as every
    /// widget until ``setBudget(_:forKind:at:)`` says otherwise.
    public mutating func setConfiguration(_ new: ReloadConfiguration, at now: Timestamp) -> [ReloadEffect] {
        let old = configuration
        guard (old.budget, old.kindBudgets) != (new.budget, new.kindBudgets) || old.isDeveloperMode != new.isDeveloperMode else { return [] }
        return changeRates(at: now, where: { _ in true }) { engine in
            engine.configuration.budget = new.budget
            engine.configuration.kindBudgets = new.kindBudgets
            engine.configuration.isDeveloperMode = new.isDeveloperMode
            for kind in engine.kinds.indices {
                let name = engine.kinds[kind].name
                if old.kindBudgets[name] != nil || new.kindBudgets[name] != nil { engine.kinds[kind].budget = new.kindBudgets[name] }
            }
        }
    }

    /// Sets the budget of one widget, which goes before its kind's and is kept with its record; nil: its kind's. Its savings stay, as far as the new
    /// budget has room for it. Without effect where the widget is unknown, or has that budget.
    public mutating func setBudget(_ budget: ReloadBudget?, of widget: WidgetID, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slots.index(of: widget), slots[slot].record.budget.chosen != budget else { return [] }
        _ = changeRates(of: [slot], at: now) { $0.slots[slot].record.budget.chosen = budget }
        return [.persist(widget, slots[slot].record)]
    }

    /// On battery tokens accrue at ``ReloadConfiguration/batteryRate``.
    public mutating func setOnBattery(_ isOnBattery: Bool, at now: Timestamp) -> [ReloadEffect] {
        guard isOnBattery != self.isOnBattery else { return [] }
        return changeRates(at: now, where: { _ in true }, { $0.isOnBattery = isOnBattery })
    }

    /// A surface shows the widget from now on, or none does any more. One that becomes visible without a timeline asks for it.
    public mutating func setVisible(_ widget: WidgetID, _ isVisible: Bool, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slots.index(of: widget) else { return [] }
        var effects: [ReloadEffect] = []
        if isVisible != slots[slot].isVisible {
            slots[slot].settleBuckets(terms(of: slot), at: now)
            slots[slot].isVisible = isVisible
            let before = slots[slot].record.budget.lastSeenAt
            slots[slot].record.budget.lastSeenAt = now
            planDeferred(slot, at: now)
            scheduleDeadline(slot)
            // The next change writes the date anyway. It is also written where the old one is an hour old, so that a crash loses no more than that.
            if before.map({ now - $0 >= .hours(1) }) ?? true { effects.append(.persist(widget, slots[slot].record)) }
        }
        guard isVisible, slots[slot].entries.isEmpty else { return effects }
        return effects + requestReload(.widget(widget), cause: .visible, caller: .system, at: now).effects
    }

    /// Takes in what has accrued at the old rates, changes them, and plans anew what waits. A budget that isn't full is written: a restart reckons from the
    /// record on at the rates that hold then.
    private mutating func changeRates(
        at now: Timestamp, where isMeant: (ReloadSlot) -> Bool, _ change: (inout ReloadEngine) -> Void
    ) -> [ReloadEffect] {
        changeRates(of: slots.indices.filter { slots[$0].isPlaced && isMeant(slots[$0]) }, at: now, change)
    }

    private mutating func changeRates(of meant: [Int], at now: Timestamp, _ change: (inout ReloadEngine) -> Void) -> [ReloadEffect] {
        for slot in meant { slots[slot].settleBuckets(terms(of: slot), at: now) }
        let unfilled = meant.filter { slot in
            let (budget, state) = (budget(of: slot), slots[slot].record.budget)
            return [state.own, state.push].contains { $0.map { $0.credit < budget.fullCredit } ?? false }
        }
        let before = meant.map { budget(of: $0) }
        change(&self)
        for (slot, old) in zip(meant, before) {
            let new = budget(of: slot)
            if new != old { slots[slot].convertBuckets(from: old, to: new) }
            planDeferred(slot, at: now)
            scheduleDeadline(slot)
        }
        return unfilled.map { .persist(slots[$0].id, slots[$0].record) }
    }

    // MARK: Reloads that wait for their budget

    /// Gives up the reload that waits for its budget on behalf of a push; what it would have served besides waits on. Without effect where no push waits.
    public mutating func giveUpPush(_ widget: WidgetID, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slots.index(of: widget), slots[slot].record.deferred == .push else { return [] }
        slots[slot].giveUpPush()
        planDeferred(slot, at: now)
        scheduleDeadline(slot)
        return [.persist(widget, slots[slot].record)]
    }

    /// Plans when the kept reload may go, as the rates are now.
    /// - Parameter isLate: time has passed that the engine knows nothing of. A reload that came due in it is spread.
    mutating func planDeferred(_ slot: Int, isLate: Bool = false, at now: Timestamp) {
        slots[slot].planDeferred(terms(of: slot), isLate: isLate, at: now, over: configuration.catchUpSpread, using: &random)
    }

    /// Launches a reload that waited, where its budget allows it by now.
    mutating func releaseDeferred(_ slot: Int, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        guard slots[slot].stage == .idle, isAskedHere(slot), let cause = slots[slot].record.deferred, let date = slots[slot].deferral.until, date <= now else {
            return
        }
        // As with a policy's reload, one that comes much too late tells of a suspend, unless a launch was in the way.
        let free = max(date, slots[slot].record.lastReloadAt ?? date)
        if slots[slot].deferral.rule != .catchUp, now - free > configuration.catchUpSpread {
            return slots[slot].spreadDeferred(at: now, over: configuration.catchUpSpread, using: &random)
        }
        switch slots[slot].spend(on: cause, by: .background, terms(of: slot), at: now) {
        case .paid(let payment):
            slots[slot].pay(payment)
            let rule = slots[slot].deferral.rule ?? .budget
            enqueue(slot, LaunchTicket(cause: cause, rule: rule == .budget ? .budgetAccrued : rule, priority: .routine))
            effects.append(.persist(slots[slot].id, slots[slot].record))
        case .deferred(let until, let rule): slots[slot].waitForBudget(until: until, by: rule)
        }
    }

    // MARK: Rates

    /// The budget of a kind's widgets that have none of their own.
    public func budget(ofKind name: String) -> ReloadBudget {
        kinds.index(of: name).flatMap { kinds[$0].budget } ?? configuration.kindBudgets[name] ?? configuration.budget
    }

    func budget(of slot: Int) -> ReloadBudget { slots[slot].record.budget.chosen ?? kinds[slots[slot].kind].budget ?? configuration.budget }

    /// The least time between two reloads that nobody waits for.
    func spacing(of slot: Int) -> Milliseconds { isDeveloperMode ? min(usualSpacing(of: slot), Limits.developerSpacing) : usualSpacing(of: slot) }

    /// The same without developer mode: also the first wait where the daemon itself chooses when to ask.
    func usualSpacing(of slot: Int) -> Milliseconds { kinds[slots[slot].kind].minimumSpacing ?? configuration.minimumSpacing }

    func rate(of slot: Int) -> AccrualRate {
        let seen = slots[slot].isVisible ? .latest : (slots[slot].record.budget.lastSeenAt ?? .earliest) + configuration.seenFor
        return AccrualRate(power: isOnBattery ? configuration.batteryRate : 1_000, seenUntil: seen, unseen: configuration.unseenRate)
    }

    /// The terms on which a widget may spend now.
    func terms(of slot: Int) -> BudgetTerms {
        BudgetTerms(budget: budget(of: slot), rate: rate(of: slot), spacing: spacing(of: slot), isDeveloperMode: isDeveloperMode)
    }

    /// Takes in everything that has accrued until now, where the clock may have been set. Where the date of the last view lies in the future, its correction is
    /// written at once. Otherwise a restart after that date would take it for true.
    mutating func settleBuckets(_ slot: Int, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        let wasOptimistic = slots[slot].record.budget.lastSeenAt.map { $0 > now } ?? false
        slots[slot].settleBuckets(terms(of: slot), at: now)
        if wasOptimistic { effects.append(.persist(slots[slot].id, slots[slot].record)) }
    }
}
