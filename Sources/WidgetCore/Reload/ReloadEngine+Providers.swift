extension ReloadEngine {
    /// Which kinds there are now, and which of them changed. Widgets of kinds that came or changed reload; those of kinds that went keep their timeline and
    /// its entries, and wait. Without effect where nothing came, went or changed.
    public mutating func setInstalled(_ installed: Set<String>, changed: Set<String>, at now: Timestamp) -> [ReloadEffect] {
        var effects: [ReloadEffect] = []
        for name in installed.sorted() where kindOf[name] == nil { _ = index(ofKind: name, isInstalled: true) }
        for kind in kinds.indices {
            let isInstalled = installed.contains(kinds[kind].name)
            let isChanged = isInstalled && kinds[kind].isInstalled && changed.contains(kinds[kind].name)
            setInstalled(isInstalled, kind: kind, isChanged: isChanged, at: now, &effects)
        }
        launch(at: now, &effects)
        return effects
    }

    /// Asks at once for the widgets whose last reload failed, whenever the next attempt was planned, and counts failures from the beginning: somebody says that what was wrong may
    /// be mended.
    public mutating func retryFailed(at now: Timestamp) -> [ReloadEffect] {
        var effects: [ReloadEffect] = []
        let failed = forgetFailures(&effects) { _ in true }
        _ = requestAll(LaunchTicket(for: .retry, by: .system), by: .system, at: now, &effects) { failed.contains($0.id) }
        launch(at: now, &effects)
        return effects
    }

    /// The next failure is the first one. What the last one said stays until the provider has answered.
    private mutating func forgetFailures(_ effects: inout [ReloadEffect], where isMeant: (ReloadSlot) -> Bool) -> Set<WidgetID> {
        var failed: Set<WidgetID> = []
        for slot in slots.indices where slots[slot].isPlaced && slots[slot].record.failures > 0 && isMeant(slots[slot]) {
            slots[slot].record.failures = 0
            effects.append(.persist(slots[slot].id, slots[slot].record))
            failed.insert(slots[slot].id)
        }
        return failed
    }

    /// Sets ``ReloadConfiguration/minimumSpacing`` for the widgets of one kind, from the next timeline on; nil: as configured. For providers whose interval a
    /// user chose, such as a plugin with it in its file name.
    public mutating func setMinimumSpacing(_ spacing: Milliseconds?, forKind name: String) {
        let kind = kindOf[name] ?? index(ofKind: name, isInstalled: false)
        kinds[kind].minimumSpacing = spacing
    }

    /// The kind's index; where it is new, one with this state.
    mutating func index(ofKind name: String, isInstalled: Bool) -> Int {
        if let known = kindOf[name] { return known }
        kinds.append(ReloadKind(name: name, isInstalled: isInstalled, budget: configuration.kindBudgets[name]))
        kindOf[name] = kinds.count - 1
        return kinds.count - 1
    }

    mutating func setInstalled(
        _ isInstalled: Bool, kind: Int, isChanged: Bool = false, at now: Timestamp, _ effects: inout [ReloadEffect]
    ) {
        let wasInstalled = kinds[kind].isInstalled
        kinds[kind].isInstalled = isInstalled
        guard isInstalled != wasInstalled || isChanged else { return }
        if isInstalled {
            _ = forgetFailures(&effects) { $0.kind == kind }
            _ = requestAll(LaunchTicket(for: .providerChanged, by: .system), by: .system, at: now, &effects) { $0.kind == kind }
        } else {
            for slot in slots.indices where slots[slot].isPlaced && slots[slot].kind == kind {
                withdraw(slot, &effects)
                arm(slot)
            }
        }
    }
}

extension ReloadEngine {
    /// Says who gives a widget's timelines: this machine, which then asks for one, or another device. Without effect where that is so already, or the widget is unknown.
    public mutating func assign(_ widget: WidgetID, isRemote: Bool, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slotOf[widget], slots[slot].isRemote != isRemote else { return [] }
        var effects: [ReloadEffect] = []
        slots[slot].isRemote = isRemote
        if isRemote {
            withdraw(slot, &effects)
            slots[slot].catchUp = nil
            slots[slot].record = ReloadRecord(budget: slots[slot].record.budget)
            (slots[slot].deferredUntil, slots[slot].deferredRule) = (nil, nil)
            slots[slot].deferredWhileRunning = false
            slots[slot].deferredBehindPush = nil
            effects.append(.persist(widget, slots[slot].record))
        } else {
            _ = request(slot, LaunchTicket(for: .providerChanged, by: .system), by: .system, at: now, &effects)
        }
        settle(slot, at: now, &effects)
        return effects
    }

    /// Shows the timeline that another device gave. Without effect where the widget is unknown, or this machine gives its timelines.
    public mutating func show(_ widget: WidgetID, timeline: Timeline, at now: Timestamp) -> [ReloadEffect] {
        guard let slot = slotOf[widget], slots[slot].isRemote else { return [] }
        var effects: [ReloadEffect] = []
        slots[slot].take(timeline, at: now)
        show(slot, by: .timelineAccepted, at: now, &effects)
        arm(slot)
        return effects
    }

    /// Whether this machine asks the widget's provider.
    func isAskedHere(_ slot: Int) -> Bool { kinds[slots[slot].kind].isInstalled && !slots[slot].isRemote }
}
