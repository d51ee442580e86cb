internal import GRDB
public import WidgetCore

// What isn't a row, or not yet: tombstones, fields that wait, edits that lost.
extension SQLiteReplica {
    public func tombstone(_ row: RowKey) throws -> Stamp? {
        let found = try statements.tombstone(db)
        found.bind(1, row.table)
        found.bind(2, row.id)
        return try found.step() ? found.stamp(0) : nil
    }

    public mutating func bury(_ row: RowKey, _ stamp: Stamp) throws {
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

    public func hidden(_ row: RowKey) throws -> [StampedCell] {
        let rows = try statements.hidden(db)
        rows.bind(1, row.table)
        rows.bind(2, row.id)
        var cells: [StampedCell] = []
        while try rows.step() { cells.append(StampedCell(Cell(column: Int(rows.integer(0)), rows.value(1)), rows.stamp(2))) }
        return cells
    }

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

    public mutating func note(loser cell: StampedCell, of row: RowKey, against winner: Stamp) throws {
        // Two who wrote the same don't disagree.
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
    /// Binds what keys are to come after, as parameters 1 and 2.
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
