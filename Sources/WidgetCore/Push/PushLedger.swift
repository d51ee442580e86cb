import HeapModule

/// Which pushes to widgets are under way, and what comes of each: a pure state machine beside ``ReloadEngine``, which decides when the widgets reload.
///
/// A push ends when every widget that reloads for it has, or when nothing can come of it any more. Of pushes that would bring the same reload one stays open and the
/// others end as coalesced, so that a flood costs no more than its widgets do: for each of them one push that is being served, and one that waits.
public struct PushLedger: Sendable {
    struct Entry: Sendable {
        var push: OpenPush
        /// Widgets whose launch, under way or planned as a retry, serves it.
        var serving: Set<WidgetID> = []
        /// Of those, the ones whose last attempt failed.
        var failed: Set<WidgetID> = []
        /// Widgets that the launch after the running one serves.
        var following: Set<WidgetID> = []
        /// Widgets whose budget it waits for.
        var waiting: Set<WidgetID> = []
        /// While it waits for a wake-up: widgets that are to be asked for then, since no launch of them has begun after it came.
        var owed: Set<WidgetID> = []
        /// A widget has reloaded for it.
        var isServed = false
        /// Why a widget won't reload for it.
        var reason = ""

        var expiration: Timestamp? { push.notification.expiration }
        /// Widgets for which it isn't over.
        var involved: Set<WidgetID> { serving.union(following).union(waiting).union(owed) }
        /// When something is to be done for it where nothing else comes.
        var deadline: Timestamp? { push.heldUntil ?? (waiting.isEmpty && failed.isEmpty ? nil : expiration) }
    }

    private struct Deadline: Comparable, Sendable {
        var date: Timestamp
        var number: Int64

        static func < (a: Deadline, b: Deadline) -> Bool { (a.date, a.number) < (b.date, b.number) }
    }

    /// Below this the heap isn't worth rebuilding.
    private static let compactionFloor = 64

    var entries: [Int64: Entry] = [:]
    /// Those of the entries that wait for a wake-up: one for each app, and after a start those that weren't tried.
    var held: Set<Int64> = []
    /// One of each entry that has a deadline, and some that count no more.
    private var deadlines = Heap<Deadline>()
    /// The entries in which a widget serves or waits.
    var byWidget: [WidgetID: Set<Int64>] = [:]
    private var lastNumber: Int64

    /// When ``takeHeld()`` or ``expire(at:)`` has something to do; nil: not before another event.
    public private(set) var nextDeadline: Timestamp?

    /// - Parameter lastNumber: the highest that was ever given to a push.
    public init(lastNumber: Int64 = 0) { self.lastNumber = lastNumber }

    /// Pushes that are under way.
    public var count: Int { entries.count }

    /// Makes a push that has arrived one that may be kept.
    public mutating func number(_ notification: PushNotification, at now: Timestamp) -> OpenPush {
        lastNumber += 1
        return OpenPush(number: lastNumber, notification: notification, arrivedAt: now)
    }

    // MARK: What became of widgets

    /// A launch of the widget has ended.
    /// - Parameters:
    ///   - failure: why it failed; nil: the widget has reloaded.
    ///   - isWaiting: a reload of it still waits for its budget, which came after the launch had begun.
    public mutating func finished(_ widget: WidgetID, failure: String?, isWaiting: Bool, at now: Timestamp) -> [PushEffect] {
        change(widget, at: now) { entry in
            if !isWaiting, entry.waiting.remove(widget) != nil { entry.serving.insert(widget) }
            // The launch that has ended began before it came; the next one serves it.
            let isFollowed = entry.following.remove(widget) != nil
            defer { if isFollowed { entry.serving.insert(widget) } }
            guard entry.serving.contains(widget) else { return }
            if let failure {
                // The retry that is planned serves it, where it is kept that long.
                if entry.push.notification.isKept(at: now) {
                    entry.failed.insert(widget)
                } else {
                    entry.serving.remove(widget)
                    entry.reason = "its reload failed, and it isn't to be kept (apns-expiration): \(failure)"
                }
            } else {
                entry.serving.remove(widget)
                entry.failed.remove(widget)
                entry.isServed = true
            }
        }
    }

    /// The widget was removed, or doesn't take pushes here any more.
    public mutating func removed(_ widget: WidgetID, reason: String, at now: Timestamp) -> [PushEffect] {
        change(widget, at: now) { entry in
            entry.serving.remove(widget)
            entry.failed.remove(widget)
            entry.following.remove(widget)
            entry.waiting.remove(widget)
            entry.owed.remove(widget)
            entry.reason = reason
        }
    }

    /// Ends what is over its date: what waits for a budget or for a retry. What is being served, is.
    public mutating func expire(at now: Timestamp) -> [PushEffect] {
        guard let date = nextDeadline, date <= now else { return [] }
        var effects: [PushEffect] = []
        for (number, entry) in entries where entry.push.heldUntil == nil && entry.expiration.map({ $0 <= now }) ?? false {
            var changed = entry
            for widget in entry.waiting where !isAwaited(widget, besides: number) { effects.append(.giveUp(widget)) }
            changed.waiting = []
            changed.serving.subtract(entry.failed)
            changed.failed = []
            changed.reason =
                entry.waiting.isEmpty ? "it expired before its widgets could be reloaded" : "it expired before the budget of its widgets allowed it"
            effects += settle(number, changed, at: now)
        }
        plan()
        return effects
    }

