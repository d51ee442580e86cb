internal import GRDB
internal import WidgetCore
public import WidgetReplication

// Shared rows of the tables that this version knows.
extension SQLiteReplica {
    /// - Throws: SQLite's error; the whole transaction fails then.
    public func clocks(_ row: RowKey) throws -> FieldClocks? {
        if let clocks = pendingWrites.clocks(row) { return clocks }
        let table = try table(row)
        let found = try table.clocks(db)
        found.bind(1, row.id)
        guard try found.step() else { return nil }
        let clocks = FieldClocks(bytes: found.blob(0))
        // Rows of devices are never held back: they change seldom, and queries for the members read them in the database.
        guard !table.table.isOfDevices else { return clocks }
        pendingWrites.note(row, clocks)
        return clocks
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func insert(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) throws {
        let table = try table(row)
        let insert = try table.insert(db)
        insert.bind(1, row.id)
        insert.bind(2, clocks.bytes)
        // A field that its author didn't know.
        for (index, column) in table.table.columns.enumerated() where clocks[index + 1] == nil { insert.bind(Int32(index) + 3, column.kind.defaultValue) }
        for cell in cells { insert.bind(Int32(cell.column) + 2, cell.value) }
        try insert.run()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func update(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) throws {
        if !pendingWrites.update(row, cells, clocks) { try write(row, cells, clocks) }
    }

    /// Writes the changes that were held back: at the end, and before anything reads more of a row than its existence.
    func flushPendingWrites() throws {
        for row in pendingWrites.rows where row.isChanged { try write(row.key, row.cells, row.clocks) }
        pendingWrites.dropAll()
    }

    private func write(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) throws {
        var columns: UInt64 = 0
        for cell in cells { columns |= 1 << UInt64(cell.column) }
        let update = try table(row).update(columns)(db)
        update.bind(1, row.id)
        update.bind(2, clocks.bytes)
        for cell in cells { update.bind(Int32(cell.column) + 2, cell.value) }
        try update.run()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func remove(_ row: RowKey) throws {
        pendingWrites.drop(row)
        let remove = try table(row).remove(db)
        remove.bind(1, row.id)
        try remove.run()
        noteRemoved(row)
    }

    /// - Throws: DATA_LOSS for a row whose id is damaged; else SQLite's error.
    public func rows(after row: RowKey?, limit: Int) throws -> [(row: RowKey, cells: [StampedCell])] {
        try flushPendingWrites()
        var found: [(row: RowKey, cells: [StampedCell])] = []
        for table in statements.tables where table.table.number >= row?.table ?? 0 {
            guard found.count < limit else { break }
            let number = table.table.number
            let rows = try table.page(db)
            if let row, row.table == number { rows.bind(1, row.id) } else { rows.bind(1, [UInt8]()) }
            rows.bind(2, limit - found.count)
            while try rows.step() {
                guard let id = rows.rowID(0) else { throw WidgetError(.dataLoss, "a row of \(table.table.name) whose id hasn't 16 bytes") }
                found.append((RowKey(table: number, id: id), rows.cells(table.table)))
            }
        }
        return found
    }

    /// Which of `cells` the row doesn't hold, and its clocks; nil: there is no such row.
    func differing(_ cells: [Cell], _ row: RowKey) throws -> (cells: [Cell], clocks: FieldClocks)? {
        if let held = pendingWrites.takeChanges(of: row) { try write(row, held.cells, held.clocks) }
        let found = try table(row).row(db)
        found.bind(1, row.id)
        guard try found.step() else { return nil }
        return (cells.filter { !found.holds($0.value, at: Int32($0.column)) }, FieldClocks(bytes: found.blob(0)))
    }
}

extension Query {
    /// The stamped fields of a row: its clocks are in column 1, its columns behind them.
    fileprivate func cells(_ table: SharedSchema.Table) -> [StampedCell] {
        let clocks = FieldClocks(bytes: blob(1))
        var cells: [StampedCell] = []
        cells.reserveCapacity(table.columns.count + 1)
        if let born = clocks[StampedCell.birth] { cells.append(.born(born)) }
        for (index, column) in table.columns.enumerated() {
            guard let stamp = clocks[index + 1] else { continue }
            cells.append(StampedCell(Cell(column: index + 1, value(Int32(index) + 2, column.kind)), stamp))
        }
        return cells
    }
}

extension SharedSchema.ColumnKind {
    /// The value of a field that was never written.
    var defaultValue: CellValue {
        switch self {
        case .integer: .integer(0)
        case .text: .text("")
        case .blob: .blob([])
        }
    }
}

// Rows that aren't shown, or not yet: tombstones, fields that wait, edits that lost.
extension SQLiteReplica {
    /// - Throws: SQLite's error; the whole transaction fails then.
    public func tombstone(_ row: RowKey) throws -> Stamp? {
        let found = try statements.tombstone(db)
        found.bind(1, row.table)
        found.bind(2, row.id)
        return try found.step() ? found.stamp(0) : nil
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func insertTombstone(_ row: RowKey, _ stamp: Stamp) throws {
        let tombstone = try Query(
            """
            INSERT INTO tombstone(tbl, id, hlc, origin, seq) VALUES(?1, ?2, ?3, ?4, ?5)
            ON CONFLICT(tbl, id) DO UPDATE SET hlc = ?3, origin = ?4, seq = ?5
            """, in: db)
        tombstone.bind(1, row.table)
        tombstone.bind(2, row.id)
        tombstone.bind(3, stamp)
        try tombstone.run()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func tombstones(after row: RowKey?, limit: Int) throws -> [(row: RowKey, stamp: Stamp)] {
        let rows = try Query("SELECT tbl, id, hlc, origin, seq FROM tombstone WHERE (tbl, id) > (?1, ?2) ORDER BY tbl, id LIMIT ?3", in: db)
        rows.bind(after: row)
        rows.bind(3, limit)
        var found: [(row: RowKey, stamp: Stamp)] = []
        while try rows.step() { found.append((try rows.rowKey(), rows.stamp(2))) }
        return found
    }

    /// Drops tombstones from before `date`.
    mutating func removeTombstones(before date: Timestamp) throws {
        let old = try Query("DELETE FROM tombstone WHERE hlc < ?1", in: db)
        old.bind(1, Int64(bitPattern: HybridLogicalClock.Reading(date: date).rawValue))
        try old.run()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func hidden(_ row: RowKey) throws -> [StampedCell] {
        let rows = try statements.hidden(db)
        rows.bind(1, row.table)
        rows.bind(2, row.id)
        var cells: [StampedCell] = []
        while try rows.step() { cells.append(StampedCell(Cell(column: Int(rows.integer(0)), rows.value(1)), rows.stamp(2))) }
        return cells
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setHidden(_ row: RowKey, _ cells: [StampedCell]) throws {
        let clear = try Query("DELETE FROM hidden WHERE tbl = ?1 AND id = ?2", in: db)
        clear.bind(1, row.table)
        clear.bind(2, row.id)
        try clear.run()
        for cell in cells {
            let insert = try Query("INSERT INTO hidden(tbl, id, col, val, hlc, origin, seq) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)", in: db)
            insert.bind(1, row.table)
            insert.bind(2, row.id)
            insert.bind(3, cell.cell.column)
            insert.bind(4, cell.cell.value)
            insert.bind(5, cell.stamp)
            try insert.run()
        }
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func hiddenRows(after row: RowKey?, limit: Int) throws -> [(row: RowKey, cells: [StampedCell])] {
        let rows = try Query("SELECT tbl, id, col, val, hlc, origin, seq FROM hidden WHERE (tbl, id) > (?1, ?2) ORDER BY tbl, id, col", in: db)
        rows.bind(after: row)
        var found: [(row: RowKey, cells: [StampedCell])] = []
        while try rows.step() {
            let key = try rows.rowKey()
            if found.last?.row != key {
                if found.count == limit { break }
                found.append((key, []))
            }
            found[found.count - 1].cells.append(StampedCell(Cell(column: Int(rows.integer(2)), rows.value(3)), rows.stamp(4)))
        }
        return found
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func note(loser cell: StampedCell, of row: RowKey, against winner: Stamp) throws {
        // Two devices that wrote the same value aren't in conflict.
        if try differing([cell.cell], row)?.cells.isEmpty == true { return }
        let insert = try Query(
            """
            INSERT OR IGNORE INTO conflict(tbl, id, col, val, hlc, origin, seq, winner_hlc, winner_origin, winner_seq, noted_at)
            VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            """, in: db)
        insert.bind(1, row.table)
        insert.bind(2, row.id)
        insert.bind(3, cell.cell.column)
        insert.bind(4, cell.cell.value)
        insert.bind(5, cell.stamp)
        insert.bind(8, winner)
        insert.bind(11, now().milliseconds)
        try insert.run()
        guard db.changesCount > 0 else { return }
        let newest = db.lastInsertedRowID
        let ofRow = try Query(
            """
            DELETE FROM conflict WHERE tbl = ?1 AND id = ?2 AND number <= coalesce(
                (SELECT number FROM conflict WHERE tbl = ?1 AND id = ?2 ORDER BY number DESC LIMIT 1 OFFSET ?3), 0)
            """, in: db)
        ofRow.bind(1, row.table)
        ofRow.bind(2, row.id)
        ofRow.bind(3, StoreLimits.conflictsPerRow)
        try ofRow.run()
        let inAll = try Query("DELETE FROM conflict WHERE number <= ?1", in: db)
        inAll.bind(1, newest - StoreLimits.conflicts)
        try inAll.run()
    }
}

extension Query {
    /// Binds the key after which rows are read, as parameters 1 and 2.
    fileprivate func bind(after row: RowKey?) {
        bind(1, row?.table ?? 0)
        if let row { bind(2, row.id) } else { bind(2, [UInt8]()) }
    }

    /// The key in columns 0 and 1.
    fileprivate func rowKey() throws -> RowKey {
        guard let id = rowID(1) else { throw WidgetError(.dataLoss, "a row of table \(integer(0)) whose id hasn't 16 bytes") }
        return RowKey(table: Int(integer(0)), id: id)
    }
}
