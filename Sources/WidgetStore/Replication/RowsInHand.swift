internal import WidgetCore

/// Rows that a transaction has read to change them, and what it changes in them: one that is changed many times, as in all that a device missed while it was away, is read once and
/// written once. At most ``StoreLimits/rowsInHand``.
final class RowsInHand {
    struct Row {
        let key: RowKey
        var clocks: FieldClocks
        /// What is to be written; each column once.
        var cells: [Cell] = []
        var isChanged = false
    }

    /// In the order in which they were taken.
    private(set) var rows: [Row] = []
    private var places: [RowKey: Int] = [:]
    /// The place of the row that was asked for last: it is changed next.
    private var last = 0

    /// A row's clocks as they now are; nil: it isn't in hand.
    func clocks(_ row: RowKey) -> FieldClocks? { place(of: row).map { rows[$0].clocks } }

    /// Takes a row as the database has it.
    func take(_ row: RowKey, _ clocks: FieldClocks) {
        last = rows.count
        places[row] = last
        rows.append(Row(key: row, clocks: clocks))
    }

    /// - Returns: false: it isn't in hand.
    func update(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) -> Bool {
        guard let place = place(of: row) else { return false }
        rows[place].change(cells, clocks)
        return true
    }

    /// What is to be written of a row, which stays in hand as it is written; nil: nothing is.
    func takeChanges(of row: RowKey) -> Row? {
        guard let place = place(of: row), rows[place].isChanged else { return nil }
        let held = rows[place]
        rows[place] = Row(key: row, clocks: held.clocks)
        return held
    }

    /// A row is gone: nothing of it is written.
    func drop(_ row: RowKey) {
        guard let place = place(of: row) else { return }
        rows[place].isChanged = false
        places[row] = nil
        last = rows.count
    }

    func dropAll() {
        rows = []
        places = [:]
    }

    private func place(of row: RowKey) -> Int? {
        if last < rows.count, rows[last].key == row { return last }
        guard let place = places[row] else { return nil }
        last = place
        return place
    }
}

extension RowsInHand.Row {
    fileprivate mutating func change(_ changed: [Cell], _ clocks: FieldClocks) {
        self.clocks = clocks
        isChanged = true
        guard !cells.isEmpty else { return cells = changed }
        for cell in changed {
            if let index = cells.firstIndex(where: { $0.column == cell.column }) { cells[index] = cell } else { cells.append(cell) }
        }
    }
}
