import Synchronization
import WidgetCore
import WidgetStore

/// Rows that wait for the next commit: decisions, the widgets whose reload records have changed, results of pushes. A change's own commit takes all that has
/// gathered, since what explains the change stands last; what no change waits for is written in parts.
struct PendingWrites {
    private(set) var decisions: [Decision] = []
    private(set) var recorded: Set<WidgetID> = []
    /// Results of pushes.
    private(set) var pushes: [PushEffect] = []

    /// Where the device is, if that has changed.
    var locality: StoredLocality?

    var isEmpty: Bool { decisions.isEmpty && recorded.isEmpty && pushes.isEmpty && locality == nil }

    mutating func append(_ decision: Decision) { decisions.append(decision) }

    /// The record of this widget has changed.
    mutating func record(_ id: WidgetID) { recorded.insert(id) }

    mutating func append(_ effects: [PushEffect]) { pushes += effects }

    /// Everything that waits; nothing waits afterwards.
    mutating func take() -> PendingWrites {
        defer { self = PendingWrites() }
        return self
    }

    /// The oldest decisions, at most so many, and records; the rest waits on. A widget's record goes with the last decision about it: with an earlier one, a
    /// kill before the next part would leave
    /// on disk what a reload did without why.
    mutating func take(atMost count: Int) -> PendingWrites {
        guard decisions.count > count || recorded.count > count else { return take() }
        var part = PendingWrites()
        part.decisions = Array(decisions.prefix(count))
        decisions.removeFirst(part.decisions.count)
        let ready = recorded.subtracting(decisions.lazy.map(\.widget))
        part.recorded = ready.intersection(part.decisions.lazy.map(\.widget))
        // Those that no decision that waits is about.
        part.recorded.formUnion(ready.subtracting(part.recorded).prefix(count - part.recorded.count))
        recorded.subtract(part.recorded)
        (part.pushes, part.locality) = (pushes, locality)
        (pushes, locality) = ([], nil)
        return part
    }

    /// Puts back what could not be written, before what has come since; of the decisions the newest ``DaemonLimits/waitingDecisions``.
    mutating func putBack(_ unwritten: PendingWrites) {
        decisions = Array((unwritten.decisions + decisions).suffix(DaemonLimits.waitingDecisions))
        recorded.formUnion(unwritten.recorded)
        pushes = unwritten.pushes + pushes
        locality = locality ?? unwritten.locality
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
/// A transaction takes records from here when it runs, not when it was asked for.
/// So no transaction puts an older record over a newer one, whatever the order in which they come to the disk.
final class ReloadRecordCache: Sendable {
    private struct Entry {
        var record: ReloadRecord
        /// How many records of the widget have been put here.
        var version = 1
    }

    private let records = Mutex<[WidgetID: Entry]>([:])

    func put(_ newest: [WidgetID: ReloadRecord]) {
        records.withLock { records in
            for (id, record) in newest { records[id] = Entry(record: record, version: (records[id]?.version ?? 0) + 1) }
        }
    }

    /// Rises with each record of the widget that is put here; 0: none has been.
    func version(of id: WidgetID) -> Int { records.withLock { $0[id]?.version ?? 0 } }

    /// Nil: none was put here after `version`.
    func record(of id: WidgetID, after version: Int) -> ReloadRecord? {
        records.withLock { $0[id].flatMap { $0.version > version ? $0.record : nil } }
    }

    func forget(_ id: WidgetID) { records.withLock { $0[id] = nil } }

    /// Writes the records of these widgets as they are now.
    func write(_ ids: some Sequence<WidgetID>, to transaction: inout StoreTransaction) throws {
        for id in ids {
            if let record = record(of: id) { try transaction.setReloadRecord(id, record) }
        }
    }

    /// Nil: none has been put here.
    private func record(of id: WidgetID) -> ReloadRecord? { records.withLock { $0[id]?.record } }
}

extension [ReloadEffect] {
    /// The widgets whose records they change.
    var recorded: Set<WidgetID> {
        var ids: Set<WidgetID> = []
        for case .persist(let id, _) in self { ids.insert(id) }
        return ids
    }
}
