import Foundation
import GRDB
import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetStore

@Suite("A store of version 1 becomes one of a device")
struct MigrationTests {
    let place: TestStore
    let store: WidgetStore
    let report: OpenReport

    /// As the first release left it: four widgets, one edited, one removed; timelines with archives and an image; an action that was begun.
    init() throws {
        place = try TestStore()
        mkdir(place.directory, 0o700)
        let sql = try #require(Bundle.module.url(forResource: "version1", withExtension: "sql", subdirectory: "Fixtures"))
        let old = try DatabaseQueue(path: place.database)
        try old.writeWithoutTransaction { try $0.execute(sql: String(contentsOf: sql, encoding: .utf8)) }
        try old.close()
        var configuration = place.configuration()
        configuration.device = .sample(9)
        configuration.deviceName = "desk"
        (store, report) = try WidgetStore.open(configuration)
    }

    private func id(_ number: Int) throws -> WidgetID {
        try #require(WidgetID(bytes: [1, 0x8b, 0xcf, 0xe5, 0x68, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number)]))
    }

    @Test("widgets, timelines, kinds, plans, actions and decisions are all there")
    func keepsEverything() throws {
        #expect(report.migratedFrom == 1 && !report.wasMoved)
        let state = try store.load()
        #expect(state.damaged.isEmpty)
        #expect(try state.widgets.map(\.id) == [id(1), id(2), id(4)])
        #expect(state.widgets.map(\.name) == ["widget 1", "kitchen", "widget 4"])
        #expect(state.widgets.allSatisfy { $0.parameters == ["city": .text("Bergen")] })
        #expect(state.widgets.allSatisfy { $0.position == .initial }, "nobody has moved one")
        #expect(state.kinds.map(\.fingerprint) == ["7"])
        #expect(try Set(state.timelines.keys) == [id(1), id(2)])
        #expect(try store.archives(state.timelines.values.flatMap(\.entries).map(\.archive)).count == 3)
        let image = try #require(ContentDigest(bytes: Array(repeating: 7, count: 32)))
        #expect(try store.content(image)?.mediaType == "image/png")
        #expect(try state.reloadRecords[id(2)]?.failures == 2)
        #expect(state.pendingIntents.map(\.key) == ["pending"])
        #expect(try store.decisions(widget: nil, limit: 10).map(\.decision.detail) == ["fixture"])
    }

    @Test("its pages get checksums, and a copy from before is kept, which an earlier version can open")
    func checksums() throws {
        let copy = try #require(report.copyBeforeChecksums)
        let old = try DatabaseQueue(path: copy)
        let (version, widgets, sound) = try old.read { db in
            (
                try Int.fetchOne(db, sql: "PRAGMA user_version"), try Int.fetchOne(db, sql: "SELECT count(*) FROM widget"),
                try String.fetchOne(db, sql: "PRAGMA integrity_check")
            )
        }
        #expect(version == 1 && widgets == 3 && sound == "ok")
        store.close()
        let pages = try DatabasePages(database: place.database, log: place.database + "-wal")
        #expect(pages.haveChecksums && pages.count > 10 && pages.damage().isEmpty)
        let before = try Data(contentsOf: URL(filePath: copy))
        let (again, second) = try WidgetStore.open(place.configuration())
        #expect(second.copyBeforeChecksums == nil && second.migratedFrom == nil)
        #expect(try again.load().widgets.count == 3)
        #expect(try Data(contentsOf: URL(filePath: copy)) == before)
    }

    @Test("it takes pushes, and has none")
    func pushes() async throws {
        let push = try store.load().push
        #expect(push.tokens.isEmpty && push.keys.isEmpty && push.channels.isEmpty && push.open.isEmpty && push.lastNotices.isEmpty)
        let date = place.now
        let line = PushLogEntry(time: date, push: "a", app: "b", type: .widgets, event: .arrived, detail: "")
        try await store.write { try $0.write([.log(line)]) }
        #expect(try store.pushLog(limit: 1).map(\.line) == [line])
    }

    @Test("its only origin is the device's, its next transaction the device's own row, and what was before is no longer in the log")
    func identity() async throws {
        #expect(store.device == .sample(9))
        #expect(try store.devices().map(\.name) == ["desk"])
        let state = try store.load()
        #expect(Set(state.placedOn.values) == [.sample(9)] && state.placedOn.count == 3)
        #expect(try store.values("SELECT seq FROM log") == [7])
        #expect(try store.values("SELECT seq FROM chain ORDER BY seq") == [6, 7])
        #expect(try store.value("SELECT floor FROM vector") == 6)
        store.close()
        let (again, report) = try WidgetStore.open(place.configuration())
        #expect(!report.wasMoved && report.migratedFrom == nil && again.device == .sample(9))
        #expect(try again.value("SELECT seq FROM vector") == 7)
    }

    @Test("the versions of its owned sets are true, and what nobody names any more is swept in time")
    func owned() async throws {
        let (key, device) = (OwnedKey(device: store.device, set: OwnedSet.timelines.rawValue), DeviceID.sample(1))
        let (version, rows) = try await store.replicate { replica in (replica.position.owned[key], try replica.storage.owned(key, after: 0, limit: 10)) }.0
        #expect(version?.counter == 4 && version?.digest == rows.reduce(0) { $0 &+ $1.digest } && device != store.device)
        place.now = place.now + .hours(1)
        let widget = try id(4)
        try await store.write { _ = try $0.setTimeline(widget, .sample([1]), receivedAt: .init(milliseconds: 1)) }
        #expect(try store.value("SELECT count(*) FROM content WHERE refs = 0") == 0)
    }

    @Test("a new device gets all of it by snapshot, with equal digests")
    func snapshot() async throws {
        let other = try TestStore()
        let copy = try other.open()
        try await copy.takeSnapshot(of: store, at: other.now)
        #expect(try copy.load().widgets == store.load().widgets)
        // The copy has its own row too; the store's are the same.
        #expect(
            try copy.rows(after: nil, limit: 100).filter { $0.row.table == SharedSchema.widget }
                == store.rows(after: nil, limit: 100).filter { $0.row.table == SharedSchema.widget })
        #expect(try copy.value("SELECT count(*) FROM tombstone") == 1)
    }
}
