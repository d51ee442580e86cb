/// What the engine knows of one placed widget.
struct ReloadSlot {
    /// Where its reload is.
    enum Stage: Hashable {
        /// Nowhere: the next one goes at `record.nextReload`.
        case idle
        /// In the queue, for a place.
        case waiting(LaunchTicket)
        /// In the provider. `next` follows at once when it finishes.
        case running(cause: ReloadCause, kind: Int, next: LaunchTicket?)
    }

    var id: WidgetID
    /// Index of its kind.
    var kind: Int
    var stage: Stage = .idle
    var record: ReloadRecord
    /// When the reload goes where `record.nextReload` was missed. Not in the record: after a restart it is spread anew.
    var catchUp: Timestamp?
    /// How many times the wait of an `atEnd` without a later entry is doubled.
    var idleDoublings = 0
    /// The index of the entry that is shown.
    var shown = 0
    /// When the entry after it comes due.
    var nextEntry: Timestamp?
    /// The dates of the timeline's entries, never falling; empty: there is no timeline.
    private(set) var dates: [Timestamp] = []
    /// The slot is in use.
    var isPlaced = true
    /// Another device gives its timelines.
    var isElsewhere = false
    /// A surface shows it.
    var isVisible = false
    /// The part of `record.pending` that came after the running launch began, and that the one after it serves.
    var pendingNext: ReloadCause?
    /// What the reload that waits or runs has cost.
    var payment: BudgetPayment?
    /// What the one that follows the running one has cost.
    var nextPayment: BudgetPayment?
    /// When what waits for its budget is looked at again.
    var deferredUntil: Timestamp?
    /// What keeps it waiting. Not in the record: what a restart finds overdue is late for that reason.
    var deferredRule: ReloadRule?
    /// What waits came after the launch that runs had begun: that one doesn't serve it.
    var deferredWhileRunning = false
    /// What would wait for its budget if the push that goes first weren't there. Not in the record: after a restart the policy's rule tells.
    var deferredBehindPush: ReloadCause?

    init(id: WidgetID, kind: Int, record: ReloadRecord) {
        self.id = id
        self.kind = kind
        self.record = record
    }

    /// When the next reload goes, if none is under way.
    var nextReload: Timestamp? { catchUp ?? record.nextReload }

    var hasTimeline: Bool { !dates.isEmpty }

    var isRunning: Bool {
        if case .running = stage { true } else { false }
    }

    /// Takes the timeline and shows what is due at `now`.
    mutating func take(_ timeline: Timeline, at now: Timestamp) {
        var latest = Timestamp(milliseconds: .min)
        dates = timeline.entries.map { entry in
            latest = max(latest, entry.date)
            return latest
        }
        seek(to: now, from: 0)
    }

    /// Moves to the entry that is due at `now`, forwards only; true where that is another one than before.
    mutating func advance(to now: Timestamp) -> Bool {
        let before = shown
        seek(to: now, from: shown)
        return shown != before
    }

    /// Moves to the entry that is due at `now` in either direction; true where that is another one than before.
    mutating func seek(to now: Timestamp) -> Bool {
        let before = shown
        seek(to: now, from: 0)
        return shown != before
    }

    private mutating func seek(to now: Timestamp, from start: Int) {
        var index = start
        while index + 1 < dates.count, dates[index + 1] <= now { index += 1 }
        shown = index
        nextEntry = index + 1 < dates.count ? dates[index + 1] : nil
    }
}

/// What the engine knows of one kind.
struct ReloadKind {
    var name: String
    var isInstalled: Bool
    /// Launches that are running.
    var running = 0
    var minimumSpacing: Milliseconds?
    var budget: ReloadBudget?
}