    /// Another push waits for the same reload.
    private func isAwaited(_ widget: WidgetID, besides number: Int64) -> Bool {
        (byWidget[widget] ?? []).contains { $0 != number && entries[$0]?.waiting.contains(widget) ?? false }
    }

    // MARK: A start

    /// What the record of a widget says of pushes after a start.
    public enum Mark: Sendable, Hashable {
        case served
        /// A launch or a retry is owed.
        case owed
        case waiting
    }

    /// Takes in what was kept.
    /// - Parameter marks: of the widgets of the push's app that take pushes.
    public mutating func restore(_ push: OpenPush, marks: [WidgetID: Mark], at now: Timestamp) -> [PushEffect] {
        lastNumber = max(lastNumber, push.number)
        defer { plan() }
        var entry = Entry(push: push)
        guard push.heldUntil == nil else {
            entry.owed = Set(marks.keys)
            enter(entry)
            return []
        }
        entry.serving = Set(marks.filter { $0.value == .owed }.keys)
        entry.failed = entry.serving
        entry.waiting = Set(marks.filter { $0.value == .waiting }.keys)
        entry.isServed = marks.contains { $0.value == .served }
        entry.reason = "its widgets were removed"
        enter(entry)
        return settle(push.number, entry, at: now)
    }

    // MARK: Entries

    mutating func enter(_ entry: Entry) {
        put(entry)
        for widget in entry.involved { byWidget[widget, default: []].insert(entry.push.number) }
    }

    mutating func withdraw(_ widget: WidgetID, from number: Int64, _ reason: String, at now: Timestamp) -> [PushEffect] {
        guard var entry = entries[number] else { return [] }
        entry.waiting.remove(widget)
        guard entry.involved.isEmpty else { return settle(number, entry, at: now) }
        forget(number)
        return end(entry.push, .coalesced, reason, at: now)
    }

    private mutating func change(_ widget: WidgetID, at now: Timestamp, _ body: (inout Entry) -> Void) -> [PushEffect] {
        guard let numbers = byWidget[widget] else { return [] }
        var effects: [PushEffect] = []
        for number in numbers.sorted() {
            guard var entry = entries[number] else { continue }
            body(&entry)
            effects += settle(number, entry, at: now)
        }
        plan()
        return effects
    }

    /// Takes the entry as it is now; one for which there is nothing left to do ends.
    private mutating func settle(_ number: Int64, _ entry: Entry, at now: Timestamp) -> [PushEffect] {
        guard let before = entries[number] else { return [] }
        for widget in before.involved.subtracting(entry.involved) { leave(widget, number) }
        guard entry.involved.isEmpty else {
            put(entry)
            return []
        }
        forget(number)
        guard entry.isServed else { return end(entry.push, .discarded, entry.reason, at: now) }
        return [.close(number), delivered(entry.push, at: now)]
    }

    func delivered(_ push: OpenPush, at now: Timestamp) -> PushEffect {
        let length = ReloadStatus.length(ofSeconds: UInt64(max(0, (now - push.arrivedAt).count) / 1_000))
        return .log(PushLogEntry(push.notification, .delivered, "its widgets have reloaded, \(length) after it came", at: now))
    }

    mutating func forget(_ number: Int64) {
        guard let entry = remove(number) else { return }
        for widget in entry.involved { leave(widget, number) }
    }

    private mutating func leave(_ widget: WidgetID, _ number: Int64) {
        byWidget[widget]?.remove(number)
        if byWidget[widget]?.isEmpty ?? false { byWidget[widget] = nil }
    }

    func end(_ push: OpenPush, _ event: PushLogEntry.Event, _ detail: String, at now: Timestamp) -> [PushEffect] {
        [.close(push.number), .log(PushLogEntry(push.notification, event, detail, at: now))]
    }

    // MARK: What is planned

    mutating func put(_ entry: Entry) {
        let number = entry.push.number
        let before = entries.updateValue(entry, forKey: number)?.deadline
        if entry.push.heldUntil != nil { held.insert(number) }
        if let date = entry.deadline, date != before { deadlines.insert(Deadline(date: date, number: number)) }
    }

    @discardableResult
    private mutating func remove(_ number: Int64) -> Entry? {
        held.remove(number)
        return entries.removeValue(forKey: number)
    }

    /// Finds the next deadline: those that count no more are dropped when they come to the top, and all at once when they are more than half.
    mutating func plan() {
        while let first = deadlines.min, !counts(first) { deadlines.removeMin() }
        if deadlines.count > 2 * entries.count + Self.compactionFloor { deadlines = Heap(deadlines.unordered.filter(counts)) }
        nextDeadline = deadlines.min?.date
    }

    private func counts(_ deadline: Deadline) -> Bool { entries[deadline.number]?.deadline == deadline.date }
}
