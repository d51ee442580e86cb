import GRDB
import Synchronization
import Testing
import WidgetCore

@testable import WidgetStore

@Suite("What a commit changed, read anew")
struct ChangesReadingTests {
    let place: TestStore
    let store: WidgetStore
    init() throws {
        place = try TestStore()
        store = try place.open()
    }

    private var isInTransaction: Bool { store.connections.reader.unsafeRead { $0.isInsideTransaction } }

    @Test("a read that fails leaves no transaction behind")
    func failure() throws {
        var changes = ReplicaChanges()
        changes.rows = [RowKey(table: SharedSchema.widget, id: RowID(high: 1, low: 1)), RowKey(table: SharedSchema.widget, id: RowID(high: 1, low: 2))]
        #expect(try store.read(changes).widgets.count == 2)
        #expect(!isInTransaction)
        try store.execute("ALTER TABLE widget RENAME TO gone")
        #expect(throws: WidgetError.self) { try store.read(changes) }
        #expect(!isInTransaction)
    }

    @Test("several rows are read as of one moment, also of one set; a single one needs no transaction")
    func moment() throws {
        let statements = Mutex<[String]>([])
        store.connections.reader.unsafeRead { db in
            db.trace(options: .statement) { event in
                if case .statement(let statement) = event { statements.withLock { $0.append(statement.sql) } }
            }
        }
        func begins(_ ids: Set<[UInt8]>) throws -> Bool {
            statements.withLock { $0 = [] }
            var changes = ReplicaChanges()
            changes.owned = [OwnedKey(device: store.device, set: OwnedSet.timelines.rawValue): ids]
            _ = try store.read(changes)
            return statements.withLock { $0.contains { $0.hasPrefix("BEGIN") } }
        }
        #expect(try begins([WidgetID.sample(1).bytes, WidgetID.sample(2).bytes]))
        #expect(try !begins([WidgetID.sample(1).bytes]))
    }
}
