import WidgetCore

extension ReloadSimulation {
    /// Nobody waits longer for a place than this, awake: far more than two dozen widgets of hanging providers need.
    private static let longestQueueing: Int64 = 30 * 60_000

    /// A token of a widget that nobody has seen for a day accrues within this; before it, another reload may have had to be waited for, by the spacing.
    private static let longestTokenWait: Int64 = 4 * 1_350_000 + 5 * 60_000

    /// A reload that counts was allowed: never more of a purse than accrue and can be saved up, never two within the spacing.
    mutating func charge(_ id: WidgetID, _ before: BudgetState?, _ after: BudgetState) throws {
        guard let spent = after.lastSpentAt, spent != before?.lastSpentAt else { return }
        if let last = before?.lastSpentAt, last <= spent, spent - last < configuration.minimumSpacing {
            throw Failure(description: "\(id) may reload \((spent - last).count / 1_000) s after the last reload that counted")
        }
        let isPush = after.push != before?.push
        let day: Int64 = 24 * 3_600_000
        let recent = charges[id, default: []].filter { $0.uptime > uptime - day }
        guard recent.count(where: { $0.isPush == isPush }) < configuration.budget.perDay + configuration.budget.capacity else {
            throw Failure(description: "\(id) has had \(recent.count) reloads in a day")
        }
        charges[id] = recent + [(uptime, isPush)]
        openCharge.insert(id)
    }

    /// Exactly so many decisions of this event.
    func expect(_ effects: [ReloadEffect], _ event: Decision.Event, _ count: Int) throws {
        let found = effects.count { if case .record(let decision) = $0 { decision.event == event } else { false } }
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

    func checkReceipt(_ receipt: ReloadReceipt, _ cause: ReloadCause) throws {
        let id = receipt.widget
        func fail(_ reason: String) -> Failure { Failure(description: "\(receipt.outcome) (\(receipt.rule)) for \(cause) of \(id): \(reason)") }
        let isInstalled = installed.contains(disk.rows[id]?.kind ?? "")
        let outdates: Set<ReloadCause> = [.interaction, .configured, .environment, .providerChanged]
        switch receipt.outcome {
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

    /// Compares the engine with the simulation's own account.
    mutating func check() throws {
        let isSettled = engine.nextDeadline.map { $0 > now } ?? true
        for id in disk.widgets {
            guard let row = disk.rows[id], let status = engine.status(of: id, at: now) else { throw Failure(description: "\(id) is unknown to the engine") }
            guard status.isReloading == (flights[id] != nil) else { throw Failure(description: "\(id): isReloading is \(status.isReloading)") }
            if let timeline = row.timeline, isSettled {
                let due = timeline.index(at: now)
                guard status.entry == due, surface[id] == due else {
                    throw Failure(description: "\(id) shows entry \(surface[id] ?? -1) (\(status.entry ?? -1) by its status), not \(due)")
                }
            }
            try checkQueueing(id, row, status)
            if installed.contains(row.kind) { try checkOwed(id, row, status, isSettled: isSettled) }
        }
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
        guard isSettled, let reloadBy = row.reloadBy else { return }
        guard let next = status.nextAttempt else { throw Failure(description: "\(id) never reloads again") }
        let token = status.deferred == nil ? 0 : Self.longestTokenWait
        let latest = max(reloadBy, disturbedAt) + configuration.catchUpSpread.count + token
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
