import WidgetCore

extension ReloadSimulation {
    /// Somebody does something.
    mutating func act() throws {
        guard let id = disk.widgets.randomElement(using: &random) else { return try place() }
        let kind = anyKind()
        let caller: ReloadCaller = [.foreground, .background, .background].randomElement(using: &random) ?? .foreground
        let odds = scale.actions
        let actions: [(parts: Int, action: (inout ReloadSimulation) throws -> Void)] = [
            (odds.place, { try $0.place() }), (odds.remove, { try $0.remove(id) }), (odds.explicit, { try $0.request(.widget(id), .explicit, caller) }),
            (odds.interaction, { try $0.request(.widget(id), .interaction, .foreground) }), (odds.push, { try $0.push(id) }),
            (odds.kind, { try $0.request(.kind(kind), .explicit, .foreground) }), (odds.all, { try $0.request(.all, .explicit, .foreground) }),
            (odds.environment, { try $0.request(.all, .environment, .system) }), (odds.configure, { try $0.configure(id, kind: kind) }),
            (odds.visible, { try $0.setVisible(id) }), (odds.install, { try $0.install($0.installed.symmetricDifference([kind]), changed: []) }),
            (odds.change, { try $0.install($0.installed, changed: $0.installed.intersection([kind])) }), (odds.clock, { try $0.setClock() }),
            (odds.suspend, { try $0.suspend() }), (odds.restart, { try $0.restart("on its own") }), (odds.power, { try $0.changePower() }),
            (odds.nothing, { _ in }),
        ]
        var dice = Int.random(in: 0..<actions.reduce(0) { $0 + $1.parts }, using: &random)
        for (parts, action) in actions {
            if dice < parts { return try action(&self) }
            dice -= parts
        }
    }

    private mutating func anyKind() -> String {
        var dice = Int.random(in: 0..<scale.kinds.reduce(0) { $0 + $1.share }, using: &random)
        return scale.kinds.first { kind in
            dice -= kind.share
            return dice < 0
        }?.name ?? ""
    }

    private mutating func place() throws {
        guard disk.rows.count < scale.mostWidgets else { return }
        let kind = anyKind()
        let id = WidgetID(date: now, using: &random)
        note("place \(id) of \(kind)")
        let effects = engine.add(id, kind: kind, isInstalled: installed.contains(kind), timeline: nil, record: nil, at: now)
        try expect(effects, .reloadRequested, 1)
        let number = nextNumber()
        try apply(effects) { simulation in
            simulation.disk.rows[id] = SimulatedDisk.Row(kind: kind)
            simulation.accounts[id] = BudgetAccount(at: simulation.now)
            simulation.owe(ReloadReceipt(widget: id, outcome: .accepted, rule: ""), .placed, number: number)
        }
    }

    private mutating func remove(_ id: WidgetID) throws {
        note("remove \(id)")
        let effects = engine.remove(id, at: now)
        try apply(effects) { simulation in
            simulation.disk.rows[id] = nil
            simulation.flights[id] = nil
            simulation.owed[id] = nil
            simulation.waitingSince[id] = nil
            simulation.surface[id] = nil
            simulation.accounts[id] = nil
            simulation.openCharge[id] = nil
            simulation.nextCharge[id] = nil
            simulation.keptSince[id] = nil
            simulation.reasons[id] = nil
            simulation.keep(simulation.pushes.removed(id, reason: "it was removed", at: simulation.now))
        }
    }

    private mutating func configure(_ id: WidgetID, kind: String) throws {
        let kind = Bool.random(using: &random) ? kind : disk.rows[id]?.kind ?? kind
        note("configure \(id) as \(kind)")
        let effects = engine.configure(id, kind: kind, at: now)
        try expect(effects, .reloadRequested, 1)
        let number = nextNumber()
        try apply(effects) { simulation in
            simulation.disk.rows[id]?.kind = kind
            simulation.owe(ReloadReceipt(widget: id, outcome: .accepted, rule: ""), .configured, number: number)
        }
    }

    private mutating func setVisible(_ id: WidgetID) throws {
        let hadTimeline = disk.rows[id]?.timeline != nil
        let isVisible = Bool.random(using: &random)
        let date = now
        settle([id]) { $0.setVisible(isVisible, at: date) }
        reasons[id]?.changeRates()
        touched.insert(id)
        let effects = engine.setVisible(id, isVisible, at: now)
        note("\(isVisible ? "visible" : "hidden") \(id)")
        try expect(effects, .reloadRequested, hadTimeline || !isVisible ? 0 : 1)
        try apply(effects)
    }

    /// The plug is pulled, or put in.
    private mutating func changePower() throws {
        settle(disk.widgets)
        isOnBattery.toggle()
        for id in disk.widgets { reasons[id]?.changeRates() }
        note("the power changed")
        try apply(engine.setOnBattery(isOnBattery, at: now))
    }

    private mutating func setClock() throws {
        let before = offset
        stepOffset()
        let step = Milliseconds(offset - before)
        note("clock stepped by \(step.count) ms")
        let effects = engine.clockChanged(at: now, by: step)
        let isFelt = step.count.magnitude >= configuration.clockStep.count.magnitude
        // A reload that is due then may be deferred besides.
        try expect(effects, .reloadRequested, isFelt ? disk.rows.count : 0, for: .environment)
        let number = nextNumber()
        try apply(effects) { simulation in
            simulation.isClockUncommitted = false
            for case .record(let decision) in effects where decision.event == .reloadRequested && decision.cause == .environment {
                let outcome = decision.outcome ?? .denied
                simulation.owe(
                    ReloadReceipt(widget: decision.widget, outcome: outcome, rule: decision.rule, until: decision.until), .environment, number: number)
            }
        }
    }

    /// The machine sleeps; providers that were running go on afterwards. Whether the resume is announced before the timer fires is a matter of luck.
    private mutating func suspend() throws {
        let asleep = Int64.random(in: 1_000...scale.longestSuspend, using: &random)
        note("suspend for \(asleep / 1_000) s")
        let spread = disk.widgets.filter {
            guard let status = engine.status(of: $0, at: now), let next = status.nextReload else { return false }
            return status.rule != .catchUp && next <= now + .milliseconds(asleep) && next + configuration.catchUpSpread < now + .milliseconds(asleep)
        }
        uptime += asleep
        disturbedAt = uptime
        for id in disk.widgets { reasons[id]?.disturb() }
        nextAction = max(nextAction, uptime)
        for id in flights.keys { flights[id]?.endsAt += asleep }
        let effects = Bool.random(using: &random) ? engine.clockChanged(at: now) : engine.advance(to: now)
        for case .launch(let id, .policy) in effects where spread.contains(id) {
            throw Failure(description: "\(id) reloads at the moment of the resume, together with all others")
        }
        try apply(effects)
    }
}
