import Testing
import WidgetCore
import WidgetReplication

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
        func begins(_ ids: Set<[UInt8]>) throws -> Bool {
            var changes = ReplicaChanges()
            changes.owned = [OwnedKey(device: store.device, set: OwnedSet.timelines.rawValue): ids]
            return try store.statementsRead { _ = try store.read(changes) }.contains { $0.hasPrefix("BEGIN") }
        }
        #expect(try begins([WidgetID.sample(1).bytes, WidgetID.sample(2).bytes]))
        #expect(try !begins([WidgetID.sample(1).bytes]))
    }
}

@Suite("A change of another device, read after it came")
struct RemoteChangeReadingTests {
    let place: TestStore
    let store: WidgetStore
    var peer: Peer

    init() throws {
        place = try TestStore()
        store = try place.open()
        peer = Peer(1, at: place.now)
    }

    /// - Returns: what the edit changed, as those who show it are told.
    private mutating func edit() async throws -> ReplicaChanges {
        try await peer.send([try peer.introduction(), try peer.transaction([.insert(.sample(1), name: "old"), .insert(.sample(2))])], to: store)
        return try await peer.send([try peer.transaction([.update(.sample(1), [3: .text("new")])])], to: store).1
    }

    private func name(_ changes: ReplicaChanges) throws -> String? { try store.read(changes).widgets[.sample(1)]??.name }

    @Test("is as it was changed since, here or by the peer", arguments: [true, false])
    mutating func changedSince(isHere: Bool) async throws {
        let changes = try await edit()
        if isHere {
            try await store.write { try $0.put(.sample(1, name: "newest"), insteadOf: .sample(1, name: "new")) }
        } else {
            try await peer.send([try peer.transaction([.update(.sample(1), [3: .text("newest")])])], to: store)
        }
        #expect(try name(changes) == "newest")
        try await store.write { try $0.remove(.sample(1)) }
        #expect(try store.read(changes).widgets == [.sample(1): nil])
    }

    @Test("is read with more rows than it changed, and after another change")
    mutating func others() async throws {
        let first = try await edit()
        var both = first
        both.rows.insert(RowKey(table: SharedSchema.widget, id: RowID(WidgetID.sample(2))))
        #expect(try store.read(both).widgets.count == 2)
        try await peer.send([try peer.transaction([.update(.sample(2), [3: .text("other")])])], to: store)
        #expect(try name(first) == "new")
    }
}
