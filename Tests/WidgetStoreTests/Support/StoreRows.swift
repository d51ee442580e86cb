import GRDB

@testable import WidgetStore

/// All rows of a store as text, by table: to be compared with those of another one.
struct StoreRows: Equatable {
    private(set) var tables: [String: Set<String>] = [:]

    /// The tables that say where a device stands. They change when a device begins a new life.
    private static let ofLife: Set = ["origin", "vector", "log", "chain", "owned_set", "meta", "content", "device"]

    /// - Throws: DATA_LOSS where a page is damaged.
    init(_ store: WidgetStore) throws {
        tables = try store.read { db in
            var found: [String: Set<String>] = [:]
            let names = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
            for name in names {
                // A device's own rows are numbered again in a new life.
                let columns = try db.columns(in: name).map(\.name).filter { name != "owned" || !["incarnation", "counter"].contains($0) }
                let text = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")
                found[name] = Set(try String.fetchAll(db, sql: "SELECT \(text) FROM \"\(name)\""))
            }
            return found
        }
    }

    /// Rows that `other` doesn't have, of the tables that say what a user has.
    func missing(from other: StoreRows) -> [String] {
        tables.filter { !Self.ofLife.contains($0.key) }.flatMap { table, rows in
            rows.subtracting(other.tables[table] ?? []).map { "\(table): \($0)" }
        }
    }
}
