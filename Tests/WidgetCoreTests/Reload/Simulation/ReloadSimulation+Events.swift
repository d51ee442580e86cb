import WidgetCore

extension ReloadSimulation {
    mutating func fireTimer(isThorough: Bool) throws {
        note("timer")
        let before = isThorough ? disk.widgets.map { engine.status(of: $0, at: now) } : []
        let isPush = pushes.nextDeadline.map { $0 <= now } ?? false
        let effects = engine.advance(to: now)
        if let next = engine.nextDeadline, next <= now { throw Failure(description: "after advance the next deadline is still due: \(next)") }
        guard !isThorough || isPush || !effects.isEmpty || before != disk.widgets.map({ engine.status(of: $0, at: now) }) else {
            throw Failure(description: "the engine woke, and there was nothing to do")
        }
        try apply(effects)
        try wakePushes()
    }

    mutating func finish(_ id: WidgetID, _ flight: Flight) throws {
        guard let row = disk.rows[id], let provider = providers[flight.kind] else { return }
        flights[id] = nil
        switch provider.answer(after: row.timeline, hangs: flight.hangs, isCalm: isCalm, at: now, using: &random) {
        case .timeline(let timeline, let isUnchanged):
            note("timeline for \(id), \(timeline.entries.count) entries, \(timeline.policy)\(isUnchanged ? ", unchanged" : "")")
            let effects = engine.finish(id, .success(timeline), isUnchanged: isUnchanged, at: now)
            try expect(effects, .timelineAccepted, 1)
            try apply(effects) { simulation in
                simulation.disk.rows[id]?.timeline = timeline
                simulation.pushesFinished(id, failure: nil)
                simulation.finished(id, flight, wait: longestWait(after: timeline, at: simulation.now, simulation.configuration), wasRefunded: isUnchanged)
            }
        case .failure(let error):
            note("failure for \(id): \(error)")
            let effects = engine.finish(id, .failure(error), isUnchanged: false, at: now)
            try expect(effects, .reloadFailed, 1)
            try apply(effects) { simulation in
                simulation.pushesFinished(id, failure: error.message)
                simulation.finished(id, flight, wait: simulation.configuration.retryLimit, wasRefunded: true)
            }
        }
    }

    private mutating func pushesFinished(_ id: WidgetID, failure: String?) {
        let isWaiting = engine.record(of: id)?.deferred != nil
        keep(pushes.finished(id, failure: failure, isWaiting: isWaiting, at: now))
    }

    private mutating func finished(_ id: WidgetID, _ flight: Flight, wait: Milliseconds?, wasRefunded: Bool) {
        if let isPush = openCharge.removeValue(forKey: id), wasRefunded {
            settle([id]) { $0.giveBack(isPush: isPush) }
        }
        openCharge[id] = nextCharge.removeValue(forKey: id)
        if let row = disk.rows[id], let guaranteed = row.guaranteed {
            if guaranteed < flight.number { disk.rows[id]?.guaranteed = nil }
            disk.rows[id]?.isGuaranteeSpread = row.isNextSpread
        }
        disk.rows[id]?.longestWait = wait
        disk.rows[id]?.reloadBy = wait.map { uptime + $0.count }
    }

    mutating func request(_ target: ReloadTarget, _ cause: ReloadCause, _ caller: ReloadCaller) throws {
        note("request \(target) \(cause) \(caller)")
        let (receipts, effects) = engine.requestReload(target, cause: cause, caller: caller, at: now)
        let expected: [WidgetID] =
            switch target {
            case .widget(let id): [id]
            case .kind(let kind): disk.widgets.filter { disk.rows[$0]?.kind == kind }
            case .all: disk.widgets
            }
        guard receipts.map(\.widget).sorted() == expected else { throw Failure(description: "receipts for \(receipts.map(\.widget)), not \(expected)") }
        try expect(effects, .reloadRequested, receipts.count)
        let number = nextNumber()
        for receipt in receipts { try checkReceipt(receipt, cause) }
        try apply(effects) { simulation in
            for receipt in receipts { simulation.owe(receipt, cause, number: number) }
        }
    }

    /// Notes what a request has coming, before the launches of the same event.
    mutating func owe(_ receipt: ReloadReceipt, _ cause: ReloadCause, number: Int) {
        let id = receipt.widget
        guard let row = disk.rows[id] else { return }
        if Self.guaranteed.contains(cause), receipt.outcome != .denied {
            disk.rows[id]?.isGuaranteeSpread = cause == .environment && (row.guaranteed == nil || row.isGuaranteeSpread)
            disk.rows[id]?.isNextSpread = row.isNextSpread && cause == .environment
            disk.rows[id]?.guaranteed = number
        }
        switch receipt.outcome {
        case .accepted: owed[id] = Owed(number: number)
        case .coalesced where receipt.rule != "coalesced-running": owed[id] = Owed(number: number)
        case .deferred where owed[id] == nil: owed[id] = Owed(number: number, until: receipt.until, isKept: receipt.rule != "backoff" && receipt.until != nil)
        case .coalesced, .deferred, .denied: break
        }
    }

    static let guaranteed: Set<ReloadCause> = [.interaction, .configured, .placed, .environment, .providerChanged]

