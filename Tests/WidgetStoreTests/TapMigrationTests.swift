import Foundation
import GRDB
import Testing
import WidgetCore

@testable import WidgetStore

@Suite("A store of version 8, which knew less of a tap")
struct TapMigrationTests {
    /// As version 8 was first given to anyone. It never changes.
    private static let columns = ["control", "key", "is_on", "caller", "outcome", "reason", "until", "date"]

    /// - Parameter isLater: of a program that made version 8 with the column that version 9 adds.
    @Test("opens, and what was remembered of taps is there", arguments: [false, true])
    func opens(isLater: Bool) async throws {
        let place = try TestStore()
        mkdir(place.directory, 0o700)
        let sql = try #require(Bundle.module.url(forResource: "version1", withExtension: "sql", subdirectory: "Fixtures"))
        let old = try DatabaseQueue(path: place.database)
        try await old.writeWithoutTransaction { try $0.execute(sql: String(contentsOf: sql, encoding: .utf8)) }
        try Schema.migrator.migrate(old, upTo: "8")
        #expect(try await old.read { try $0.columns(in: "control_key").map(\.name) } == Self.columns)
        let control = WidgetID.sample(1)
        try await old.write { db in
            if isLater { try db.execute(sql: "ALTER TABLE control_key ADD COLUMN is_unanswered INTEGER NOT NULL DEFAULT 1") }
            try db.execute(
                sql: "INSERT INTO control_key(control, key, is_on, caller, outcome, reason, until, date) VALUES(?, 'a', 1, 'laptop', 2, '', NULL, 5)",
                arguments: [Data(control.bytes)])
        }
        try old.close()
        let (store, report) = try place.openWithReport()
        #expect(report.migratedFrom == 8)
        let state = try store.load()
        #expect(state.damaged.isEmpty && state.controlRecords.map(\.key) == ["a"] && state.controlRecords.map(\.isUnanswered) == [isLater])
        #expect(state.widgets.count == 3)
    }
}
