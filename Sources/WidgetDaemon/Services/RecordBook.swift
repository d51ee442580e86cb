import Synchronization
import WidgetCore
import WidgetStore

/// The newest reload record of each widget, as the engine gave it.
///
/// A transaction takes records from here when it runs, not when it was asked for: whatever the order in which transactions come to the disk, none of them puts an
/// older record over a newer one.
final class RecordBook: Sendable {
    private let records = Mutex<[WidgetID: ReloadRecord]>([:])

    func put(_ effects: [ReloadEffect]) {
        records.withLock { records in
            for case .persist(let id, let record) in effects { records[id] = record }
        }
    }

    func forget(_ id: WidgetID) { records.withLock { $0[id] = nil } }

    /// Writes the records of these widgets as they are now.
    func write(_ ids: some Sequence<WidgetID>, to transaction: inout StoreTransaction) throws {
        for id in ids {
            if let record = records.withLock({ $0[id] }) { try transaction.setReloadRecord(id, record) }
        }
    }
}

extension [ReloadEffect] {
    /// The widgets whose records they change.
    var recorded: Set<WidgetID> {
        var ids: Set<WidgetID> = []
        for case .persist(let id, _) in self { ids.insert(id) }
        return ids
    }
}
