extension ReloadEngine {
    /// Puts a widget that has no reload under way in the queue. What is pending goes with it.
    mutating func enqueue(_ slot: Int, _ ticket: LaunchTicket) {
        var ticket = ticket
        if let pending = slots[slot].record.pending { ticket = ticket.merged(with: LaunchTicket(for: pending, by: .system)) }
        slots[slot].stage = .waiting(ticket)
        slots[slot].catchUp = nil
        queue.insert(slot, kind: slots[slot].kind, lane: ticket.lane)
    }

    /// Takes a widget that waits out of the queue, and gives back what its reload has cost.
    mutating func withdraw(_ slot: Int, _ effects: inout [ReloadEffect]) {
        guard case .waiting = slots[slot].stage else { return }
        queue.remove(slot)
        slots[slot].stage = .idle
        guard slots[slot].payment != nil else { return }
        unspend(slot)
        effects.append(.persist(slots[slot].id, slots[slot].record))
    }

    /// Starts as many launches as there are places for.
    mutating func launch(at now: Timestamp, _ effects: inout [ReloadEffect]) {
        while running < configuration.maximumConcurrentLaunches {
            let next = queue.next { kinds[$0].running < configuration.maximumConcurrentLaunchesPerKind }
            guard let slot = next, case .waiting(let ticket) = slots[slot].stage else { return }
            let kind = slots[slot].kind
            slots[slot].stage = .running(cause: ticket.cause, kind: kind, next: nil)
            kinds[kind].running += 1
            running += 1
            arm(slot)
            let id = slots[slot].id
            effects.append(.record(Decision(time: now, widget: id, event: .reloadStarted, cause: ticket.cause, rule: ticket.rule.name)))
            effects.append(.launch(id, ticket.cause))
        }
    }

    /// A launch of `kind` is over.
    mutating func vacate(_ kind: Int) {
        kinds[kind].running -= 1
        running -= 1
    }

    /// Sets the widget's one deadline: its next entry or, where no reload is under way and its provider is installed, its next reload.
    mutating func arm(_ slot: Int) {
        var dates = [slots[slot].nextEntry]
        if slots[slot].stage == .idle, isAskedHere(slot) { dates += [slots[slot].nextReload, slots[slot].deferredUntil] }
        deadlines.set(slot, to: dates.lazy.compactMap(\.self).min())
    }

    /// Ends every event that is about one widget.
    mutating func settle(_ slot: Int, at now: Timestamp, _ effects: inout [ReloadEffect]) {
        arm(slot)
        launch(at: now, &effects)
    }
}
