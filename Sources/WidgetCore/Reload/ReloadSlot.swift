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
    /// The serial of its place in the ``LaunchQueue``; 0: it doesn't wait.
    var queued: UInt64 = 0
    /// Launches that have begun since the engine was made.
    var begun: UInt64 = 0
    /// Its place in the ``DeadlineHeap``. Both stand here and not beside the heap and the queue: where there are many widgets, each array is another miss of the cache.
    var armed = DeadlineHeap.Armed()
    var record: ReloadRecord
    /// When the reload goes where `record.nextReload` was missed. Not in the record: after a restart it is spread anew.
    var catchUp: Timestamp?
    /// How many times the wait of an `atEnd` without a later entry is doubled.
    var idleDoublings = 0
    /// The index of the entry that is shown.
    var shown = 0
    /// When the entry after it comes due.
    var nextEntry: Timestamp?
    /// The date of the timeline's first entry; nil: there is no timeline.
    private var firstEntry: Timestamp?
    /// The dates of its other entries, never falling. Apart from the first, since most timelines of many widgets have one, and then nothing is allocated.
    private var laterEntries: [Timestamp] = []
    /// The slot is in use.
    var isPlaced = true
    /// Another device gives its timelines.
    var isRemote = false
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

    var hasTimeline: Bool { firstEntry != nil }

    /// Entries of the timeline.
    var entryCount: Int { firstEntry == nil ? 0 : laterEntries.count + 1 }

    /// The date of the entry that is shown; nil: there is no timeline.
    var shownDate: Timestamp? { shown == 0 ? firstEntry : laterEntries[shown - 1] }

    var isRunning: Bool {
        if case .running = stage { true } else { false }
    }

    /// Takes the timeline and shows what is due at `now`.
    mutating func take(_ timeline: Timeline, at now: Timestamp) {
        firstEntry = timeline.entries.first?.date
        if timeline.entries.count > 1 {
            var latest = timeline.entries[0].date
            laterEntries = timeline.entries.dropFirst().map { entry in
                latest = max(latest, entry.date)
                return latest
            }
        } else if !laterEntries.isEmpty {
            laterEntries = []
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
        while index < laterEntries.count, laterEntries[index] <= now { index += 1 }
        shown = index
        nextEntry = index < laterEntries.count ? laterEntries[index] : nil
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
