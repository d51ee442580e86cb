import WidgetCore

extension ReloadSimulation {
    /// Nobody waits longer for a place than this, awake: far more than two dozen widgets of hanging providers need.
    private static let longestQueueing: Int64 = 30 * 60_000

    /// How fast tokens accrue, of 1.
    var power: Double { isOnBattery ? 0.5 : 1 }

    /// Brings the accounts of these widgets up to date, and changes them.
    mutating func settle(_ widgets: [WidgetID], _ change: (inout BudgetAccount) -> Void = { _ in }) {
        let (date, power) = (now, power)
        for id in widgets {
            guard var account = accounts[id] else { continue }
            account.settle(at: date, power: power)
            change(&account)
            accounts[id] = account
        }
    }

    /// Within this a token accrues, or the spacing ends, as long as nothing changes.
    private func tokenWait(_ id: WidgetID) -> Int64 {
        let rate = power * (accounts[id]?.isVisible == true ? 1 : BudgetAccount.unseen)
        return max(Int64(BudgetAccount.interval / rate), configuration.minimumSpacing.count) + 1
    }

    /// Nothing is kept longer than the slowest token takes, asleep or not, and a daemon that is down.
    private static let longestKept: Int64 = 8 * 1_350_000 + 2 * 3_600_000

    /// A reload that counts was allowed: there was a token for it, and the last one that counted lies far enough back. One that never began is given back.
    mutating func charge(_ id: WidgetID, _ before: BudgetState?, _ record: ReloadRecord, by effects: [ReloadEffect]) throws {
        let after = record.budget
        guard after.lastSpentAt != before?.lastSpentAt else { return }
        guard let spent = after.lastSpentAt, spent == now else {
            guard let isPush = openCharge.removeValue(forKey: id) else { throw Failure(description: "\(id) is given back what it hasn't spent") }
            return settle([id]) { $0.giveBack(isPush: isPush) }
        }
        if let last = before?.lastSpentAt, last <= spent, spent - last < configuration.minimumSpacing {
            throw Failure(description: "\(id) may reload \((spent - last).count / 1_000) s after the last reload that counted")
        }
        let isPush = isPush(id, record, by: effects)
        var isCovered = false
        settle([id]) { isCovered = $0.spend(isPush: isPush) }
        guard isCovered else { throw Failure(description: "\(id) spends what it doesn't have, \(isPush ? "a push" : "its own")") }
        if flights[id] == nil { openCharge[id] = isPush } else { nextCharge[id] = isPush }
    }

    /// Whether what was spent now is the pushes'.
    private func isPush(_ id: WidgetID, _ record: ReloadRecord, by effects: [ReloadEffect]) -> Bool {
        for case .record(let decision) in effects where decision.widget == id {
            let isSpent = decision.event == .reloadStarted || (decision.event == .reloadRequested && decision.outcome == .accepted)
            if isSpent { return decision.cause == .push }
        }
        // It waits for a place. Where both were settled now, the rates have changed, and what waited goes.
        if record.budget.own?.settledAt == now { return record.budget.push?.settledAt == now && record.deferred == .push }
        return record.budget.push?.settledAt == now
    }

    /// Exactly so many decisions of this event.
    /// - Parameter cause: nil: for whichever cause.
    func expect(_ effects: [ReloadEffect], _ event: Decision.Event, _ count: Int, for cause: ReloadCause? = nil) throws {
        let found = effects.count { effect in
            guard case .record(let decision) = effect else { return false }
            return decision.event == event && (cause == nil || decision.cause == cause)
        }
        guard found == count else { throw Failure(description: "\(found) decisions \(event), not \(count)") }
    }

    /// Before its next deadline the engine has nothing to do.
    func checkQuiet(until next: Int64) throws {
        let latest = min(next + offset, engine.nextDeadline.map { $0.milliseconds - 1 } ?? .max)
        guard latest > now.milliseconds else { return }
        var probe = engine
        let effects = probe.advance(to: Timestamp(milliseconds: latest))
        guard effects.isEmpty, probe.nextDeadline == engine.nextDeadline else {
            throw Failure(description: "advance before the next deadline did something: \(effects.prefix(3))")
        }
    }

    func checkReceipt(_ receipt: ReloadReceipt, _ cause: ReloadCause, isKept: Bool = true) throws {
        let id = receipt.widget
        func fail(_ reason: String) -> Failure { Failure(description: "\(receipt.outcome) (\(receipt.rule)) for \(cause) of \(id): \(reason)") }
        let isInstalled = installed.contains(disk.rows[id]?.kind ?? "")
        let outdates: Set<ReloadCause> = [.interaction, .configured, .environment, .providerChanged, .explicit, .push]
        switch receipt.outcome {
        case .denied where isInstalled && !isKept:
            guard ["budget", "minimum-spacing", "backoff"].contains(receipt.rule) else { throw fail("what can't go now has a reason") }
        case .denied where isInstalled: throw fail("its provider is installed")
        case .denied where Self.guaranteed.contains(cause): throw fail("it is guaranteed")
        case .deferred where receipt.rule == "budget" || receipt.rule == "minimum-spacing":
            guard cause == .push || cause == .explicit else { throw fail("it is free") }
            guard receipt.until.map({ $0 > now }) ?? false else { throw fail("until when isn't said") }
        case .deferred where isInstalled && cause == .environment:
            guard let until = receipt.until, until >= now, until <= now + configuration.catchUpSpread else { throw fail("it isn't spread over half a minute") }
        case .deferred where isInstalled && cause != .push && cause != .visible: throw fail("nothing puts it off")
        case .coalesced where receipt.rule == "coalesced-running":
            guard flights[id] != nil else { throw fail("no launch runs") }
            guard !outdates.contains(cause) else { throw fail("the launch that runs can't know of it") }
        case .coalesced where owed[id] == nil && engine.status(of: id, at: now)?.isWaiting != true: throw fail("nothing waits")
        case .accepted, .coalesced, .deferred, .denied: break
        }
    }

