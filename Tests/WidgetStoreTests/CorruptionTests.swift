import Foundation
import Testing
import WidgetCore

@testable import WidgetStore

@Suite("A corrupt database is set aside, never overwritten")
struct CorruptionTests {
    let place: TestStore
    init() throws { place = try TestStore() }

    /// A store with some rows, ended as a kill would end it: a copy of its files while it is in use.
    private func killedStore() async throws -> String {
        let store = try place.open()
        for number in 0..<200 { try await store.write { try $0.put(.sample(number, name: "widget \(number)")) } }
        try store.execute("PRAGMA wal_checkpoint(PASSIVE)")
        try await store.write { try $0.put(.sample(1_000)) }
        let copy = try place.copyInUse()
        store.close()
        return copy
    }

    private func data(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    private func overwrite(_ path: String, at offset: UInt64, _ bytes: [UInt8]) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    @Test("a file that is no database")
    func notADatabase() async throws {
        mkdir(place.directory, 0o700)
        let garbage = Data("These are not the widgets you are looking for, but some notes of a user's own.".utf8)
        try garbage.write(to: URL(filePath: place.database))
        let (store, report) = try place.openWithReport()
        let aside = try #require(report.corruptStore)
        #expect(aside == place.database + ".corrupt-20231114T221320Z")
        #expect(try data(aside) == garbage)
        #expect(report.isNew && report.corruption != nil)
        try await store.write { try $0.put(.sample(1)) }
        #expect(try store.load().widgets.count == 1)
    }

    @Test("two within the same second get names of their own")
    func sameSecond() throws {
        mkdir(place.directory, 0o700)
        var kept: [String] = []
        for text in ["first", "second", "third"] {
            try Data(text.utf8).write(to: URL(filePath: place.database))
            let (store, report) = try place.openWithReport()
            kept.append(try #require(report.corruptStore))
            store.close()
            unlink(place.database)
        }
        #expect(try kept.map { String(decoding: try data($0), as: UTF8.self) } == ["first", "second", "third"])
    }

    @Test("a database with a damaged page, after a kill: its log is set aside with it, and both stay as they were")
    func damagedPage() async throws {
        let copy = try await killedStore()
        let path = copy + "/widgetd.sqlite"
        // Every page but the first: whichever tables they belong to.
        let size = try data(path).count
        for page in 1..<(size / 4_096) { try overwrite(path, at: UInt64(page) * 4_096, [UInt8](repeating: 0xA5, count: 64)) }
        let (before, log) = (try data(path), try data(path + "-wal"))
        let (store, report) = try WidgetStore.open(place.configuration(copy))
        let aside = try #require(report.corruptStore)
        #expect(report.wasUnclean && report.isNew && report.corruption?.isEmpty == false)
        #expect(try data(aside) == before)
        #expect(try data(aside + "-wal") == log)
        #expect(try store.load().widgets.isEmpty)
    }

    @Test("a sound database that was killed keeps everything")
    func soundAfterKill() async throws {
        let copy = try await killedStore()
        let (store, report) = try WidgetStore.open(place.configuration(copy))
        #expect(report.wasUnclean && report.corruptStore == nil && !report.isNew)
        #expect(try store.load().widgets.count == 201)
    }

    @Test("damage that is met while running: an error that says what to do, and the next start sets the file aside")
    func whileRunning() async throws {
        var store = try place.open()
        for number in 0..<200 { try await store.write { try $0.put(.sample(number, name: "widget \(number)")) } }
        store.close()
        // The end was clean, so the start looks at the header alone, which is sound.
        let size = try data(place.database).count
        let root: Int = try #require(try { try place.open().value("SELECT rootpage FROM sqlite_schema WHERE name = 'widget'") }())
        try #require(root < size / 4_096)
        try overwrite(place.database, at: UInt64(root - 1) * 4_096, [UInt8](repeating: 0xA5, count: 4_096))
        let damaged = try data(place.database)

        store = try place.open()
        let error = try #require(throws: WidgetError.self) { try store.load() }
        #expect(error.code == .dataLoss && error.message.contains(place.database) && error.message.contains("start widgetd again"))
        store.close()

        let (again, report) = try place.openWithReport()
        #expect(try data(try #require(report.corruptStore)) == damaged)
        #expect(!report.isNew && report.rowsKept > 200 && report.lost == ["rows of the table widget that can't be named"])
        #expect(try again.load().widgets.isEmpty)
    }

    @Test("a suspicion that proves wrong costs nothing")
    func falseAlarm() async throws {
        let store = try place.open()
        try await store.write { try $0.put(.sample(1)) }
        store.files.markDamaged()
        store.close()
        let (again, report) = try place.openWithReport()
        #expect(report.corruptStore == nil)
        #expect(try again.load().widgets.count == 1)
        #expect(!StoreFiles.exists(again.files.damageMarker))
    }
}
