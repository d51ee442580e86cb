internal import WidgetCore

/// Rows that a transaction has read to change them, and what it changes in them: one that is changed many times, as in all that a device missed while it was away, is read once and
/// written once. At most ``StoreLimits/rowsInHand``.
final class RowsInHand {
    struct Row {
        var clocks: FieldClocks
        /// What is to be written; each column once.
        var cells: [Cell] = []
        var isChanged = false
    }

    private(set) var rows: [RowKey: Row] = [:]

    /// A row's clocks as they now are; nil: it isn't in hand.
    func clocks(_ row: RowKey) -> FieldClocks? { rows[row]?.clocks }

    /// Takes a row as the database has it.
    func take(_ row: RowKey, _ clocks: FieldClocks) { rows[row] = Row(clocks: clocks) }

    /// - Returns: false: it isn't in hand.
    func update(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) -> Bool {
        guard let index = rows.index(forKey: row) else { return false }
        rows.values[index].change(cells, clocks)
        return true
    }

    /// What is to be written of a row, which stays in hand as it is written; nil: nothing is.
    func takeChanges(of row: RowKey) -> Row? {
        guard let index = rows.index(forKey: row), rows.values[index].isChanged else { return nil }
        let held = rows.values[index]
        rows.values[index] = Row(clocks: held.clocks)
        return held
    }

    func drop(_ row: RowKey) { rows[row] = nil }

    func dropAll() { rows = [:] }
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
