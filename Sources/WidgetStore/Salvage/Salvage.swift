internal import GRDB
internal import WidgetCore
internal import WidgetReplication

/// Copies what can be read of a damaged database into a new one, and names what can't.
///
/// A row is copied only from pages whose checksums are right, so that nothing wrong is ever shown or passed on. What other devices have too comes again from
/// them: the sums of the contents differ then, or a set's version says that it isn't whole.
struct Salvage {
    /// What became of the rows.
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

    private let pages: DatabasePages
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
        try salvage.copyTables()
        if salvage.outcome.keepsReplica { try SalvagedReplica(db: db).settle(hasWholeLog: !salvage.hasLost(["log", "chain"]), now: now) }
        if salvage.unnamed > 0 { salvage.outcome.lost.append("and \(salvage.unnamed) more") }
        return salvage.outcome
    }

    private init(_ pages: DatabasePages, _ db: Database) throws {
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

    private mutating func copyTables() throws {
        let names = try String.fetchAll(
            db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations' ORDER BY name")
        outcome.keepsReplica = try Self.bookkeeping.allSatisfy { try isWhole($0) }
        if !outcome.keepsReplica { outcome.lost.append("what this device knew of others: it begins anew, and others must be paired with it again") }
        for name in names where outcome.keepsReplica || !Schema.replicatedTables.contains(name) { try copy(name) }
    }

    private func isWhole(_ table: String) throws -> Bool {
        guard let root = roots[table] else { return false }
        var reader = TableRows(pages) { _ in }
        try reader.read(from: root)
        return reader.damaged.isEmpty
    }

    private func hasLost(_ tables: Set<String>) -> Bool { !damagedTables.isDisjoint(with: tables) }

    private mutating func copy(_ name: String) throws {
        guard let root = roots[name] else { return lose("the table \(name)", of: name) }
        let table = try SalvagedTable(name, db)
        let insert = try db.makeStatement(sql: table.insertion)
        var (rows, lost): (Int, [StoredRecord]) = (0, [])
        let keepsReplica = outcome.keepsReplica
        var reader = TableRows(pages) { record in
            if !keepsReplica, name == "meta", let key = record.columns.first, Self.replicaKeys.contains(key) { return }
            try table.insert(record, insert)
            rows += 1
        }
        reader.name = { lost.append($0) }
        try reader.read(from: root)
        outcome.rows += rows
        for record in lost { lose(table.describe(record), of: name) }
        if reader.losesUnknown { lose("rows of the table \(name) that can't be named", of: name) }
    }

    private mutating func lose(_ text: String, of table: String) {
        damagedTables.insert(table)
        if outcome.lost.count < Self.mostNames { outcome.lost.append(text) } else { unnamed += 1 }
    }
}

/// A table of the new database, and how its rows lie in a record.
private struct SalvagedTable {
    let name: String
    /// In the order of a record.
    private let columns: [String]
    /// The column that is the row's id, which its record leaves out.
    private let rowIDColumn: Int?
    private let hasRowIDs: Bool

    init(_ name: String, _ db: Database) throws {
        self.name = name
        let sql = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [name]) ?? ""
        let infos = try Row.fetchAll(db, sql: "SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid", arguments: [name])
        let all: [(name: String, type: String, key: Int)] = infos.map { ($0[0], $0[1], $0[2]) }
        hasRowIDs = !sql.hasSuffix("WITHOUT ROWID")
        // Without row ids the primary key comes first.
        let keys = all.filter { $0.key > 0 }.sorted { $0.key < $1.key }
        columns = hasRowIDs ? all.map(\.name) : keys.map(\.name) + all.filter { $0.key == 0 }.map(\.name)
        rowIDColumn = hasRowIDs && keys.count == 1 && keys[0].type == "INTEGER" ? all.firstIndex { $0.key > 0 } : nil
    }

    /// The row's id is kept in any case: other rows may name it.
    var insertion: String {
        let names = columns.map { "\"\($0)\"" } + (hasRowIDs && rowIDColumn == nil ? ["rowid"] : [])
        return "INSERT OR REPLACE INTO \"\(name)\"(\(names.joined(separator: ", "))) VALUES(\(names.map { _ in "?" }.joined(separator: ", ")))"
    }

    func insert(_ record: StoredRecord, _ statement: Statement) throws {
        let query = Query(statement)
        for index in columns.indices { query.bind(Int32(index + 1), value(index, of: record)) }
        if hasRowIDs, rowIDColumn == nil { query.bind(Int32(columns.count + 1), record.rowID) }
        try query.run()
    }

    private func value(_ index: Int, of record: StoredRecord) -> StoredColumn {
        if index == rowIDColumn { return .integer(record.rowID) }
        return index < record.columns.count ? record.columns[index] : .null
    }

    /// The row in words: for most tables its key.
    func describe(_ record: StoredRecord) -> String {
        func text(_ name: String) -> String { columns.firstIndex(of: name).map { Self.text(value($0, of: record)) } ?? "" }
        switch name {
        case "owned":
            guard case .integer(let number) = columns.firstIndex(of: "set").map({ value($0, of: record) }), let set = OwnedSet(rawValue: Int(number)) else {
                return "a row of a device: \(text("id"))"
            }
            return "\(set) \(text("id")) of device \(text("device").prefix(8))"
        case "content_data": return "the bytes of content \(record.rowID)"
        case "log": return "transaction \(text("seq")) of origin \(text("origin"))"
        default: return "\(name) \(hasRowIDs ? "\(record.rowID)" : columns.first.map { text($0) } ?? "")"
        }
    }

    private static func text(_ column: StoredColumn) -> String {
        switch column {
        case .null: return "null"
        case .integer(let number): return "\(number)"
        case .real(let number): return "\(number)"
        case .text(let bytes): return String(decoding: bytes.prefix(64), as: UTF8.self)
        case .blob(let bytes):
            if let id = WidgetID(bytes: bytes) { return id.description }
            let isText = !bytes.isEmpty && bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
            if isText { return String(decoding: bytes.prefix(64), as: UTF8.self) }
            return bytes.prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
}

extension Query {
    fileprivate func bind(_ index: Int32, _ value: StoredColumn) {
        switch value {
        case .null: bind(index, Int64?.none)
        case .integer(let number): bind(index, number)
        case .real(let number): bind(index, number)
        case .text(let bytes): bind(index, String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): bind(index, bytes)
        }
    }
}
