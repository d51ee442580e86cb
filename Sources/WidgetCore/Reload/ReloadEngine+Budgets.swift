extension ReloadEngine {
    // MARK: What people and the machine set

    /// Sets the budget of the widgets of one kind; nil: every widget's. Without effect where the configuration has one for the kind, which goes before it.
    public mutating func setBudget(_ budget: ReloadBudget?, forKind name: String, at now: Timestamp) -> [ReloadEffect] {
        let kind = kindOf[name] ?? index(ofKind: name, isInstalled: false)
        let new = configuration.kindBudgets[name] ?? budget
        // Called for every kind whenever manifests are read: widgets are gone through only where it changes something.
        guard kinds[kind].budget != new else { return [] }
        return changeRates(at: now, where: { $0.kind == kind }, { $0.kinds[kind].budget = new })
    }

    /// Sets the budget of one widget, which goes before its kind's and is kept with its record; nil: its kind's. What it has saved stays, as far as the new
    /// budget has room for it. Without effect where the widget is unknown, or has that budget.
    public mutating func setBudget(_ budget: ReloadBudget?, of widget: WidgetID, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slotOf[widget], slots[slot].record.budget.chosen != budget else { return [] }
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
        guard let slot = slotOf[widget] else { return [] }
        var effects: [ReloadEffect] = []
        if isVisible != slots[slot].isVisible {
            settleBuckets(slot, at: now)
            slots[slot].isVisible = isVisible
            let before = slots[slot].record.budget.lastSeenAt
            slots[slot].record.budget.lastSeenAt = now
            planDeferred(slot, at: now)
            arm(slot)
            // Written with the next change anyway; a crash must not make it a day.
            if before.map({ now - $0 >= .hours(1) }) ?? true { effects.append(.persist(widget, slots[slot].record)) }
        }
        guard isVisible, !slots[slot].hasTimeline else { return effects }
        return effects + requestReload(.widget(widget), cause: .visible, caller: .system, at: now).effects
    }

    /// Takes in what has accrued at the old rates, changes them, and plans anew what waits. What isn't full is written: a restart reckons from the record on at
    /// the rates that hold then.
    private mutating func changeRates(
        at now: Timestamp, where isMeant: (ReloadSlot) -> Bool, _ change: (inout ReloadEngine) -> Void
    ) -> [ReloadEffect] {
        changeRates(of: slots.indices.filter { slots[$0].isPlaced && isMeant(slots[$0]) }, at: now, change)
    }

    private mutating func changeRates(of meant: [Int], at now: Timestamp, _ change: (inout ReloadEngine) -> Void) -> [ReloadEffect] {
        for slot in meant { settleBuckets(slot, at: now) }
        let unfilled = meant.filter { slot in
            let (budget, state) = (budget(of: slot), slots[slot].record.budget)
            return [state.own, state.push].contains { $0.map { $0.credit < budget.fullCredit } ?? false }
        }
        let before = meant.map { budget(of: $0) }
        change(&self)
        for (slot, old) in zip(meant, before) {
            let new = budget(of: slot)
            if new != old {
                slots[slot].record.budget.own?.convert(from: old, to: new)
                slots[slot].record.budget.push?.convert(from: old, to: new)
            }
            planDeferred(slot, at: now)
            arm(slot)
        }
        return unfilled.map { .persist(slots[$0].id, slots[$0].record) }
    }

    // MARK: Deciding

    /// Whether a reload may go now; what is allowed is spent.
    mutating func spend(_ slot: Int, on cause: ReloadCause, by caller: ReloadCaller, at now: Timestamp) -> BudgetSpending {
        guard let bucket = BudgetBucket(cause, by: caller), !countsNothing else { return .paid(nil) }
        let budget = budget(of: slot)
        if case .deferred(let until, let rule) = verdict(slot, bucket, at: now) { return .deferred(until: until, rule: rule) }
        let payment = BudgetPayment(bucket: budget.isUnlimited ? nil : bucket, spentBefore: slots[slot].record.budget.lastSpentAt)
        slots[slot].record.budget.lastSpentAt = now
        guard !budget.isUnlimited else { return .paid(payment) }
        var tokens = slots[slot].record.budget[bucket] ?? TokenBucket(of: budget, at: now)
        _ = tokens.spend(budget, rate(of: slot), at: now)
        noteSeen(slot, at: now)
        slots[slot].record.budget[bucket] = tokens
        return .paid(payment)
    }

    /// What a reload would be told now.
    func verdict(_ slot: Int, _ bucket: BudgetBucket, at now: Timestamp) -> BudgetVerdict {
        let state = slots[slot].record.budget
        let budget = budget(of: slot)
        var verdict = BudgetVerdict.allowed
        // A date in the future was written by a clock that was ahead.
        if let last = state.lastSpentAt, last <= now, now < last + spacing(of: slot) {
            verdict = .deferred(until: last + spacing(of: slot), rule: .minimumSpacing)
        }
        guard !budget.isUnlimited, let tokens = state[bucket] else { return verdict }
        let token = tokens.nextToken(budget, rate(of: slot), at: now)
        if token > now, case .deferred(let until, _) = verdict, token <= until { return verdict }
        return token > now ? .deferred(until: token, rule: .budget) : verdict
    }

    /// What the planned reload will be told at a date, as things are now: one that no policy asks for is free.
    func policyVerdict(_ slot: Int, at date: Timestamp) -> BudgetVerdict {
        let isFree = countsNothing || owesEnvironment(slot) || slots[slot].record.failures > 0
        return isFree ? .allowed : verdict(slot, .own, at: date)
    }

    /// Gives back what a reload cost that brought nothing. The provider was asked all the same: the next one keeps its distance.
    mutating func refund(_ slot: Int) {
        slots[slot].refund(budget(of: slot))
    }

    /// Undoes the payment for a reload that never began.
    mutating func unspend(_ slot: Int) {
        guard let payment = slots[slot].payment else { return }
        refund(slot)
        slots[slot].record.budget.lastSpentAt = payment.spentBefore
        slots[slot].payment = nil
    }

    // MARK: What waits for its budget

    /// Keeps a reload until its budget allows it. It stays in the record until a launch has served it. Of several the one that may go first serves the others.
    mutating func keep(_ slot: Int, _ cause: ReloadCause, until date: Timestamp, by rule: ReloadRule) {
        if slots[slot].isRunning { slots[slot].deferredWhileRunning = true }
        let other = slots[slot].record.deferred
        if let other, let earlier = slots[slot].deferredUntil, earlier <= date {
            if other == .push, cause != .push { slots[slot].deferredBehindPush = cause }
            return
        }
        if cause == .push, let other, other != .push { slots[slot].deferredBehindPush = other }
        slots[slot].record.deferred = cause
        slots[slot].deferredUntil = date
        slots[slot].deferredRule = rule
    }

    /// Gives up the reload that waits for its budget on behalf of a push; what it would have served besides waits on. Without effect where no push waits.
    public mutating func giveUpPush(_ widget: WidgetID, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slotOf[widget], slots[slot].record.deferred == .push else { return [] }
        slots[slot].record.deferred = slots[slot].deferredBehindPush ?? (hasPolicyGivenWay(slot) ? .policy : nil)
        slots[slot].deferredBehindPush = nil
        if slots[slot].record.deferred == nil { slots[slot].deferredWhileRunning = false }
        planDeferred(slot, at: now)
        arm(slot)
        return [.persist(widget, slots[slot].record)]
    }

    /// The timeline's policy has had its say and was put off: nothing but what waits asks again.
    private func hasPolicyGivenWay(_ slot: Int) -> Bool {
        let record = slots[slot].record
        return record.nextReload == nil && (record.rule == ReloadRule.budget.name || record.rule == ReloadRule.minimumSpacing.name)
    }

    /// When what waits may go, as the rates are now.
    /// - Parameter isLate: time has passed that the engine knows nothing of: what came due in it is spread.
    mutating func planDeferred(_ slot: Int, isLate: Bool = false, at now: Timestamp) {
        guard let cause = slots[slot].record.deferred, let bucket = BudgetBucket(cause, by: .background) else {
            (slots[slot].deferredUntil, slots[slot].deferredRule) = (nil, nil)
            return
        }
        if !countsNothing, case .deferred(let until, let rule) = verdict(slot, bucket, at: now) {
            (slots[slot].deferredUntil, slots[slot].deferredRule) = (until, rule)
        } else if slots[slot].deferredRule == .catchUp, let planned = slots[slot].deferredUntil {
            // It has been spread before, and isn't put off by being looked at again.
            slots[slot].deferredUntil = min(planned, now + configuration.catchUpSpread)
        } else if isLate {
            spreadDeferred(slot, at: now)
        } else {
            slots[slot].deferredUntil = now
            if cause == .policy { slots[slot].deferredRule = ReloadRule(name: slots[slot].record.rule) }
        }
    }

    private mutating func spreadDeferred(_ slot: Int, at now: Timestamp) {
        slots[slot].deferredUntil = now + random.interval(from: Milliseconds(1), to: configuration.catchUpSpread)
        slots[slot].deferredRule = .catchUp
    }

    /// Launches what waited, where its budget allows it by now.
    mutating func releaseDeferred(_ slot: Int, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        guard slots[slot].stage == .idle, isAskedHere(slot), let cause = slots[slot].record.deferred, let date = slots[slot].deferredUntil, date <= now else {
            return
        }
        // As with a policy's: what comes much too late tells of a suspend, unless a launch was in the way.
        let free = max(date, slots[slot].record.lastReloadAt ?? date)
        if slots[slot].deferredRule != .catchUp, now - free > configuration.catchUpSpread { return spreadDeferred(slot, at: now) }
        switch spend(slot, on: cause, by: .background, at: now) {
        case .paid(let payment):
            slots[slot].payment = payment
            let rule = slots[slot].deferredRule ?? .budget
            enqueue(slot, LaunchTicket(cause: cause, rule: rule == .budget ? .budgetAccrued : rule, priority: .routine))
            effects.append(.persist(slots[slot].id, slots[slot].record))
        case .deferred(let until, let rule): (slots[slot].deferredUntil, slots[slot].deferredRule) = (until, rule)
        }
    }

    // MARK: Rates

    /// What widgets of a kind may spend that have no budget of their own.
    public func budget(ofKind name: String) -> ReloadBudget {
        kindOf[name].flatMap { kinds[$0].budget } ?? configuration.kindBudgets[name] ?? configuration.budget
    }

    func budget(of slot: Int) -> ReloadBudget { slots[slot].record.budget.chosen ?? kinds[slots[slot].kind].budget ?? configuration.budget }

    /// The least time between two reloads that nobody waits for.
    func spacing(of slot: Int) -> Milliseconds { countsNothing ? min(usualSpacing(of: slot), Limits.developerSpacing) : usualSpacing(of: slot) }

    /// The same without developer mode: also the first wait where the daemon itself chooses when to ask.
    func usualSpacing(of slot: Int) -> Milliseconds { kinds[slots[slot].kind].minimumSpacing ?? configuration.minimumSpacing }

    func rate(of slot: Int) -> AccrualRate {
        let seen = slots[slot].isVisible ? .latest : (slots[slot].record.budget.lastSeenAt ?? .earliest) + configuration.seenFor
        return AccrualRate(power: isOnBattery ? configuration.batteryRate : 1_000, seenUntil: seen, unseen: configuration.unseenRate)
    }

    /// Takes in what has accrued until now, which is also where a clock that was set goes on.
    mutating func settleBuckets(_ slot: Int, at now: Timestamp) {
        let (budget, rate) = (budget(of: slot), rate(of: slot))
        noteSeen(slot, at: now)
        slots[slot].record.budget.own?.settle(budget, rate, at: now)
        slots[slot].record.budget.push?.settle(budget, rate, at: now)
    }

    /// The same where the clock may have been set. That nobody saw the widget later than now is written at once: otherwise a restart, by when that date has come, takes it for true.
    mutating func settleBuckets(_ slot: Int, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        let wasOptimistic = slots[slot].record.budget.lastSeenAt.map { $0 > now } ?? false
        settleBuckets(slot, at: now)
        if wasOptimistic { effects.append(.persist(slots[slot].id, slots[slot].record)) }
    }

    /// A widget that is visible was seen as late as its buckets were settled: what is in the record fits together, also for a restart that finds it hidden. Nor was any seen
    /// later than now: a clock that was ahead said so.
    private mutating func noteSeen(_ slot: Int, at now: Timestamp) {
        if slots[slot].isVisible || slots[slot].record.budget.lastSeenAt.map({ $0 > now }) ?? false { slots[slot].record.budget.lastSeenAt = now }
    }
}

extension ReloadSlot {
    /// Gives back what a reload cost that brought nothing.
    mutating func refund(_ budget: ReloadBudget) {
        guard let bucket = payment?.bucket else { return }
        record.budget[bucket]?.giveBack(budget)
        payment = nil
    }
}
