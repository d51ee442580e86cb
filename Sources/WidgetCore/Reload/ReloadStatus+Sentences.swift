extension ReloadStatus {
    /// What `widgetctl explain` says: the entry that is shown and its age, the next entry, the next reload and the rule that set it, failures. One sentence
    /// each, in the order in which a user asks.
    public func sentences(now: Timestamp) -> [String] {
        [
            entrySentence(now: now), nextEntrySentence(now: now), reloadSentence(now: now), followingSentence, ruleSentence, deferredSentence(now: now),
            pendingSentence,
            budget.sentence(now: now), failureSentence(now: now),
        ]
        .compactMap { $0 }
    }

    private func deferredSentence(now: Timestamp) -> String? {
        guard let deferred, let deferredUntil, let deferredRule, !isWaiting else { return nil }
        let what = deferred == .push ? "A push" : deferred == .policy ? "The reload that the timeline asks for" : "A reload that the provider asked for"
        return "\(what) is kept and goes \(Self.phrase(from: now, to: deferredUntil)), by rule \(deferredRule.name): \(deferredRule.sentence)"
    }

    private func entrySentence(now: Timestamp) -> String {
        guard let entry, let entryDate else { return "There is no timeline yet: the placeholder is shown." }
        let position = entryCount == 1 ? "The timeline's only entry is shown" : "Entry \(entry + 1) of \(entryCount) is shown"
        if entryDate > now { return "\(position), early: its date comes \(Self.phrase(from: now, to: entryDate))." }
        return "\(position); its date was \(Self.phrase(from: now, to: entryDate))."
    }

    private func nextEntrySentence(now: Timestamp) -> String? {
        guard entry != nil else { return nil }
        guard let nextEntryDate else { return "No later entry is planned." }
        return "The next entry comes \(Self.phrase(from: now, to: nextEntryDate))."
    }

    private func reloadSentence(now: Timestamp) -> String {
        if isReloading { return "The provider is being asked for a timeline now." }
        if isWaiting { return "A reload waits for its turn: other providers are being asked now." }
        guard let nextReload else { return "No reload is planned." }
        return "The provider is asked for the next timeline \(Self.phrase(from: now, to: nextReload))."
    }

    private var followingSentence: String? {
        following == nil ? nil : "Another reload follows at once: it was asked for, or something changed, after this one had begun."
    }

    private var ruleSentence: String? {
        guard let rule, !isReloading, !isWaiting else { return nil }
        return "Rule \(rule.name): \(rule.sentence)"
    }

    /// Of an action that was performed, and whose reload hasn't come; nil: there is none.
    public var pendingSentence: String? {
        guard pending == .interaction, !isReloading else { return nil }
        return "An action was performed and the reload that shows its result is still to come."
    }

    private func failureSentence(now: Timestamp) -> String? {
        guard failures > 0 else { return nil }
        let count = failures == 1 ? "The last reload failed" : "The last \(failures) reloads failed"
        let age = lastReloadAt.map { ", the latest \(Self.phrase(from: now, to: $0))" } ?? ""
        return "\(count)\(age): \(lastError)"
    }

    /// `in 5 min`, `12 s ago`, `now`.
    static func phrase(from now: Timestamp, to date: Timestamp) -> String {
        let interval = (date - now).count
        if interval > -1_000, interval < 1_000 { return "now" }
        let length = length(ofSeconds: interval.magnitude / 1_000)
        return interval < 0 ? "\(length) ago" : "in \(length)"
    }

    /// The two largest units: `2 d 3 h`, `5 min 20 s`.
    static func length(ofSeconds seconds: UInt64) -> String {
        let units: [(name: String, seconds: UInt64)] = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
        guard let first = units.firstIndex(where: { seconds >= $0.seconds }) else { return "0 s" }
        var parts = ["\(seconds / units[first].seconds) \(units[first].name)"]
        if first + 1 < units.count {
            let rest = seconds % units[first].seconds / units[first + 1].seconds
            if rest > 0 { parts.append("\(rest) \(units[first + 1].name)") }
        }
        return parts.joined(separator: " ")
    }
}
