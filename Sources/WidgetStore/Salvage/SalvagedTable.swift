internal import GRDB
internal import WidgetCore
internal import WidgetReplication

/// A table of the new database, and how its rows lie in a record.
struct SalvagedTable {
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
