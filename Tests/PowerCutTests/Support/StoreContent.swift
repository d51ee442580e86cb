import CCrashVFS
import Foundation
import GRDB
import GRDBSQLite
import WidgetCore
import WidgetReplication

@testable import WidgetStore

/// All that a store holds, as one digest for each table: two runs of the same steps must give the same.
struct StoreContent: Hashable, Sendable {
    private var tables: [String: UInt64] = [:]

    /// Reads on the connection that reads.
    init(_ store: WidgetStore) throws {
        tables = try store.read { db in
            // Which tables a statement touches, which GRDB asks of each, takes longer than running it.
            sqlite3_set_authorizer(db.sqliteConnection, nil, nil)
            var tables: [String: UInt64] = [:]
            try db.inTransaction(.deferred) {
                for table in try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'") {
                    // Contents that come together are numbered in any order: their numbers say nothing.
                    let isContent = table.hasPrefix("content")
                    let rows =
                        isContent
                        ? "digest, media_type, refs, released_at, bytes FROM content JOIN content_data ON id = data ORDER BY digest"
                        : #"* FROM "\#(table)""#
                    let digest = crash_rows_digest(db.sqliteConnection, "SELECT " + rows)
                    guard digest != 0 else { throw Violation("\(table) can't be read") }
                    tables[table] = digest
                }
                return .commit
            }
            return tables
        }
    }

    /// The tables in which the two differ.
    func differences(from other: StoreContent) -> [String] {
        Set(tables.keys).union(other.tables.keys).filter { tables[$0] != other.tables[$0] }.sorted()
    }
}

extension WidgetStore {
    /// The rules of the store that don't hold: SQLite's, that its numbers have no gaps and agree, and that rows that belong together are together.
    func brokenRules() throws -> [String] {
        let position = position.withLock { $0 }
        return try read { db in
            var broken: [String] = []
            let integrity = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? ""
            if integrity != "ok" { broken.append("integrity: \(integrity)") }
            // One query: preparing them costs more than running them.
            let rules = Self.rules(origin: position.own.rawValue, sequence: position.origins[position.own].sequence)
            let sql = "SELECT " + rules.map { "(\($0.sql))" }.joined(separator: ", ")
            if let answers = try Row.fetchOne(db, sql: sql) {
                for (rule, answer) in zip(rules, answers.databaseValues) where answer != 1.databaseValue { broken.append(rule.name) }
            }
            let counters = try Row.fetchAll(db, sql: #"SELECT device, "set", counter FROM owned_set"#).map {
                (Data.fromDatabaseValue($0[0] as DatabaseValue).map(Array.init) ?? [], $0[1] as Int64, $0[2] as Int64)
            }
            for (device, set, counter) in counters {
                let key = DeviceID(bytes: device).map { OwnedKey(device: $0, set: Int(set)) }
                guard key.flatMap({ position.owned[$0]?.counter }) != counter else { continue }
                broken.append("the writer knows the version of owned set \(set)")
            }
            return broken + (try Self.wrongReferences(db))
        }
    }

    private static func rules(origin: UInt16, sequence: Int64) -> [(name: String, sql: String)] {
        [
            ("the vector is where the writer is", "SELECT seq = \(sequence) FROM vector WHERE origin = \(origin)"),
            (
                "the log has no gap and ends where the vector is",
                """
                SELECT count(l.seq) = v.seq - v.floor AND coalesce(max(l.seq), v.floor) = v.seq AND coalesce(max(l.hlc), v.hlc) = v.hlc
                FROM vector v LEFT JOIN log l ON l.origin = v.origin WHERE v.origin = \(origin)
                """
            ),
            (
                "each owned set is at its newest row's version",
                #"SELECT count(*) = 0 FROM owned_set s WHERE counter <> (SELECT max(counter) FROM owned o WHERE o.device = s.device AND o."set" = s."set")"#
            ),
            (
                "only placed widgets have timelines and reload records",
                """
                SELECT NOT EXISTS(SELECT 1 FROM owned WHERE "set" = 2 AND value IS NOT NULL AND id NOT IN (SELECT id FROM widget))
                    AND NOT EXISTS(SELECT 1 FROM reload_record WHERE widget NOT IN (SELECT id FROM widget))
                """
            ),
            ("no removed widget is placed", "SELECT NOT EXISTS(SELECT 1 FROM tombstone JOIN widget USING(id))"),
            (
                "each content has its bytes, and no bytes are without one",
                """
                SELECT (SELECT count(*) FROM content) = (SELECT count(*) FROM content_data)
                    AND NOT EXISTS(SELECT 1 FROM content WHERE data NOT IN (SELECT id FROM content_data))
                """
            ),
        ]
    }

    /// Contents whose count isn't that of the timelines that name them.
    private static func wrongReferences(_ db: Database) throws -> [String] {
        var counts: [ContentDigest: Int] = [:]
        for value in try Data.fetchAll(db, sql: #"SELECT value FROM owned WHERE "set" = 2 AND value IS NOT NULL"#) {
            for digest in try TimelineCoding.contents(Array(value)) { counts[digest, default: 0] += 1 }
        }
        for row in try Row.fetchAll(db, sql: "SELECT digest, refs FROM content") {
            guard let digest = ContentDigest(bytes: Array(row[0] as Data)) else { return ["a content's digest has 32 bytes"] }
            if counts.removeValue(forKey: digest) ?? 0 != row[1] { return ["content \(digest) is named as often as it says"] }
        }
        return counts.isEmpty ? [] : ["\(counts.count) contents that timelines name aren't there"]
    }
}
