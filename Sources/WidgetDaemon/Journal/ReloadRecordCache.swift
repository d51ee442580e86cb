import Synchronization
import WidgetCore
import WidgetStore

/// The newest reload record of each widget, as the engine gave it.
///
/// A transaction takes records from here when it runs, not when it was asked for: whatever the order in which transactions come to the disk, none of them puts
/// an
/// older record over a newer one.
final class ReloadRecordCache: Sendable {
    private struct Page {
        var record: ReloadRecord
        /// Counts its changes.
        var version: UInt64
    }

    private let records = Mutex<[WidgetID: Page]>([:])

    func put(_ newest: [WidgetID: ReloadRecord]) {
        records.withLock { records in
            for (id, record) in newest where records[id]?.record != record { records[id] = Page(record: record, version: (records[id]?.version ?? 0) + 1) }
        }
    }

    func forget(_ id: WidgetID) { records.withLock { $0[id] = nil } }

    /// Writes the records of these widgets as they are now.
    func write(_ ids: some Sequence<WidgetID>, to transaction: inout StoreTransaction) throws {
        for id in ids {
            if let page = records.withLock({ $0[id] }) { try transaction.setReloadRecord(id, page.record) }
        }
    }

    /// Changes with each record of the widget that is put here.
    func version(of id: WidgetID) -> UInt64 { records.withLock { $0[id]?.version ?? 0 } }

    /// Writes what a launch that ends leaves behind, before the engine is told that it has ended. Where something came in between, what is newest is written:
    /// the launch
    /// counts as not served then, until the engine has been told.
    func write(_ record: ReloadRecord, of id: WidgetID, ifStill version: UInt64, to transaction: inout StoreTransaction) throws {
        let page = records.withLock { $0[id] }
        if let page, page.version != version { return try transaction.setReloadRecord(id, page.record) }
        try transaction.setReloadRecord(id, record)
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
