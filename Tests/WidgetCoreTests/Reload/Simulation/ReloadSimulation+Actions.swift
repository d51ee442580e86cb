import WidgetCore

extension ReloadSimulation {
    private static let mostWidgets = 24

    /// Somebody does something.
    mutating func act() throws {
        guard let id = disk.widgets.randomElement(using: &random) else { return try place() }
        let kind = providers.keys.sorted().randomElement(using: &random) ?? ""
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<15: try place()
        case 15..<19: try remove(id)
        case 19..<40: try request(.widget(id), .explicit, [.foreground, .background].randomElement(using: &random) ?? .foreground)
        case 40..<55: try request(.widget(id), .interaction, .foreground)
        case 55..<60: try request(.widget(id), .push, .system)
        case 60..<63: try request(.kind(kind), .explicit, .foreground)
        case 63..<65: try request(.all, .explicit, .foreground)
        case 65..<67: try request(.all, .environment, .system)
        case 67..<72: try configure(id, kind: kind)
        case 72..<75: try setVisible(id)
        case 75..<80: try install(installed.symmetricDifference([kind]), changed: [])
        case 80..<83: try install(installed, changed: installed.intersection([kind]))
        case 83..<88: try setClock()
        case 88..<93: try suspend()
        case 93..<95: try restart("on its own")
        default: break
        }
    }

    private mutating func place() throws {
        guard disk.rows.count < Self.mostWidgets, let kind = providers.keys.sorted().randomElement(using: &random) else { return }
        let id = WidgetID(date: now, using: &random)
        note("place \(id) of \(kind)")
        let effects = engine.add(id, kind: kind, isInstalled: installed.contains(kind), timeline: nil, record: nil, at: now)
        try expect(effects, .reloadRequested, 1)
        let number = nextNumber()
        try apply(effects) { simulation in
            simulation.disk.rows[id] = SimulatedDisk.Row(kind: kind)
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
            simulation.charges[id] = nil
            simulation.openCharge.remove(id)
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
        let effects = engine.setVisible(id, isVisible, at: now)
        note("\(isVisible ? "visible" : "hidden") \(id)")
        try expect(effects, .reloadRequested, hadTimeline || !isVisible ? 0 : 1)
        try apply(effects)
    }

    private mutating func setClock() throws {
        let before = offset
        stepOffset()
        note("clock stepped by \(offset - before) ms")
        let step = Milliseconds(offset - before)
        let effects = engine.clockChanged(at: now, by: step)
        let isFelt = step.count.magnitude >= configuration.clockStep.count.magnitude
        try expect(effects, .reloadRequested, isFelt ? disk.rows.count : 0)
        let number = nextNumber()
        try apply(effects) { simulation in
            simulation.isClockUncommitted = false
            for case .record(let decision) in effects where decision.event == .reloadRequested {
                let outcome = decision.outcome ?? .denied
                simulation.owe(ReloadReceipt(widget: decision.widget, outcome: outcome, rule: decision.rule, until: decision.until), .environment, number: number)
            }
        }
    }

    /// The machine sleeps; providers that were running go on afterwards. Whether the resume is announced before the timer fires is a matter of luck.
    private mutating func suspend() throws {
        let asleep = Int64.random(in: 1_000...172_800_000, using: &random)
        note("suspend for \(asleep / 1_000) s")
        let spread = disk.widgets.filter {
            guard let status = engine.status(of: $0, at: now), let next = status.nextReload else { return false }
            return status.rule != .catchUp && next <= now + .milliseconds(asleep) && next + configuration.catchUpSpread < now + .milliseconds(asleep)
        }
        uptime += asleep
        disturbedAt = uptime
        nextAction = max(nextAction, uptime)
        for id in flights.keys { flights[id]?.endsAt += asleep }
        let effects = Bool.random(using: &random) ? engine.clockChanged(at: now) : engine.advance(to: now)
        for case .launch(let id, .policy) in effects where spread.contains(id) {
            throw Failure(description: "\(id) reloads at the moment of the resume, together with all others")
        }
        try apply(effects)
    }
}
