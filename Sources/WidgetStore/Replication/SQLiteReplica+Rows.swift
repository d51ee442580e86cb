internal import GRDB
public import WidgetCore

// Shared rows of the tables that this version knows.
extension SQLiteReplica {
    public func clocks(_ row: RowKey) throws -> FieldClocks? {
        if let clocks = hand.clocks(row) { return clocks }
        let table = try table(row)
        let found = try table.clocks(db)
        found.bind(1, row.id)
        guard try found.step() else { return nil }
        let clocks = FieldClocks(bytes: found.blob(0))
        // Rows of devices change seldom, and the database is asked who is a member.
        guard !table.table.isOfDevices else { return clocks }
        hand.note(row, clocks)
        return clocks
    }

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

    public mutating func update(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) throws {
        if !hand.update(row, cells, clocks) { try write(row, cells, clocks) }
    }

    /// Writes what is in hand: at the end, and before anything reads of rows more than that they are there.
    func writeHand() throws {
        for row in hand.rows where row.isChanged { try write(row.key, row.cells, row.clocks) }
        hand.dropAll()
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

    public mutating func remove(_ row: RowKey) throws {
        hand.drop(row)
        let remove = try table(row).remove(db)
        remove.bind(1, row.id)
        try remove.run()
        noteRemoved(row)
    }

    public func rows(after row: RowKey?, limit: Int) throws -> [(row: RowKey, cells: [StampedCell])] {
        try writeHand()
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
        if let held = hand.takeChanges(of: row) { try write(row, held.cells, held.clocks) }
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
    /// What a field that was never written holds.
    var defaultValue: CellValue {
        switch self {
        case .integer: .integer(0)
        case .text: .text("")
        case .blob: .blob([])
        }
    }
}
