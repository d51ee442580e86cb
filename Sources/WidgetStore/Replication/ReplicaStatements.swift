internal import WidgetCore
internal import WidgetReplication

/// The statements of ``SQLiteReplica`` on one connection, each prepared once. Only the holder of that connection uses them.
final class ReplicaStatements {
    let schema: SharedSchema
    /// Table n's at index n - 1.
    let tables: [TableStatements]
    /// The last place that was given in the log. It only counts up while the store is open, also where the log was emptied: links remember places.
    var lastPlace: Int64 = 0
    var recentLog = RecentLog()

    /// The begin of a transaction that takes the database's lock at once, for which it may wait for another program, and of one that takes it at its first
    /// write.
    let beginWriting = CachedStatement("BEGIN IMMEDIATE TRANSACTION")
    let beginReading = CachedStatement("BEGIN DEFERRED TRANSACTION")
    let commit = CachedStatement("COMMIT TRANSACTION")
    let updateVector = CachedStatement("UPDATE vector SET seq = ?2, hlc = ?3, closed_at = ?4, floor = ?5, top = ?6 WHERE origin = ?1")
    let appendLog = CachedStatement("INSERT INTO log(lseq, origin, seq, hlc, frame) VALUES(?1, ?2, ?3, ?4, ?5)")
    let appendChain = CachedStatement("INSERT INTO chain(origin, seq, hash) VALUES(?1, ?2, ?3) ON CONFLICT(origin, seq) DO UPDATE SET hash = ?3")
    let readChain = CachedStatement("SELECT seq, hash FROM chain WHERE origin = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3")
    let readLog = CachedStatement(
        """
        SELECT l.lseq, l.origin, l.seq, l.hlc, c.hash, l.frame FROM log l JOIN chain c ON c.origin = l.origin AND c.seq = l.seq WHERE l.lseq > ?1
        ORDER BY l.lseq LIMIT ?2
        """)
    let tombstone = CachedStatement("SELECT hlc, origin, seq FROM tombstone WHERE tbl = ?1 AND id = ?2")
    let hidden = CachedStatement("SELECT col, val, hlc, origin, seq FROM hidden WHERE tbl = ?1 AND id = ?2 ORDER BY col")
    let owned = CachedStatement(#"SELECT counter, value FROM owned WHERE device = ?1 AND "set" = ?2 AND id = ?3"#)
    let setOwned = CachedStatement(
        """
        INSERT INTO owned(device, "set", id, incarnation, counter, value) VALUES(?1, ?2, ?3, ?4, ?5, ?6)
        ON CONFLICT(device, "set", id) DO UPDATE SET incarnation = ?4, counter = ?5, value = ?6
        """)
    let saveSet = CachedStatement(
        """
        INSERT INTO owned_set(device, "set", incarnation, counter, digest) VALUES(?1, ?2, ?3, ?4, ?5)
        ON CONFLICT(device, "set") DO UPDATE SET incarnation = ?3, counter = ?4, digest = ?5
        """)

    init(_ schema: SharedSchema) {
        self.schema = schema
        tables = schema.tables.map { TableStatements($0) }
    }

    /// Call when the entries of the log behind a place were rolled back.
    func rollBackLog(after place: Int64) {
        lastPlace = place
        recentLog.cut(after: place)
    }

    /// Finalizes all statements, before the connection closes.
    func drop() {
        let statements = [
            beginWriting, beginReading, commit, updateVector, appendLog, appendChain, readChain, readLog, tombstone, hidden, owned, setOwned, saveSet,
        ]
        for statement in statements { statement.drop() }
        for table in tables { table.drop() }
    }
}

/// The statements of one table of shared rows.
final class TableStatements {
    let table: SharedSchema.Table
    let clocks: CachedStatement
    let insert: CachedStatement
    let remove: CachedStatement
    let row: CachedStatement
    let page: CachedStatement
    /// By the columns that they write: bit n for column n.
    private var updates: [UInt64: CachedStatement] = [:]
    private var last: (columns: UInt64, update: CachedStatement)?

    init(_ table: SharedSchema.Table) {
        self.table = table
        let columns = table.columns.map(\.name)
        let list = columns.joined(separator: ", ")
        let values = columns.indices.map { "?\($0 + 3)" }.joined(separator: ", ")
        clocks = CachedStatement("SELECT clk FROM \(table.name) WHERE id = ?1")
        insert = CachedStatement("INSERT INTO \(table.name)(id, clk, \(list)) VALUES(?1, ?2, \(values))")
        remove = CachedStatement("DELETE FROM \(table.name) WHERE id = ?1")
        row = CachedStatement("SELECT clk, \(list) FROM \(table.name) WHERE id = ?1")
        page = CachedStatement("SELECT id, clk, \(list) FROM \(table.name) WHERE id > ?1 ORDER BY id LIMIT ?2")
    }

    /// The statement that writes these columns: the clocks are parameter 2, column n is parameter n + 2.
    func update(_ columns: UInt64) -> CachedStatement {
        if let last, last.columns == columns { return last.update }
        let update = updates[columns] ?? CachedStatement(updateSQL(columns))
        updates[columns] = update
        last = (columns, update)
        return update
    }

    private func updateSQL(_ columns: UInt64) -> String {
        let changes = table.columns.enumerated().filter { columns & 1 << UInt64($0.offset + 1) != 0 }.map { ", \($0.element.name) = ?\($0.offset + 3)" }
        return "UPDATE \(table.name) SET clk = ?2\(changes.joined()) WHERE id = ?1"
    }

    /// Those that write, as they were used so far.
    var written: [String] { ([insert, remove] + updates.values).map(\.sql) }

    func drop() {
        for statement in [clocks, insert, remove, row, page] + updates.values { statement.drop() }
    }
}
