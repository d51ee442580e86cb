internal import WidgetCore

// How one change is merged into the rows. The rules are the same for this device's changes, a peer's, a snapshot's and a closed fork's. So the order of the
// changes doesn't matter.

extension Replica {
    /// Applies one operation, with one stamp for all its fields. Within one transaction the later operation wins.
    /// - Parameter clocks: the row's clocks, where the caller has just read them.
    mutating func apply(_ operation: RowOperation, _ stamp: Stamp, _ clocks: FieldClocks? = nil) throws {
        switch operation.change {
        case .delete: try insertTombstone(operation.row, stamp)
        case .insert(let cells): try merge(operation.row, [.born(stamp)] + cells.map { StampedCell($0, stamp) }, isOperation: true)
        case .update(let cells):
            // Nearly every change is this: an edit of a row that is here.
            if let table = schema.table(operation.row.table), var clocks = try clocks ?? storage.clocks(operation.row) {
                try merge(operation.row, cells, table, &clocks, isOperation: true) { _ in stamp }
            } else {
                try merge(operation.row, cells.map { StampedCell($0, stamp) }, isOperation: true)
            }
        }
    }

    /// Deletes a row for good. The greatest stamp of several deletes is kept, so that all devices keep the same.
    mutating func insertTombstone(_ row: RowKey, _ stamp: Stamp) throws {
        if let clocks = try storage.clocks(row) {
            if position.digest != nil {
                for column in 0..<clocks.count { if let old = clocks[column] { position.digest?.remove(row, column, old, position.origins) } }
            }
            try storage.remove(row)
            noteChange(of: row)
        }
        let hidden = try storage.hidden(row)
        if !hidden.isEmpty { try setHidden(row, [], instead: hidden) }
        if let earlier = try storage.tombstone(row), !position.origins.wins(stamp, over: earlier) { return }
        try storage.insertTombstone(row, stamp)
    }

    /// Merges fields into a row: in each field the greater stamp wins. A row that isn't here is inserted if the fields have the mark of its insert. Otherwise
    /// the fields are kept hidden until the insert comes.
    /// - Parameter isOperation: whether the fields are an operation's. Then they win over an earlier operation of the same transaction.
    mutating func merge(_ row: RowKey, _ cells: [StampedCell], isOperation: Bool = false) throws {
        guard let table = schema.table(row.table) else {
            // The table is a newer device's. Its rows stay hidden until a schema knows them.
            guard try storage.tombstone(row) == nil else { return }
            return try hide(row, cells)
        }
        if var clocks = try storage.clocks(row) {
            return try merge(row, cells.map(\.cell), table, &clocks, isOperation: isOperation) { cells[$0].stamp }
        }
        // A deleted row never comes back.
        guard try storage.tombstone(row) == nil else { return }
        guard cells.contains(where: { $0.cell.column == StampedCell.birth }) else { return try hide(row, cells) }
        try insert(row, cells, table, hidden: try storage.hidden(row))
    }

    /// - Parameter stamp: gives the stamp of the cell at an index.
    private mutating func merge(
        _ row: RowKey, _ cells: [Cell], _ table: SharedSchema.Table, _ clocks: inout FieldClocks, isOperation: Bool, stamp: (Int) -> Stamp
    ) throws {
        // The fields that the row takes, and those that wait for a newer schema.
        var (won, unknown): ([Cell]?, [StampedCell]) = (nil, [])
        var isChanged = false
        for (index, cell) in cells.enumerated() {
            let (column, stamp) = (cell.column, stamp(index))
            var isTaken = false
            defer { if isTaken { won?.append(cell) } else if won == nil { won = Array(cells[..<index]) } }
            guard column <= table.columns.count else {
                unknown.append(StampedCell(cell, stamp))
                continue
            }
            if let current = clocks[column] {
                guard position.origins.wins(stamp, over: current) || (isOperation && stamp == current) else {
                    if notesLosers, table.editing == .free, table.hasConflicts, stamp != current, column != StampedCell.birth {
                        try storage.note(loser: StampedCell(cell, stamp), of: row, against: current)
                    }
                    continue
                }
                position.digest?.remove(row, column, current, position.origins)
            }
            position.digest?.add(row, column, stamp, position.origins)
            clocks[column] = stamp
            isChanged = true
            isTaken = column != StampedCell.birth
        }
        if isChanged {
            try storage.update(row, won ?? cells, clocks)
            noteChange(of: row)
        }
        if !unknown.isEmpty { try hide(row, unknown) }
    }

    /// - Parameter hidden: the fields that wait for the row.
    mutating func insert(_ row: RowKey, _ cells: [StampedCell], _ table: SharedSchema.Table, hidden: [StampedCell]) throws {
        if !hidden.isEmpty { try setHidden(row, [], instead: hidden) }
        let isInOrder = zip(cells, cells.dropFirst()).allSatisfy { $0.cell.column < $1.cell.column }
        let fields = hidden.isEmpty && isInOrder ? cells : merged(hidden, cells)
        let known = fields.filter { $0.cell.column <= table.columns.count }
        var clocks = FieldClocks()
        for field in known {
            clocks[field.cell.column] = field.stamp
            position.digest?.add(row, field.cell.column, field.stamp, position.origins)
        }
        try storage.insert(row, known.filter { $0.cell.column != StampedCell.birth }.map(\.cell), clocks)
        noteChange(of: row)
        if known.count < fields.count { try hide(row, fields.filter { $0.cell.column > table.columns.count }) }
    }

    /// Keeps fields whose row or column isn't here yet.
    private mutating func hide(_ row: RowKey, _ cells: [StampedCell]) throws {
        let hidden = try storage.hidden(row)
        try setHidden(row, merged(hidden, cells), instead: hidden)
    }

    mutating func setHidden(_ row: RowKey, _ cells: [StampedCell], instead old: [StampedCell]) throws {
        guard cells != old else { return }
        if position.digest != nil {
            for cell in old { position.digest?.remove(row, cell.cell.column, cell.stamp, position.origins) }
            for cell in cells { position.digest?.add(row, cell.cell.column, cell.stamp, position.origins) }
        }
        try storage.setHidden(row, cells)
    }

    /// Merges fields, in the order of the columns. The greater stamp of each column is kept, or the later field where the stamps are equal.
    private func merged(_ a: [StampedCell], _ b: [StampedCell]) -> [StampedCell] {
        var fields: [Int: StampedCell] = [:]
        for cell in a + b {
            if let other = fields[cell.cell.column], other.stamp != cell.stamp, !position.origins.wins(cell.stamp, over: other.stamp) { continue }
            fields[cell.cell.column] = cell
        }
        return fields.values.sorted { $0.cell.column < $1.cell.column }
    }

    /// Merges hidden fields that this schema knows. It is called once, when a version with a newer schema has opened the store.
    /// - Throws: the storage's errors.
    public mutating func settleHidden() throws {
        var last: RowKey?
        while case let page = try storage.hiddenRows(after: last, limit: Self.page), let end = page.last?.row {
            for (row, cells) in page where schema.table(row.table) != nil {
                guard try cells.contains(where: { $0.cell.column == StampedCell.birth }) || storage.clocks(row) != nil else { continue }
                try setHidden(row, [], instead: cells)
                try merge(row, cells)
            }
            last = end
        }
    }
}
