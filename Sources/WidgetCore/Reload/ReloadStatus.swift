/// Where a widget is between two reloads.
public struct ReloadStatus: Sendable, Hashable {
    /// The index of the entry that is shown; nil: there is no timeline.
    public var entry: Int?
    /// Entries of the timeline.
    public var entryCount: Int
    /// The date of the entry that is shown; later than now where all are.
    public var entryDate: Timestamp?
    public var nextEntryDate: Timestamp?
    /// When the provider is asked next, which is as soon as its budget allows it; nil: it is being asked, waits for its launch, isn't installed, or only something else asks it.
    public var nextReload: Timestamp?
    /// The rule that sets `nextReload`, or that says why there is none; nil: before the first timeline.
    public var rule: ReloadRule?
    /// Reloads that failed since the last one that didn't.
    public var failures: Int
    /// Why the last one failed; empty: it didn't.
    public var lastError: String
    /// When the last reload finished, well or badly.
    public var lastReloadAt: Timestamp?
    /// The provider is being asked now.
    public var isReloading: Bool
    /// Why another reload follows when that is over; nil: none does.
    public var following: ReloadCause?
    /// A reload waits for its launch.
    public var isWaiting: Bool
    /// A guaranteed reload that hasn't happened yet; `interaction`: views that the action invalidated are out of date.
    public var pending: ReloadCause?

    /// What waits for its budget, and until when; nil: nothing does, or the launch that runs serves it.
    public var deferred: ReloadCause?
    public var deferredUntil: Timestamp?
    /// What it waits for: a token, the spacing, or its turn after a time in which nothing could go; nil: nothing waits.
    public var deferredRule: ReloadRule?
    public var budget: BudgetStatus

    public var hasTimeline: Bool { entry != nil }
}

extension ReloadEngine {
    /// The widget's state; nil where there is none with this id.
    public func status(of widget: WidgetID, at now: Timestamp) -> ReloadStatus? {
        guard let index = slotOf[widget] else { return nil }
        let slot = slots[index]
        let planned = planned(index, at: now)
        // What waited before the launch began that runs is served by it.
        let isKept = slot.record.deferred != nil && (!slot.isRunning || slot.deferredWhileRunning)
        var isWaiting = false
        var following: ReloadCause?
        switch slot.stage {
        case .idle: break
        case .waiting: isWaiting = true
        case .running(_, _, let next): following = next?.cause
        }
        return ReloadStatus(
            entry: slot.hasTimeline ? slot.shown : nil,
            entryCount: slot.entryCount,
            entryDate: slot.shownDate,
            nextEntryDate: slot.nextEntry,
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
            deferredUntil: isKept ? slot.deferredUntil : nil,
            deferredRule: isKept ? slot.deferredRule : nil,
            budget: budgetStatus(of: index, at: now))
    }

    /// Which reload serves a request that has just been accepted or coalesced: its number among those of the widget that have begun since this engine was made, from 1. Nil where
    /// none is under way.
    public func reloadUnderWay(of widget: WidgetID) -> UInt64? {
        guard let slot = slotOf[widget].map({ slots[$0] }) else { return nil }
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
        guard case .deferred(let until, let hindrance) = policyVerdict(index, at: max(date, now)) else { return (date, rule) }
        return (until, hindrance)
    }

    /// Which rule set the next reload, or says why there is none.
    private func rule(of index: Int) -> ReloadRule? {
        let slot = slots[index]
        if slot.isRemote { return .elsewhere }
        guard kinds[slot.kind].isInstalled else { return .providerMissing }
        guard slot.catchUp != nil else { return ReloadRule(name: slot.record.rule) }
        return owesEnvironment(index) ? .environment : .catchUp
    }
}
