import Foundation
import GRDB
import Testing
import WidgetCore

@testable import WidgetStore

/// A store of an earlier version, whose pages have no checksums, gets them in one transaction.
@Suite("Power cuts while a store gets its checksums", .serialized)
struct ConversionTests {
    init() throws { try FaultyDisk.install() }

    @Test("whenever the power goes, the next start has every row, and every page its checksum")
    func powerCut() async throws {
        let place = try StorePlace()
        let rows = try await makeOldStore(at: place)
        try place.keepAsGround()
        var operation = 1
        while true {
            try place.reset()
            FaultyDisk.watch(place.directory)
            FaultyDisk.arm(.powerCut, at: operation)
            if let store = try? place.open(place.directory) { store.close() }
            let hasStruck = FaultyDisk.hasStruck
            for seed in 0..<UInt64(4) {
                _ = FaultyDisk.writeRemains(seed: seed < 2 ? seed : seed &+ UInt64(operation) << 32, to: try place.prepareRemains())
                let store = try place.open(place.remains)
                let found = try tables(store)
                store.close()
                #expect(found == rows, "power cut at operation \(operation), seed \(seed)")
                let database = place.remains + "/widgetd.sqlite"
                let pages = try DatabasePages(database: database, log: database + "-wal")
                #expect(pages.haveChecksums && pages.damage().isEmpty, "power cut at operation \(operation), seed \(seed)")
            }
            FaultyDisk.unwatch()
            guard hasStruck else { break }
            operation += 1
        }
        #expect(operation > 50)
    }

    /// Makes a store as version 12 left it.
    /// - Returns: its rows.
    private func makeOldStore(at place: StorePlace) async throws -> [String: Set<String>] {
        let new = try place.open(place.directory)
        for number in 0..<40 { try await new.write { try $0.put(.sample(number)) } }
        let rows = try tables(new)
        new.close()
        try copy(rows.keys.filter { $0 != "grdb_migrations" }, into: place.directory + "/widgetd.sqlite")
        return rows
    }

    /// Puts a database of version 12 with the same rows in the place of one.
    private func copy(_ tables: [String], into path: String) throws {
        let old = try DatabaseQueue(path: path + ".old")
        try Schema.migrator.migrate(old, upTo: "\(Schema.firstWithChecksums - 1)")
        try old.writeWithoutTransaction { db in
            try db.execute(sql: "ATTACH ? AS new", arguments: [path])
            // Later versions have more tables and columns.
            for table in try tables.filter({ try db.tableExists($0, in: "main") }) {
                let columns = try db.columns(in: table, in: "main").map { "\"\($0.name)\"" }.joined(separator: ", ")
                try db.execute(sql: "INSERT INTO main.\"\(table)\"(\(columns)) SELECT \(columns) FROM new.\"\(table)\"")
            }
            try db.execute(sql: "DETACH new; PRAGMA journal_mode = WAL")
        }
        try old.close()
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
        chmod(path, 0o600)
        #expect(try !DatabasePages(database: path, log: path + "-wal").haveChecksums)
    }

    private func tables(_ store: WidgetStore) throws -> [String: Set<String>] {
        try store.read { db in
            var found: [String: Set<String>] = [:]
            for name in try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'") {
                let columns = try db.columns(in: name).map { "quote(\"\($0.name)\")" }.joined(separator: " || ' ' || ")
                found[name] = Set(try String.fetchAll(db, sql: "SELECT \(columns) FROM \"\(name)\""))
            }
            return found
        }
    }
}
