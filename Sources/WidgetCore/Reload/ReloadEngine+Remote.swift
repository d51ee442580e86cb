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
