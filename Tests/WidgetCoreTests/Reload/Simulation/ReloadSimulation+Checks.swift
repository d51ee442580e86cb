import WidgetCore

extension ReloadSimulation {
    /// Nobody waits longer for a place than this, awake: far more than two dozen widgets of hanging providers need.
    private static let longestQueueing: Int64 = 30 * 60_000

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
        case .deferred where isInstalled && cause != .push && cause != .visible: throw fail("nothing puts it off")
        case .coalesced where receipt.rule == "coalesced-running":
            guard flights[id] != nil else { throw fail("no launch runs") }
            guard !outdates.contains(cause) else { throw fail("the launch that runs can't know of it") }
        case .coalesced where owed[id] == nil && engine.status(of: id)?.isWaiting != true: throw fail("nothing waits")
        case .accepted, .coalesced, .deferred, .denied: break
        }
    }

    /// Compares the engine with the simulation's own account.
    mutating func check() throws {
        let isSettled = engine.nextDeadline.map { $0 > now } ?? true
        for id in disk.widgets {
            guard let row = disk.rows[id], let status = engine.status(of: id) else { throw Failure(description: "\(id) is unknown to the engine") }
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
            let comes = owed.until.map { until in (status.nextReload ?? .latest) <= max(until, now + configuration.catchUpSpread) } ?? false
            guard comes else { throw Failure(description: "\(id) was promised a reload, and none is under way") }
        }
        if let guaranteed = row.guaranteed { throw Failure(description: "the guaranteed reload \(guaranteed) of \(id) isn't under way") }
        guard isSettled, let reloadBy = row.reloadBy else { return }
        guard let next = status.nextReload else { throw Failure(description: "\(id) never reloads again") }
        let latest = max(reloadBy, disturbedAt) + configuration.catchUpSpread.count
        guard next.milliseconds - offset <= latest else {
            let seconds = (next.milliseconds - offset - latest) / 1_000
            throw Failure(description: "\(id) reloads \(seconds) s later than its policy asks (\(row.record?.rule ?? ""))")
        }
    }
}
