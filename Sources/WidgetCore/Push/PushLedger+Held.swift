// Pushes that may wait, and do until the daemon wakes anyway.
extension PushLedger {
    /// Keeps a push, which is on disk since it arrived, until the daemon wakes anyway. Of those for the same app's widgets one is kept.
    /// - Parameter targets: the widgets that take it; at least one.
    public mutating func hold(_ push: OpenPush, for targets: some Sequence<WidgetID>, until date: Timestamp, at now: Timestamp) -> [PushEffect] {
        var push = push
        push.heldUntil = date
        var effects: [PushEffect] = []
        for other in held.compactMap({ entries[$0]?.push }) where other.notification.address == push.notification.address {
            guard replaces(push, other) else {
                // What has begun already began before this one came.
                forget(other.number)
                enter(Entry(push: other, owed: Set(targets)))
                return end(push, .coalesced, "\(other.notification.id) waits longer and serves it too", at: now)
            }
            push.heldUntil = min(date, other.heldUntil ?? date)
            forget(other.number)
            effects += end(other, .coalesced, "\(push.notification.id) came after it and serves it too", at: now)
        }
        enter(Entry(push: push, owed: Set(targets)))
        let reason = "of priority \(push.notification.priority): goes when the daemon wakes next"
        effects += [.keep(push), .log(PushLogEntry(push.notification, .stored, reason, until: push.heldUntil, at: now))]
        plan()
        return effects
    }

    /// A launch of the widget begins. A push that waits for a wake-up is served by it; one whose widgets are all served so waits no longer.
    public mutating func launched(_ widget: WidgetID, at now: Timestamp) -> [PushEffect] {
        // Most of the time there is none.
        guard !held.isEmpty, let numbers = byWidget[widget]?.intersection(held) else { return [] }
        var effects: [PushEffect] = []
        for number in numbers.sorted() {
            guard var entry = entries[number], entry.owed.remove(widget) != nil else { continue }
            entry.serving.insert(widget)
            if entry.owed.isEmpty {
                held.remove(number)
                entry.push.heldUntil = nil
                // On disk it goes on waiting until it ends: of a launch that began for another cause the record says nothing, and a start asks again.
                let reason = "the reloads of its widgets that began meanwhile serve it"
                effects.append(.log(PushLogEntry(entry.push.notification, .accepted, reason, at: now)))
            }
            put(entry)
        }
        plan()
        return effects
    }

    /// Takes the pushes that wait for a wake-up, to be tried now: in the order in which they came.
    public mutating func takeHeld() -> [HeldPush] {
        // Most of the time there is none.
        guard !held.isEmpty else { return [] }
        let found = held.sorted().compactMap { entries[$0] }
        for entry in found { forget(entry.push.number) }
        plan()
        return found.map(HeldPush.init)
    }

    /// The push that waits for a wake-up on behalf of this widget; nil: there is none.
    public func held(for widget: WidgetID) -> OpenPush? {
        (byWidget[widget] ?? []).lazy.compactMap { entries[$0] }.first { $0.owed.contains(widget) }?.push
    }
}
