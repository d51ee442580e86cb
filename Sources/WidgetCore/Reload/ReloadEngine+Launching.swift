extension ReloadEngine {
    /// Puts a widget that has no reload under way in the queue. What is pending goes with it.
    mutating func enqueue(_ slot: Int, _ ticket: LaunchTicket) {
        var ticket = ticket
        if let pending = slots[slot].record.pending { ticket = ticket.merged(with: LaunchTicket(for: pending, by: .system)) }
        slots[slot].stage = .waiting(ticket)
        slots[slot].catchUp = nil
        slots[slot].queued = queue.insert(slot, kind: slots[slot].kind, priority: ticket.priority)
    }

    /// Takes a widget that waits out of the queue, and gives back what its reload has cost.
    mutating func withdraw(_ slot: Int, _ effects: inout [ReloadEffect]) {
        guard case .waiting = slots[slot].stage else { return }
        slots[slot].queued = 0
        slots[slot].stage = .idle
        guard slots[slot].payment != nil else { return }
        unspend(slot)
        effects.append(.persist(slots[slot].id, slots[slot].record))
    }

    /// Starts as many launches as there are places for.
    mutating func launch(at now: Timestamp, _ effects: inout [ReloadEffect]) {
        while running.count < configuration.maximumConcurrentLaunches {
            let next = queue.next(slots) { kinds[$0].running < configuration.maximumConcurrentLaunchesPerKind }
            guard let slot = next, case .waiting(let ticket) = slots[slot].stage else { return }
            let kind = slots[slot].kind
            slots[slot].queued = 0
            slots[slot].stage = .running(cause: ticket.cause, kind: kind, next: nil)
            slots[slot].begun += 1
            kinds[kind].running += 1
            running.append(slot)
            arm(slot)
            let id = slots[slot].id
            effects.append(.record(Decision(time: now, widget: id, event: .reloadStarted, cause: ticket.cause, rule: ticket.rule.name)))
            effects.append(.launch(id, ticket.cause))
        }
    }

    /// A launch is over.
    /// - Parameter kind: with which it began.
    mutating func vacate(_ slot: Int, of kind: Int) {
        kinds[kind].running -= 1
        running.removeAll { $0 == slot }
    }

    /// The slot of a widget whose launch is running.
    func runningSlot(of widget: WidgetID) -> Int? { running.first { slots[$0].id == widget } }

    /// Sets the widget's one deadline: its next entry or, where no reload is under way and its provider is installed, its next reload.
    mutating func arm(_ slot: Int) {
        var date = slots[slot].nextEntry
        if slots[slot].stage == .idle, isAskedHere(slot) {
            date = Self.earliest(Self.earliest(date, slots[slot].nextReload), slots[slot].deferredUntil)
        }
        setDeadline(slot, to: date)
    }

    mutating func setDeadline(_ slot: Int, to date: Timestamp?) {
        deadlines.set(slot, &slots[slot].armed, to: date)
        deadlines.dropStale(slots)
    }

    /// Each change of a widget asks this, so it makes no list.
    private static func earliest(_ a: Timestamp?, _ b: Timestamp?) -> Timestamp? {
        guard let a, let b else { return a ?? b }
        return min(a, b)
    }

    /// Ends every event that is about one widget.
    mutating func settle(_ slot: Int, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        arm(slot)
        launch(at: now, &effects)
    }
}
