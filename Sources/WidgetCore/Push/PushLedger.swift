import HeapModule

/// The pushes to widgets that are under way, and the outcome of each: a pure state machine beside ``ReloadEngine``, which decides when the widgets reload.
///
/// A push ends when every widget that reloads for it has, or when nothing can come of it any more. If several pushes would bring the same reload, one stays
/// open and the others end as coalesced. So a flood costs no more than its widgets do: for each of them one push that is being served, and one that waits.
public struct PushLedger: Sendable {
    fileprivate struct Entry: Sendable {
        var push: OpenPush
        /// Widgets whose launch, under way or planned as a retry, serves it.
        var serving: Set<WidgetID> = []
        /// The widgets among them whose last attempt failed.
        var failed: Set<WidgetID> = []
        /// Widgets that the launch after the running one serves.
        var following: Set<WidgetID> = []
        /// Widgets whose budget it waits for.
        var waiting: Set<WidgetID> = []
        /// While it waits for a wake-up: widgets that are to be asked for then, since no launch of them has begun after it came.
        var unserved: Set<WidgetID> = []
        /// A widget has reloaded for it.
        var isServed = false
        /// Why a widget won't reload for it.
        var reason = ""

        var expiration: Timestamp? { push.notification.expiration }
        /// Widgets for which it isn't over.
        var involved: Set<WidgetID> { serving.union(following).union(waiting).union(unserved) }
        /// When something is due for it, unless another event comes first.
        var deadline: Timestamp? { push.heldUntil ?? (waiting.isEmpty && failed.isEmpty ? nil : expiration) }
    }

    private struct Deadline: Comparable, Sendable {
        var date: Timestamp
        var number: Int64

        static func < (a: Deadline, b: Deadline) -> Bool { (a.date, a.number) < (b.date, b.number) }
    }

    /// Below this the heap isn't worth rebuilding.
    private static let compactionFloor = 64

    private var entries: [Int64: Entry] = [:]
    /// The entries that wait for a wake-up: one for each app, and after a start those that weren't tried.
    private var held: Set<Int64> = []
    /// The deadline of each entry that has one, and old ones that no longer count.
    private var deadlines = Heap<Deadline>()
    /// The numbers of the entries in which a widget is involved.
    private var byWidget: [WidgetID: Set<Int64>] = [:]

    /// When ``takeHeld()`` or ``expire(at:)`` has something to do; nil: not before another event.
    public private(set) var nextDeadline: Timestamp?

    public init() {}

    /// Pushes that are under way.
    public var count: Int { entries.count }

    // MARK: Ends of launches