    mutating func install(_ kinds: Set<String>, changed: Set<String>) throws {
        let touched = kinds.subtracting(installed).union(changed)
        note("installed \(kinds.sorted()), changed \(changed.sorted())")
        installed = kinds
        let effects = engine.setInstalled(kinds, changed: changed, at: now)
        let affected = disk.widgets.filter { touched.contains(disk.rows[$0]?.kind ?? "") }
        try expect(effects, .reloadRequested, affected.count)
        let number = nextNumber()
        try apply(effects) { simulation in
            for id in affected { simulation.owe(ReloadReceipt(widget: id, outcome: .accepted, rule: ""), .providerChanged, number: number) }
        }
    }

    /// Commits what the effects ask for, then does it; or crashes before or after the commit.
    mutating func apply(_ effects: [ReloadEffect], _ commit: (inout ReloadSimulation) -> Void = { _ in }) throws {
        let crash = isCalm ? 1_000 : Double.random(in: 0..<1_000, using: &random)
        if crash < scale.crashes / 2 { return try restart("before the commit") }
        try explain(effects)
        commit(&self)
        for case .persist(let id, let record) in effects where disk.rows[id] != nil {
            try charge(id, disk.rows[id]?.record?.budget, record, by: effects)
            disk.rows[id]?.record = record
        }
        if crash < scale.crashes { return try restart("after the commit") }
        try perform(effects)
    }

    mutating func perform(_ effects: [ReloadEffect], isRestart: Bool = false) throws {
        var started = 0
        var shown = 0
        for effect in effects {
            switch effect {
            case .launch(let id, _):
                try begin(id)
                started += 1
            case .show(let id, let entry):
                touched.insert(id)
                surface[id] = entry
                shown += 1
            case .record, .persist: break
            }
        }
        try expect(effects, .reloadStarted, started)
        if !isRestart { try expect(effects, .entryShown, shown) }
    }

    private mutating func begin(_ id: WidgetID) throws {
        guard let kind = disk.rows[id]?.kind, let provider = providers[kind] else { throw Failure(description: "launch of unknown \(id)") }
        guard flights[id] == nil else { throw Failure(description: "second launch of \(id) while one runs") }
        guard installed.contains(kind) else { throw Failure(description: "launch of \(id), whose provider isn't installed") }
        let (duration, hangs) = provider.duration(isCalm: isCalm, using: &random)
        touched.insert(id)
        disk.rows[id]?.isNextSpread = true
        flights[id] = Flight(number: nextNumber(), kind: kind, endsAt: uptime + duration, hangs: hangs)
        owed[id] = nil
        try write(pushes.launched(id, at: now))
        guard flights.count <= configuration.maximumConcurrentLaunches else { throw Failure(description: "\(flights.count) launches at a time") }
        let ofKind = flights.values.count { $0.kind == kind }
        guard ofKind <= configuration.maximumConcurrentLaunchesPerKind else { throw Failure(description: "\(ofKind) launches of \(kind) at a time") }
    }

    /// The daemon is gone for a while, and comes back with what is on the disk.
    mutating func restart(_ when: String) throws {
        note("crash \(when)")
        runs += 1
        flights = [:]
        openCharge = [:]
        nextCharge = [:]
        let date = now
        settle(disk.widgets) { $0.setVisible(false, at: date) }
        for id in disk.widgets {
            reasons[id]?.reopen()
            reasons[id]?.changeRates()
            reasons[id]?.disturb()
        }
        owed = owed.filter(\.value.isKept)
        waitingSince = [:]
        surface = [:]
        uptime += Int64.random(in: 100...3_600_000, using: &random)
        nextAction = max(nextAction, uptime)
        disturbedAt = uptime
        if Int.random(in: 0..<5, using: &random) == 0 { stepOffset() }
        // Where the correction of a clock that was ahead wasn't committed, it is made anew.
        if isClockUncommitted { disk.rows.forEach { measureAnew($0.key, $0.value) } }
        isClockUncommitted = false
        engine = ReloadEngine(configuration: configuration, seed: random.next())
        _ = engine.setOnBattery(isOnBattery, at: now)
        _ = engine.setInstalled(installed, changed: [], at: now)
        for id in disk.widgets.shuffled(using: &random) {
            guard let row = disk.rows[id] else { continue }
            let effects = engine.add(
                id, kind: row.kind, isInstalled: installed.contains(row.kind), timeline: row.timeline, record: row.record, at: now)
            if let number = disk.rows[id]?.guaranteed {
                owed[id] = Owed(number: number, until: row.isGuaranteeSpread ? now + configuration.catchUpSpread : nil)
            }
            for case .persist(let id, let record) in effects { disk.rows[id]?.record = record }
            try explain(effects)
            try perform(effects, isRestart: true)
        }
        try restorePushes()
    }

    /// Sets the clock, and grants the waits that are measured from the new time.
    mutating func stepOffset() {
        let hour: Int64 = 3_600_000
        let steps: [Int64] = [1_000, -1_000, hour, -hour, 9_000 * hour, -9_000 * hour]
        let step = steps.randomElement(using: &random) ?? hour
        settle(disk.widgets)
        offset += step
        settle(disk.widgets)
        disturbedAt = uptime
        for id in disk.widgets {
            reasons[id]?.changeRates()
            reasons[id]?.disturb()
        }
        isClockUncommitted = true
        guard step < 0 else { return }
        hasClockGoneBack = true
        for (id, row) in disk.rows {
            measureAnew(id, row)
            if owed[id]?.until != nil { owed[id]?.until = .latest }
        }
    }

    private mutating func measureAnew(_ id: WidgetID, _ row: SimulatedDisk.Row) {
        if let wait = row.longestWait { disk.rows[id]?.reloadBy = max(row.reloadBy ?? 0, uptime + wait.count) }
    }
}
