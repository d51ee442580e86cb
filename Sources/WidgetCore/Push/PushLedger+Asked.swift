// What the engine answered when widgets were asked to reload for a push.
extension PushLedger {
    /// Until when a push waits for the budget of a widget; nil: none does.
    public func waits(for widget: WidgetID) -> Timestamp? {
        (byWidget[widget] ?? []).compactMap { entries[$0] }.filter { $0.waiting.contains(widget) }.compactMap(\.expiration).max()
    }

    /// Widgets were asked to reload for a push.
    /// - Parameters:
    ///   - receipts: what the engine said of each widget; at least one. What is deferred for a budget waits.
    ///   - replaced: the number of a push whose place it takes in any case, where that waits; nil: of none.
    public mutating func asked(_ push: OpenPush, _ receipts: [ReloadReceipt], replacing replaced: Int64? = nil, at now: Timestamp) -> [PushEffect] {
        asked(Entry(push: push), receipts, replacing: replaced, at: now)
    }

    /// The widgets that were still owed to a push that waited were asked to reload for it.
    /// - Parameter receipts: what the engine said of each; none: all that was owed is being served.
    public mutating func asked(_ held: HeldPush, _ receipts: [ReloadReceipt], at now: Timestamp) -> [PushEffect] {
        var entry = held.entry
        entry.owed = []
        return asked(entry, receipts, at: now)
    }

    private mutating func asked(_ asked: Entry, _ receipts: [ReloadReceipt], replacing replaced: Int64? = nil, at now: Timestamp) -> [PushEffect] {
        var effects: [PushEffect] = []
        let push = asked.push
        var entry = asked
        entry.push.heldUntil = nil
        let wasOpen = push.heldUntil != nil
        let accepted = receipts.filter { $0.outcome == .accepted }
        entry.following = Set(accepted.filter { $0.rule == ReloadRule.afterRunning.name }.map(\.widget))
        entry.serving.formUnion(Set(accepted.map(\.widget)).subtracting(entry.following))
        let deferred = receipts.filter(\.waitsForBudget)
        entry.waiting = Set(deferred.map(\.widget))
        var servedBy: String?
        for widget in entry.waiting.sorted() {
            for number in (byWidget[widget] ?? []).sorted() where entries[number]?.waiting.contains(widget) ?? false {
                guard let other = entries[number] else { continue }
                if number == replaced || replaces(push, other.push) {
                    effects += withdraw(widget, from: number, "\(push.notification.id) came after it and serves it too", at: now)
                } else {
                    entry.waiting.remove(widget)
                    servedBy = other.push.notification.id
                }
            }
        }
        defer { plan() }
        guard entry.involved.isEmpty else {
            enter(entry)
            // One of which a launch for another cause serves a part goes on waiting on disk, as ``launched(_:at:)`` says.
            if asked.serving.isEmpty { effects.append(.keep(entry.push)) }
            return effects + [.log(line(entry, deferred, at: now))]
        }
        if wasOpen { effects.append(.close(push.number)) }
        let (event, detail) = outcome(receipts, servedBy: servedBy)
        if event == .discarded, entry.isServed { return effects + [delivered(push, at: now)] }
        return effects + [.log(PushLogEntry(push.notification, event, detail, at: now))]
    }

    /// Whether a newer push takes the place of one that waits: always where both have the same collapse id, else where it is kept at least as long.
    func replaces(_ push: OpenPush, _ other: OpenPush) -> Bool {
        if let id = push.notification.collapseID, id == other.notification.collapseID, push.notification.token == other.notification.token { return true }
        return push.notification.expiration ?? .earliest >= other.notification.expiration ?? .earliest
    }

    /// A push comes to nothing, since another one serves it too.
    func coalesced(_ push: OpenPush, _ reason: String, at now: Timestamp) -> [PushEffect] {
        (push.heldUntil == nil ? [] : [.close(push.number)]) + [.log(PushLogEntry(push.notification, .coalesced, reason, at: now))]
    }

    /// The push for which all of these widgets wait; nil: there is none, or there are several.
    func solePush(awaitedBy widgets: [WidgetID]) -> OpenPush? {
        guard let first = widgets.first, let number = byWidget[first]?.first(where: { entries[$0]?.waiting.contains(first) ?? false }),
            let entry = entries[number], widgets.allSatisfy({ entry.waiting.contains($0) })
        else { return nil }
        return entry.push
    }

    private func line(_ entry: Entry, _ deferred: [ReloadReceipt], at now: Timestamp) -> PushLogEntry {
        let first = deferred.filter { entry.waiting.contains($0.widget) }.min { $0.until ?? .latest < $1.until ?? .latest }
        let waiting = first.map { "\(Self.widgets(entry.waiting.count)) later: \(ReloadRule(name: $0.rule)?.sentence ?? $0.rule)" }
        let serving = entry.serving.isEmpty ? nil : Self.widgets(entry.serving.count) + " now"
        let following = entry.following.isEmpty ? nil : Self.widgets(entry.following.count) + " again: \(ReloadRule.afterRunning.sentence)"
        guard serving != nil || following != nil else { return PushLogEntry(entry.push.notification, .stored, waiting ?? "", until: first?.until, at: now) }
        let detail = [serving, following, waiting].compactMap(\.self).joined(separator: "; ")
        return PushLogEntry(entry.push.notification, .accepted, detail, until: first?.until, at: now)
    }

    private static func widgets(_ count: Int) -> String { count == 1 ? "1 widget" : "\(count) widgets" }

    /// What became of a push for which nothing is to be done.
    private func outcome(_ receipts: [ReloadReceipt], servedBy: String?) -> (PushLogEntry.Event, String) {
        if let servedBy { return (.coalesced, "\(servedBy) waits longer and serves it too") }
        // What is kept and deferred without waiting for a budget waits for a retry, which comes without it.
        if let coalesced = receipts.first(where: { $0.outcome == .coalesced || $0.outcome == .deferred }) {
            return (.coalesced, ReloadRule(name: coalesced.rule)?.sentence ?? coalesced.rule)
        }
        guard let denied = receipts.first else { return (.discarded, "no widget takes it") }
        let rule = ReloadRule(name: denied.rule)
        let isOnce = rule == .budget || rule == .minimumSpacing || rule == .backoff
        return (.discarded, (isOnce ? "it can't go now, and is tried once (apns-expiration): " : "") + (rule?.sentence ?? denied.rule))
    }
}
