// How one change meets what is here. The same for this device's changes, a peer's, a snapshot's and an adopted fork's; so the order in which they come doesn't matter.

extension Replica {
    /// Applies one operation, all of its fields stamped alike.
    mutating func apply(_ operation: RowOperation, _ stamp: Stamp) throws {
        switch operation.change {
        case .delete: try bury(operation.row, stamp)
        case .insert(let cells): try merge(operation.row, cells.map { StampedCell($0, stamp) }, birth: stamp)
        case .update(let cells): try merge(operation.row, cells.map { StampedCell($0, stamp) }, birth: nil)
        }
    }

    /// Deletes a row for good. Of several deletes the greatest stamp is kept, the same everywhere.
    mutating func bury(_ row: RowKey, _ stamp: Stamp) throws {
        if let clocks = try storage.clocks(row) {
            if position.digest != nil {
                for column in 1...max(clocks.count, 1) { if let old = clocks[column] { position.digest?.remove(row, column, old, position.origins) } }
            }
            try storage.remove(row)
            changes.rows.insert(row)
        }
        let hidden = try storage.hidden(row)
        if !hidden.isEmpty { try setHidden(row, [], instead: hidden) }
        if let earlier = try storage.tombstone(row), !position.origins.wins(stamp, over: earlier) { return }
        try storage.bury(row, stamp)
    }

    /// Merges fields into a row: in each the greater stamp wins.
    /// - Parameter birth: not nil: the row is inserted where it isn't here. Otherwise its fields wait, hidden, until it comes.
    mutating func merge(_ row: RowKey, _ cells: [StampedCell], birth: Stamp?) throws {
        guard let table = schema.table(row.table) else {
            // A newer device's table: its rows wait whole for a schema that knows them.
            guard try storage.tombstone(row) == nil else { return }
            return try hide(row, birth.map { [StampedCell(Cell(column: StampedCell.birth, .integer(1)), $0)] + cells } ?? cells)
        }
        if var clocks = try storage.clocks(row) {
            var (won, unknown): ([Cell], [StampedCell]) = ([], [])
            for cell in cells {
                guard cell.cell.column <= table.columns.count else {
                    unknown.append(cell)
                    continue
                }
                if let current = clocks[cell.cell.column] {
                    guard position.origins.wins(cell.stamp, over: current) else {
                        if cell.stamp != current { try storage.note(loser: cell, of: row, against: current) }
                        continue
                    }
                    position.digest?.remove(row, cell.cell.column, current, position.origins)
                }
                position.digest?.add(row, cell.cell.column, cell.stamp, position.origins)
                clocks[cell.cell.column] = cell.stamp
                won.append(cell.cell)
            }
            if !won.isEmpty {
                try storage.update(row, won, clocks)
                changes.rows.insert(row)
            }
            if !unknown.isEmpty { try hide(row, unknown) }
            return
        }
        // Deletes are terminal.
        guard try storage.tombstone(row) == nil else { return }
        guard birth != nil else { return try hide(row, cells) }
        try insert(row, cells, table)
    }

    private mutating func insert(_ row: RowKey, _ cells: [StampedCell], _ table: SharedSchema.Table) throws {
        let hidden = try storage.hidden(row)
        var fields = cells
        if !hidden.isEmpty {
            try setHidden(row, [], instead: hidden)
            fields = merged(hidden.filter { $0.cell.column != StampedCell.birth }, cells)
        }
        let known = fields.filter { $0.cell.column <= table.columns.count }
        var clocks = FieldClocks()
        for field in known {
            clocks[field.cell.column] = field.stamp
            position.digest?.add(row, field.cell.column, field.stamp, position.origins)
        }
        try storage.insert(row, known.map(\.cell), clocks)
        changes.rows.insert(row)
        if known.count < fields.count { try hide(row, fields.filter { $0.cell.column > table.columns.count }) }
    }

    /// Keeps fields that can't be placed yet.
    private mutating func hide(_ row: RowKey, _ cells: [StampedCell]) throws {
        let hidden = try storage.hidden(row)
        try setHidden(row, merged(hidden, cells), instead: hidden)
    }

    mutating func setHidden(_ row: RowKey, _ cells: [StampedCell], instead old: [StampedCell]) throws {
        guard cells != old else { return }
        if position.digest != nil {
            // The mark of a birth isn't a field: a device that knows the table has none.
            for cell in old where cell.cell.column != StampedCell.birth { position.digest?.remove(row, cell.cell.column, cell.stamp, position.origins) }
            for cell in cells where cell.cell.column != StampedCell.birth { position.digest?.add(row, cell.cell.column, cell.stamp, position.origins) }
        }
        try storage.setHidden(row, cells)
    }

    /// Each column once, with the greater stamp, in the order of the columns.
    private func merged(_ a: [StampedCell], _ b: [StampedCell]) -> [StampedCell] {
        var fields: [Int: StampedCell] = [:]
        for cell in a + b {
            if let other = fields[cell.cell.column], !position.origins.wins(cell.stamp, over: other.stamp) { continue }
            fields[cell.cell.column] = cell
        }
        return fields.values.sorted { $0.cell.column < $1.cell.column }
    }

    /// Places what waited for this schema: called once, when a store was opened by a version with a newer one.
    public mutating func settleHidden() throws {
        var last: RowKey?
        while case let page = try storage.hiddenRows(after: last, limit: 500), let end = page.last?.row {
            for (row, cells) in page where schema.table(row.table) != nil {
                let birth = cells.first { $0.cell.column == StampedCell.birth }?.stamp
                guard try birth != nil || storage.clocks(row) != nil else { continue }
                try setHidden(row, [], instead: cells)
                try merge(row, cells.filter { $0.cell.column != StampedCell.birth }, birth: birth)
            }
            last = end
        }
    }
}