    /// Compares the engine with the simulation's own account of these widgets.
    mutating func check(_ widgets: [WidgetID]) throws {
        let isSettled = engine.nextDeadline.map { $0 > now } ?? true
        for id in widgets where disk.rows[id] != nil {
            guard let row = disk.rows[id], let status = engine.status(of: id, at: now) else { throw Failure(description: "\(id) is unknown to the engine") }
            guard status.isReloading == (flights[id] != nil) else { throw Failure(description: "\(id): isReloading is \(status.isReloading)") }
            if let timeline = row.timeline, isSettled {
                let due = timeline.index(at: now)
                guard status.entry == due, surface[id] == due else {
                    throw Failure(description: "\(id) shows entry \(surface[id] ?? -1) (\(status.entry ?? -1) by its status), not \(due)")
                }
            }
            try checkQueueing(id, row, status)
            try checkKept(id, row, status, isSettled: isSettled)
            if installed.contains(row.kind) { try checkOwed(id, row, status, isSettled: isSettled) }
        }
    }

    /// A reload that waits for its budget goes with the next token, and never starves.
    private mutating func checkKept(_ id: WidgetID, _ row: SimulatedDisk.Row, _ status: ReloadStatus, isSettled: Bool) throws {
        guard status.deferred != nil, installed.contains(row.kind), !status.isReloading, !status.isWaiting else {
            keptSince[id] = nil
            return
        }
        let since = keptSince[id] ?? uptime
        keptSince[id] = since
        guard let until = status.deferredUntil else { throw Failure(description: "\(id) has kept a reload, and never looks at it again") }
        guard isSettled else { return }
        guard (until - now).count <= tokenWait(id) else {
            throw Failure(description: "\(id) keeps a reload for \((until - now).count / 1_000) s, and a token takes \(tokenWait(id) / 1_000)")
        }
        let asleep = max(0, disturbedAt - since)
        guard uptime - since <= Self.longestKept + asleep else { throw Failure(description: "\(id) has kept a reload for \((uptime - since) / 1_000) s") }
    }

    private mutating func checkQueueing(_ id: WidgetID, _ row: SimulatedDisk.Row, _ status: ReloadStatus) throws {
        guard status.isWaiting else {
            waitingSince[id] = nil
            return
        }
        let since = waitingSince[id] ?? awake
        waitingSince[id] = since
        guard awake - since <= Self.longestQueueing else { throw Failure(description: "\(id) has waited for a place for \((awake - since) / 1_000) s") }
        let hasRoom =
            flights.count < configuration.maximumConcurrentLaunches
            && flights.values.count { $0.kind == row.kind } < configuration.maximumConcurrentLaunchesPerKind
        guard !hasRoom else { throw Failure(description: "\(id) waits although there is a place") }
    }

    private func checkOwed(_ id: WidgetID, _ row: SimulatedDisk.Row, _ status: ReloadStatus, isSettled: Bool) throws {
        let isUnderWay = status.isReloading || status.isWaiting
        guard !isUnderWay else { return }
        if let owed = owed[id] {
            let comes = owed.until.map { until in (status.nextAttempt ?? .latest) <= max(until, now + configuration.catchUpSpread) } ?? false
            guard comes else { throw Failure(description: "\(id) was promised a reload, and none is under way") }
        }
        if let guaranteed = row.guaranteed, !row.isGuaranteeSpread || (status.nextReload ?? .latest) > now + configuration.catchUpSpread {
            throw Failure(description: "the guaranteed reload \(guaranteed) of \(id) isn't under way")
        }
        // A reload that everybody does is spread, and takes due ones with it.
        guard isSettled, let reloadBy = row.reloadBy, status.rule != .environment else { return }
        guard let next = status.nextAttempt else { throw Failure(description: "\(id) never reloads again") }
        let token = status.deferred == nil ? 0 : uptime + tokenWait(id)
        // A reload that its budget won't allow at its date goes with the next token after that.
        let isPutOff = [.budget, .minimumSpacing].contains(status.rule) && status.nextReload != row.record?.nextReload
        let latest = max(reloadBy, disturbedAt, token) + (isPutOff ? tokenWait(id) : 0) + configuration.catchUpSpread.count
        guard next.milliseconds - offset <= latest else {
            let seconds = (next.milliseconds - offset - latest) / 1_000
            throw Failure(description: "\(id) reloads \(seconds) s later than its policy asks (\(row.record?.rule ?? ""))")
        }
    }
}

extension ReloadStatus {
    /// When the provider is asked next, unless something else happens.
    fileprivate var nextAttempt: Timestamp? { [nextReload, deferredUntil].lazy.compactMap(\.self).min() }
}
