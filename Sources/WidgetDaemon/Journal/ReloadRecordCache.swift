import Synchronization
import WidgetCore
import WidgetStore

/// The newest reload record of each widget, as the engine gave it.
///
/// A transaction takes records from here when it runs, not when it was asked for.
/// So no transaction puts an older record over a newer one, whatever the order in which they come to the disk.
final class ReloadRecordCache: Sendable {
    private let records = Mutex<[WidgetID: ReloadRecord]>([:])

    func put(_ newest: [WidgetID: ReloadRecord]) { records.withLock { $0.merge(newest) { _, new in new } } }

    func forget(_ id: WidgetID) { records.withLock { $0[id] = nil } }

    /// Writes the records of these widgets as they are now.
    func write(_ ids: some Sequence<WidgetID>, to transaction: inout StoreTransaction) throws {
        for id in ids {
            if let record = record(of: id) { try transaction.setReloadRecord(id, record) }
        }
    }

    /// Nil: none has been put here.
    func record(of id: WidgetID) -> ReloadRecord? { records.withLock { $0[id] } }
}

extension [ReloadEffect] {
    /// The widgets whose records they change.
    var recorded: Set<WidgetID> {
        var ids: Set<WidgetID> = []
        for case .persist(let id, _) in self { ids.insert(id) }
        return ids
    }
}
