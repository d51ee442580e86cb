import DequeModule
import Synchronization
package import WidgetCore
package import WidgetStore

/// Rows that wait for the next commit: decisions, the widgets whose reload records have changed, results of pushes. The commit of a change takes everything
/// that waits, since the change's explanation is the last row. Rows without a change are written in parts.
struct PendingWrites {
    private(set) var decisions = Deque<Decision>()
    /// How many decisions about each widget wait.
    private var counts: [WidgetID: Int] = [:]
    /// The widgets whose records have changed: those about which decisions wait, and the others.
    private var explained: Set<WidgetID> = []
    private var unexplained: Set<WidgetID> = []
    /// Results of pushes.
    private(set) var pushes: [PushEffect] = []

    /// Where the device is, if that has changed.
    var locality: StoredLocality?

    /// The widgets whose records have changed.
    var recorded: Set<WidgetID> { explained.union(unexplained) }

    var isEmpty: Bool { decisions.isEmpty && explained.isEmpty && unexplained.isEmpty && pushes.isEmpty && locality == nil }

    mutating func append(_ decision: Decision) {
        decisions.append(decision)
        counts[decision.widget, default: 0] += 1
        if unexplained.remove(decision.widget) != nil { explained.insert(decision.widget) }
    }

    /// The record of this widget has changed.
    mutating func record(_ id: WidgetID) { if counts[id] == nil { unexplained.insert(id) } else { explained.insert(id) } }

    mutating func append(_ effects: [PushEffect]) { pushes += effects }

    /// Takes everything that waits.
    mutating func take() -> PendingWrites {
        defer { self = PendingWrites() }
        return self
    }

    /// Takes the oldest decisions, at most `count`, and their records; the rest goes on waiting. A widget's record goes with the last decision about it. With
    /// an earlier decision, a kill before the next part would leave a reload's effect on disk without its explanation.
    mutating func take(atMost count: Int) -> PendingWrites {
        guard decisions.count > count || explained.count + unexplained.count > count else { return take() }
        var part = PendingWrites()
        while part.decisions.count < count, let decision = takeDecision() { part.append(decision) }
        for widget in part.counts.keys where counts[widget] == nil { if explained.remove(widget) != nil { part.record(widget) } }
        // The records of widgets about which no decision waits.
        for widget in Array(unexplained.prefix(count - part.explained.count)) {
            unexplained.remove(widget)
            part.record(widget)
        }
        (part.pushes, part.locality) = (pushes, locality)
        (pushes, locality) = ([], nil)
        return part
    }

    private mutating func takeDecision() -> Decision? {
        guard let decision = decisions.popFirst(), let others = counts[decision.widget] else { return nil }
        counts[decision.widget] = others > 1 ? others - 1 : nil
        return decision
    }

    /// Puts rows that couldn't be written back, before the newer ones. Only the newest ``DaemonCoreLimits/waitingDecisions`` decisions are kept.
    mutating func putBack(_ unwritten: PendingWrites) {
        var whole = PendingWrites()
        for decision in (Array(unwritten.decisions) + decisions).suffix(DaemonCoreLimits.waitingDecisions) { whole.append(decision) }
        for widget in unwritten.recorded.union(recorded) { whole.record(widget) }
        whole.pushes = unwritten.pushes + pushes
        whole.locality = locality ?? unwritten.locality
        self = whole
    }

    func write(to transaction: inout StoreTransaction, from book: ReloadRecordCache) throws {
        try book.write(recorded, to: &transaction)
        try transaction.write(pushes)
        for decision in decisions { try transaction.append(decision) }
        if let locality { try transaction.setLocality(locality) }
    }
}

/// The newest reload record of each widget, as the engine gave it.
///
/// A transaction takes the records from here when it runs. So no transaction replaces a newer record by an older one, in whatever order the transactions run.
package final class ReloadRecordCache: Sendable {
    private struct Entry {
        var record: ReloadRecord
        /// How many records of the widget have been put here.
        var version = 1
    }

    private let records = Mutex<[WidgetID: Entry]>([:])

    package func put(_ newest: [WidgetID: ReloadRecord]) {
        records.withLock { records in
            for (id, record) in newest { records[id] = Entry(record: record, version: (records[id]?.version ?? 0) + 1) }
        }
    }

    /// Rises with each record of the widget that is put here; 0: none has been.
    package func version(of id: WidgetID) -> Int { records.withLock { $0[id]?.version ?? 0 } }

    /// Nil: none was put here after `version`.
    package func record(of id: WidgetID, after version: Int) -> ReloadRecord? {
        records.withLock { $0[id].flatMap { $0.version > version ? $0.record : nil } }
    }

    package func forget(_ id: WidgetID) { records.withLock { $0[id] = nil } }

    /// Writes the records of these widgets as they are now.
    package func write(_ ids: some Sequence<WidgetID>, to transaction: inout StoreTransaction) throws {
        for id in ids {
            if let record = record(of: id) { try transaction.setReloadRecord(id, record) }
        }
    }

    /// Nil: none has been put here.
    private func record(of id: WidgetID) -> ReloadRecord? { records.withLock { $0[id]?.record } }
}

extension [ReloadEffect] {
    /// The widgets whose records they change.
    package var recorded: Set<WidgetID> {
        var ids: Set<WidgetID> = []
        for case .persist(let id, _) in self { ids.insert(id) }
        return ids
    }
}