    /// A launch of the widget has ended.
    /// - Parameters:
    ///   - failure: why it failed; nil: the widget has reloaded.
    ///   - isWaiting: a reload of it still waits for its budget, which came after the launch had begun.
    public mutating func finished(_ widget: WidgetID, failure: String?, isWaiting: Bool, at now: Timestamp) -> [PushEffect] {
        change(widget, at: now) { entry in
            if !isWaiting, entry.waiting.remove(widget) != nil { entry.serving.insert(widget) }
            // The launch that has ended began before the push came; the next launch serves the push.
            let isFollowed = entry.following.remove(widget) != nil
            defer { if isFollowed { entry.serving.insert(widget) } }
            guard entry.serving.contains(widget) else { return }
            if let failure {
                // The planned retry serves the push, if the push is kept that long.
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
            entry.unserved.remove(widget)
            entry.reason = reason
        }
    }

    /// Ends the pushes that are over their date while they wait for a budget or for a retry. A push that is being served goes on.
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

    /// Whether another push waits for the same reload.
    private func isAwaited(_ widget: WidgetID, besides number: Int64) -> Bool {
        (byWidget[widget] ?? []).contains { $0 != number && entries[$0]?.waiting.contains(widget) ?? false }
    }

    // MARK: A start

    /// The state of a push after a start, as the record of a widget tells it.
    public enum Mark: Sendable, Hashable {
        case served
        /// A launch or a retry is to come.
        case unserved
        case waiting
    }

    /// Takes in a push that the store has kept.
    /// - Parameter marks: of the widgets of the push's app that take pushes.
    public mutating func restore(_ push: OpenPush, marks: [WidgetID: Mark], at now: Timestamp) -> [PushEffect] {
        defer { plan() }
        var entry = Entry(push: push)
        guard push.heldUntil == nil else {
            entry.unserved = Set(marks.keys)
            enter(entry)
            return []
        }
        entry.serving = Set(marks.filter { $0.value == .unserved }.keys)
        entry.failed = entry.serving
        entry.waiting = Set(marks.filter { $0.value == .waiting }.keys)
        entry.isServed = marks.contains { $0.value == .served }
        entry.reason = "its widgets were removed"
        enter(entry)
        return settle(push.number, entry, at: now)
    }

    // MARK: Entries

    private mutating func enter(_ entry: Entry) {
        put(entry)
        for widget in entry.involved { byWidget[widget, default: []].insert(entry.push.number) }
    }

    private mutating func withdraw(_ widget: WidgetID, from number: Int64, _ reason: String, at now: Timestamp) -> [PushEffect] {
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

    /// Stores the changed entry, or ends its push where nothing is left to do.
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

    private func delivered(_ push: OpenPush, at now: Timestamp) -> PushEffect {
        let length = ReloadStatus.length(ofSeconds: UInt64(max(0, (now - push.arrivedAt).count) / 1_000))
        return .log(PushLogEntry(push.notification, .delivered, "its widgets have reloaded, \(length) after it came", at: now))
    }

    private mutating func forget(_ number: Int64) {
        guard let entry = remove(number) else { return }
        for widget in entry.involved { leave(widget, number) }
    }

    private mutating func leave(_ widget: WidgetID, _ number: Int64) {
        byWidget[widget]?.remove(number)
        if byWidget[widget]?.isEmpty ?? false { byWidget[widget] = nil }
    }

    private func end(_ push: OpenPush, _ event: PushLogEntry.Event, _ detail: String, at now: Timestamp) -> [PushEffect] {
        [.close(push.number), .log(PushLogEntry(push.notification, event, detail, at: now))]
    }

    // MARK: Deadlines

    private mutating func put(_ entry: Entry) {
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
    private mutating func plan() {
        while let first = deadlines.min, !counts(first) { deadlines.removeMin() }
        if deadlines.count > 2 * entries.count + Self.compactionFloor { deadlines = Heap(deadlines.unordered.filter(counts)) }
        nextDeadline = deadlines.min?.date
    }

    private func counts(_ deadline: Deadline) -> Bool { entries[deadline.number]?.deadline == deadline.date }
}

// Answers of the engine when widgets were asked to reload for a push.
extension PushLedger {
    /// Until when a push waits for the budget of a widget; nil: none does.
    public func waits(for widget: WidgetID) -> Timestamp? {
        (byWidget[widget] ?? []).compactMap { entries[$0] }.filter { $0.waiting.contains(widget) }.compactMap(\.expiration).max()
    }

    /// Widgets were asked to reload for a push.
    /// - Parameters:
    ///   - receipts: what the engine said of each widget; at least one. A reload that is deferred for a budget waits.
    ///   - replaced: the number of a waiting push whose place this push takes in any case; nil: of none.
    public mutating func asked(_ push: OpenPush, _ receipts: [ReloadReceipt], replacing replaced: Int64? = nil, at now: Timestamp) -> [PushEffect] {
        asked(Entry(push: push), receipts, replacing: replaced, at: now)
    }

    /// The widgets that were still unserved by a push that waited were asked to reload for it.
    /// - Parameter receipts: what the engine said of each; none: all that was unserved is being served.
    public mutating func asked(_ held: HeldPush, _ receipts: [ReloadReceipt], at now: Timestamp) -> [PushEffect] {
        var entry = held.entry
        entry.unserved = []
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
            // A push that a launch for another cause serves in part goes on waiting on disk, as ``launched(_:at:)`` says.
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

    /// The outcome of a push for which nothing is to be done.
    private func outcome(_ receipts: [ReloadReceipt], servedBy: String?) -> (PushLogEntry.Event, String) {
        if let servedBy { return (.coalesced, "\(servedBy) waits longer and serves it too") }
        // A reload that is kept and doesn't wait for a budget waits for a retry, which comes without it.
        if let coalesced = receipts.first(where: { $0.outcome == .coalesced || $0.outcome == .deferred }) {
            return (.coalesced, ReloadRule(name: coalesced.rule)?.sentence ?? coalesced.rule)
        }
        guard let denied = receipts.first else { return (.discarded, "no widget takes it") }
        let rule = ReloadRule(name: denied.rule)
        let isOnce = rule == .budget || rule == .minimumSpacing || rule == .backoff
        return (.discarded, (isOnce ? "it can't go now, and is tried once (apns-expiration): " : "") + (rule?.sentence ?? denied.rule))
    }
}

// Pushes that may wait, and do until the daemon wakes anyway.
extension PushLedger {
    /// Keeps a push, which is on disk since it arrived, until the daemon wakes anyway. At most one is kept for the widgets of an app.
    /// - Parameter targets: the widgets that take it; at least one.
    public mutating func hold(_ push: OpenPush, for targets: some Sequence<WidgetID>, until date: Timestamp, at now: Timestamp) -> [PushEffect] {
        var push = push
        push.heldUntil = date
        var effects: [PushEffect] = []
        for other in held.compactMap({ entries[$0]?.push }) where other.notification.address == push.notification.address {
            guard replaces(push, other) else {
                // Reloads that have begun already began before this push came.
                forget(other.number)
                enter(Entry(push: other, unserved: Set(targets)))
                return end(push, .coalesced, "\(other.notification.id) waits longer and serves it too", at: now)
            }
            push.heldUntil = min(date, other.heldUntil ?? date)
            forget(other.number)
            effects += end(other, .coalesced, "\(push.notification.id) came after it and serves it too", at: now)
        }
        enter(Entry(push: push, unserved: Set(targets)))
        let reason = "priority \(push.notification.priority): the push is delivered when the daemon next wakes"
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
            guard var entry = entries[number], entry.unserved.remove(widget) != nil else { continue }
            entry.serving.insert(widget)
            if entry.unserved.isEmpty {
                held.remove(number)
                entry.push.heldUntil = nil
                // On disk the push waits until it ends. The record doesn't tell of a launch that began for another cause, so a start asks again.
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
        (byWidget[widget] ?? []).lazy.compactMap { entries[$0] }.first { $0.unserved.contains(widget) }?.push
    }
}

/// A push that waited for a wake-up, and is to be tried now.
public struct HeldPush: Sendable {
    fileprivate let entry: PushLedger.Entry

    public var push: OpenPush { entry.push }
    /// Widgets that are to be asked for: no launch of them has begun since it came.
    public var unserved: Set<WidgetID> { entry.unserved }
    /// No reload that began meanwhile has served it, or is about to.
    public var isWhole: Bool { entry.serving.isEmpty && !entry.isServed }
}
