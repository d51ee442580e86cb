/// Where a widget is between two reloads.
public struct ReloadStatus: Sendable, Hashable {
    /// The index of the entry that is shown; nil: there is no timeline.
    public let entry: Int?
    /// Entries of the timeline.
    public let entryCount: Int
    /// The date of the entry that is shown; later than now where all are.
    public let entryDate: Timestamp?
    public let nextEntryDate: Timestamp?
    /// When the provider is asked next: as soon as the budget allows it. Nil: it is being asked, waits for its launch, isn't installed, or waits for another
    /// event.
    public let nextReload: Timestamp?
    /// The rule that sets `nextReload`, or that says why there is none; nil: before the first timeline.
    public let rule: ReloadRule?
    /// Reloads that failed since the last one that didn't.
    public let failures: Int
    /// Why the last one failed; empty: it didn't.
    public let lastError: String
    /// When the last reload finished, well or badly.
    public let lastReloadAt: Timestamp?
    /// The provider is being asked now.
    public let isReloading: Bool
    /// Why another reload follows when that is over; nil: none does.
    public let following: ReloadCause?
    /// A reload waits for its launch.
    public let isWaiting: Bool
    /// A guaranteed reload that hasn't happened yet; `interaction`: views that the action invalidated are out of date.
    public let pending: ReloadCause?

    /// The cause that waits for its budget; nil: none does, or the launch that runs serves it.
    public let deferred: ReloadCause?
    public let deferredUntil: Timestamp?
    /// The rule that keeps it waiting, such as the budget, the spacing, or the spread after a suspend; nil: nothing waits.
    public let deferredRule: ReloadRule?
    public let budget: BudgetStatus

    public var hasTimeline: Bool { entry != nil }
}

extension ReloadEngine {
    /// The widget's state; nil where there is none with this id.
    public func status(of widget: WidgetID, at now: Timestamp) -> ReloadStatus? {
        guard let index = slots.index(of: widget) else { return nil }
        let slot = slots[index]
        let planned = planned(index, at: now)
        // The running launch serves a reload that waited before it began.
        let isKept = slot.record.deferred != nil && (!slot.isRunning || slot.afterLaunch.isDeferred)
        var isWaiting = false
        var following: ReloadCause?
        switch slot.stage {
        case .idle: break
        case .waiting: isWaiting = true
        case .running(_, _, let next): following = next?.cause
        }
        return ReloadStatus(
            entry: slot.entries.isEmpty ? nil : slot.entries.shown,
            entryCount: slot.entries.count,
            entryDate: slot.entries.shownDate,
            nextEntryDate: slot.entries.nextDate,
            nextReload: planned.date,
            rule: planned.rule,
            failures: slot.record.failures,
            lastError: slot.record.lastError,
            lastReloadAt: slot.record.lastReloadAt,
            isReloading: slot.isRunning,
            following: following,
            isWaiting: isWaiting,
            pending: slot.record.pending,
            deferred: isKept ? slot.record.deferred : nil,
            deferredUntil: isKept ? slot.deferral.until : nil,
            deferredRule: isKept ? slot.deferral.rule : nil,
            budget: budgetStatus(of: index, at: now))
    }

    /// The reload that serves a request which has just been accepted or coalesced: its number among the widget's reloads since this engine was made, from 1.
    /// Nil where none is under way.
    public func reloadUnderWay(of widget: WidgetID) -> UInt64? {
        guard let slot = slots.index(of: widget).map({ slots[$0] }) else { return nil }
        switch slot.stage {
        case .idle: return nil
        case .running(_, _, next: nil): return slot.begun
        case .running, .waiting: return slot.begun + 1
        }
    }

    /// The number of the widget's reload that runs; nil: none does.
    public func runningReload(of widget: WidgetID) -> UInt64? { runningSlot(of: widget).map { slots[$0].begun } }

    /// When the provider is asked next as things are, by which rule; or the rule that says why it isn't.
    private func planned(_ index: Int, at now: Timestamp) -> (date: Timestamp?, rule: ReloadRule?) {
        let slot = slots[index]
        let rule = rule(of: index)
        guard isAskedHere(index), slot.stage == .idle, let date = slot.nextReload else { return (nil, rule) }
        guard case .deferred(let until, let hindrance) = slot.policyVerdict(terms(of: index), at: max(date, now)) else { return (date, rule) }
        return (until, hindrance)
    }

    /// Which rule set the next reload, or says why there is none.
    private func rule(of index: Int) -> ReloadRule? {
        let slot = slots[index]
        if slot.isRemote { return .remote }
        guard kinds[slot.kind].isInstalled else { return .providerMissing }
        guard slot.catchUp != nil else { return ReloadRule(name: slot.record.rule) }
        return slot.isEnvironmentPending ? .environment : .catchUp
    }
}

extension ReloadStatus {
    /// The text of `widgetctl explain`: the entry that is shown and its age, the next entry, the next reload and the rule that set it, failures. One sentence
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

    /// The sentence about an action that was performed, and whose reload hasn't come; nil: there is none.
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
