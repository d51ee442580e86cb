internal import GRDB
internal import WidgetCore
internal import WidgetReplication

/// Copies what can be read of a damaged database into a new one, and names what can't.
///
/// A row is copied only from pages whose checksums are right, so that nothing wrong is ever shown or passed on. Rows that other devices have too come again
/// from them: the sums of the contents differ then, or a set's version says that it isn't whole.
struct Salvage {
    /// The rows that were copied, and those that were lost.
    struct Outcome: Sendable {
        var rows = 0
        /// Lost rows, a line of text each.
        var lost: [String] = []
        /// Whether the new store is the same replica. If not, it begins as an empty one.
        var keepsReplica = false
    }

    /// Lost rows that are named one by one.
    private static let mostNames = 100
    /// The tables by which a device knows where it stands. With a part of one missing, a number would be used twice, or a revoked device trusted again.
    private static let bookkeeping = ["meta", "origin", "vector", "revocation"]
    /// Keys of `meta` that belong to the replica.
    private static let replicaKeys: [StoredColumn] = ["origin", "shared_schema"].map { .text(Array($0.utf8)) }

    private let pages: any PageSource
    private let db: Database
    /// The first page of each table of the damaged database.
    private let roots: [String: Int]
    private var outcome = Outcome()
    private var damagedTables: Set<String> = []
    private var unnamed = 0

    /// - Parameters:
    ///   - damaged: the database that was set aside, with its write-ahead log beside it. Nobody has it open.
    ///   - db: the new database, with the same schema and no rows, within a transaction.
    ///   - now: when contents that nobody names any more were released.
    /// - Throws: SQLite's errors for the new database.
    static func copy(from damaged: String, to db: Database, now: Timestamp) throws -> Outcome {
        guard let pages = try? DatabasePages(database: damaged, log: damaged + "-wal", haveChecksums: true) else {
            return Outcome(lost: ["everything: its first page is damaged"])
        }
        var salvage = try Salvage(pages, db)
        try salvage.copyTables(from: damaged)
        if salvage.outcome.keepsReplica { try SalvagedReplica(db: db).settle(hasWholeLog: !salvage.hasLost(["log", "chain"]), now: now) }
        if salvage.unnamed > 0 { salvage.outcome.lost.append("and \(salvage.unnamed) more") }
        return salvage.outcome
    }

    /// Names the rows that a damaged database has lost, and copies nothing.
    /// - Parameter db: a database with the same schema, such as the damaged one.
    static func lostRows(of pages: any PageSource, schema db: Database) throws -> [String] {
        var salvage = try Salvage(pages, db)
        for name in try salvage.tableNames() { try salvage.read(name, SalvagedTable(name, db)) { _ in } }
        if salvage.unnamed > 0 { salvage.outcome.lost.append("and \(salvage.unnamed) more") }
        return salvage.outcome.lost
    }

    private init(_ pages: any PageSource, _ db: Database) throws {
        (self.pages, self.db) = (pages, db)
        var roots: [String: Int] = [:]
        // Each row: type, name, the table's name, its first page, its SQL.
        var reader = TableRows(pages) { record in
            if record.columns.count >= 4, case .text(let name) = record.columns[1], case .integer(let root) = record.columns[3],
                record.columns[0] == .text(Array("table".utf8))
            {
                roots[String(decoding: name, as: UTF8.self)] = Int(root)
            }
        }
        try reader.read(from: 1)
        self.roots = roots
    }

    private mutating func copyTables(from damaged: String) throws {
        outcome.keepsReplica = try Self.bookkeeping.allSatisfy { try isWhole($0) }
        if !outcome.keepsReplica { try beginAnew(damaged) }
        for name in try tableNames() where outcome.keepsReplica || !Schema.replicatedTables.contains(name) { try copy(name) }
    }

    private mutating func beginAnew(_ damaged: String) throws {
        var text = "what this device knew of others: it begins anew, and others must be paired with it again"
        try copy("widget")
        outcome.rows = 0
        do {
            if let widgets = try SalvagedWidgets.move(from: db, besides: damaged) {
                text += "; after that `widgetctl import \(widgets.path)` places the \(widgets.count) widgets that could be read"
                if widgets.secrets > 0 { text += ", but for the values of \(widgets.secrets) secret parameters: set them again" }
            }
        } catch let error as WidgetError {
            text += "; its widgets couldn't be written beside it (\(error.message)), and are in \(damaged) alone"
        }
        outcome.lost.insert(text, at: 0)
    }

    private func isWhole(_ table: String) throws -> Bool {
        guard let root = roots[table] else { return false }
        var reader = TableRows(pages) { _ in }
        try reader.read(from: root)
        return reader.damaged.isEmpty
    }

    private func hasLost(_ tables: Set<String>) -> Bool { !damagedTables.isDisjoint(with: tables) }

    private func tableNames() throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations' ORDER BY name")
    }

    private mutating func copy(_ name: String) throws {
        let table = try SalvagedTable(name, db)
        let insert = try db.makeStatement(sql: table.insertion)
        let keepsReplica = outcome.keepsReplica
        var rows = 0
        try read(name, table) { record in
            if !keepsReplica, name == "meta", let key = record.columns.first, Self.replicaKeys.contains(key) { return }
            try table.insert(record, insert)
            rows += 1
        }
        outcome.rows += rows
    }

    /// Reads a table's rows, and names those that are lost.
    private mutating func read(_ name: String, _ table: SalvagedTable, take: @escaping (StoredRecord) throws -> Void) throws {
        guard let root = roots[name] else { return lose("the table \(name)", of: name) }
        var lost: [StoredRecord] = []
        var reader = TableRows(pages, take: take)
        reader.name = { lost.append($0) }
        try reader.read(from: root)
        for record in lost { lose(table.describe(record), of: name) }
        if reader.losesUnknown { lose("rows of the table \(name) that can't be named", of: name) }
    }

    private mutating func lose(_ text: String, of table: String) {
        damagedTables.insert(table)
        if outcome.lost.count < Self.mostNames { outcome.lost.append(text) } else { unnamed += 1 }
    }
}
