extension ReloadEngine {
    /// Asks for a reload. Each widget that `target` names gets one receipt, in no particular order, and one decision. A kind without widgets gets none.
    /// `.all` and `.kind` leave out widgets that another device gives.
    /// - Parameter isKept: false: what can't go now, nor right after a launch that runs, is denied instead of deferred.
    public mutating func requestReload(
        _ target: ReloadTarget, cause: ReloadCause, caller: ReloadCaller, isKept: Bool = true, at now: Timestamp
    ) -> (receipts: [ReloadReceipt], effects: [ReloadEffect]) {
        var effects: [ReloadEffect] = []
        let receipts: [ReloadReceipt]
        let ticket = LaunchTicket(for: cause, by: caller)
        switch target {
        case .widget(let id):
            if let slot = slots.index(of: id) {
                receipts = [request(slot, ticket, by: caller, isKept: isKept, at: now, &effects)]
            } else {
                let receipt = ReloadReceipt(widget: id, outcome: .denied, rule: ReloadRule.unknownWidget.name)
                record(receipt, cause: cause, at: now, &effects)
                receipts = [receipt]
            }
        case .kind(let name):
            let kind = kinds.index(of: name)
            receipts = requestAll(ticket, by: caller, isKept: isKept, at: now, &effects) { $0.kind == kind }
        case .all:
            receipts = requestAll(ticket, by: caller, isKept: isKept, at: now, &effects) { _ in true }
        }
        launch(at: now, &effects)
        return (receipts, effects)
    }

    /// The locale, time zone, clock, text size or accessibility settings changed: every widget reloads once, spread over ``ReloadConfiguration/catchUpSpread``.
    public mutating func environmentChanged(at now: Timestamp) -> [ReloadEffect] {
        requestReload(.all, cause: .environment, caller: .system, at: now).effects
    }

    mutating func requestAll(
        _ ticket: LaunchTicket, by caller: ReloadCaller, isKept: Bool = true, at now: Timestamp, _ effects: inout [ReloadEffect],
        where isMeant: (ReloadSlot) -> Bool
    ) -> [ReloadReceipt] {
        var receipts: [ReloadReceipt] = []
        for slot in slots.indices where slots[slot].isPlaced && !slots[slot].isRemote && isMeant(slots[slot]) {
            receipts.append(request(slot, ticket, by: caller, isKept: isKept, at: now, &effects))
        }
        return receipts
    }

    /// Decides on one request, records the decision, and puts the widget in the queue where a launch is to follow.
    mutating func request(
        _ slot: Int, _ ticket: LaunchTicket, by caller: ReloadCaller, isKept: Bool = true, at now: Timestamp, _ effects: inout [ReloadEffect]
    ) -> ReloadReceipt {
        var receipt = decide(slot, ticket, by: caller, at: now)
        if !isKept, receipt.outcome == .deferred { (receipt.outcome, receipt.until) = (.denied, nil) }
        let bucket = BudgetBucket(ticket.cause, by: caller)
        // A counted reload becomes pending only when its budget allows it.
        let staysPending = (ticket.cause.isGuaranteed && bucket == nil) || (ticket.cause.staysUntilServed && receipt.isUnderWay)
        var isPersisted = slots[slot].payment != nil || slots[slot].afterLaunch.payment != nil
        if staysPending, !slots[slot].isRemote, slots[slot].markPending(ticket.cause) { isPersisted = true }
        if let until = receipt.keptUntil, bucket != nil {
            slots[slot].keep(ticket.cause, until: until, by: ReloadRule(name: receipt.rule) ?? .budget)
            isPersisted = true
        }
        if isPersisted { effects.append(.persist(slots[slot].id, slots[slot].record)) }
        record(receipt, cause: ticket.cause, at: now, &effects)
        scheduleDeadline(slot)
        return receipt
    }

    private mutating func decide(_ slot: Int, _ ticket: LaunchTicket, by caller: ReloadCaller, at now: Timestamp) -> ReloadReceipt {
        let id = slots[slot].id
        func receipt(_ outcome: ReloadOutcome, _ rule: ReloadRule, until: Timestamp? = nil) -> ReloadReceipt {
            ReloadReceipt(widget: id, outcome: outcome, rule: rule.name, until: until)
        }
        switch slots[slot].stage {
        case .running(let cause, let kind, let next):
            if let next {
                slots[slot].stage = .running(cause: cause, kind: kind, next: next.merged(with: ticket))
                return receipt(.coalesced, .coalescedNext)
            }
            guard ticket.cause.outdatesRunningLaunch else { return receipt(.coalesced, .coalescedRunning) }
            switch slots[slot].spend(on: ticket.cause, by: caller, terms(of: slot), at: now) {
            case .paid(let payment):
                slots[slot].payNext(payment)
                slots[slot].stage = .running(cause: cause, kind: kind, next: ticket)
                return receipt(.accepted, .afterRunning)
            case .deferred(let until, let rule): return receipt(.deferred, rule, until: until)
            }

        case .waiting(let current):
            let merged = current.merged(with: ticket)
            slots[slot].stage = .waiting(merged)
            if merged.priority != current.priority { slots[slot].queued = queue.insert(slot, kind: slots[slot].kind, priority: merged.priority) }
            return receipt(.coalesced, .coalescedWaiting)

        case .idle:
            guard !slots[slot].isRemote else { return receipt(.denied, .remote) }
            guard kinds[slots[slot].kind].isInstalled else {
                return receipt(ticket.cause.isGuaranteed ? .deferred : .denied, .providerMissing)
            }
            // A foreground caller isn't put off: a user looks at a surface that needs other views.
            if ticket.cause == .environment, caller != .foreground {
                // One that is planned already serves this change too, and isn't put off by it.
                return receipt(.deferred, .environment, until: max(now, slots[slot].catchUp ?? catchUp(slot, at: now)))
            }
            if ticket.cause.waitsForRetry, slots[slot].record.failures > 0, let retry = slots[slot].nextReload {
                return receipt(.deferred, .backoff, until: retry)
            }
            switch slots[slot].spend(on: ticket.cause, by: caller, terms(of: slot), at: now) {
            case .paid(let payment):
                slots[slot].pay(payment)
                enqueue(slot, ticket)
                return receipt(.accepted, ticket.rule)
            case .deferred(let until, let rule): return receipt(.deferred, rule, until: until)
            }
        }
    }

    func record(_ receipt: ReloadReceipt, cause: ReloadCause, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        effects.append(.record(Decision(receipt, cause: cause, at: now)))
    }
}

extension ReloadReceipt {
    /// Until when a deferred reload is kept; nil: it isn't deferred, or it waits for a retry, which comes anyway.
    fileprivate var keptUntil: Timestamp? { outcome == .deferred && rule != ReloadRule.backoff.name ? until : nil }
}
