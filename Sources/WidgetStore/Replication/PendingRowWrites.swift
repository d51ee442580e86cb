internal import WidgetCore
internal import WidgetReplication

/// A transaction's changes of rows that it changes more than once, as in all that a device missed while it was away. Such a row is written at its first
/// change and then at the end, unless it is to be read whole meanwhile or there are too many. Most transactions change a row once, and write it as they go.
final class PendingRowWrites {
    struct Row {
        let key: RowKey
        var clocks: FieldClocks
        /// Cells to be written; each column once.
        var cells: [Cell] = []
        var isChanged = false
    }

    /// In the order in which they were taken.
    private(set) var rows: [Row] = []
    private var places: [RowKey: Int] = [:]
    /// A bit for each row that was read, by what its id ends with. Two rows may share one; then the second is taken the first time, which is no fault. Empty:
    /// none was read.
    private var seen: [UInt64] = []

    /// Eight times as many as there may be rows in hand.
    private static let marks = 1 << 14

    private var isFull: Bool { rows.count >= StoreLimits.rowsInHand }

    /// A row's clocks as they now are; nil: it isn't in hand.
    func clocks(_ row: RowKey) -> FieldClocks? { places[row].map { rows[$0].clocks } }

    /// A row was read to be changed. The second time it is taken, as the database has it, where there is room.
    func note(_ row: RowKey, _ clocks: FieldClocks) {
        guard mark(row.id), !isFull else { return }
        places[row] = rows.count
        rows.append(Row(key: row, clocks: clocks))
    }

    /// - Returns: false: it isn't in hand.
    func update(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) -> Bool {
        guard let place = places[row] else { return false }
        rows[place].change(cells, clocks)
        return true
    }

    /// Takes the changes of a row that are to be written. The row stays in hand as it is written; nil: nothing is to be written.
    func takeChanges(of row: RowKey) -> Row? {
        guard let place = places[row], rows[place].isChanged else { return nil }
        let held = rows[place]
        rows[place] = Row(key: row, clocks: held.clocks)
        return held
    }

    /// A row is gone: nothing of it is written.
    func drop(_ row: RowKey) {
        if let place = places.removeValue(forKey: row) { rows[place].isChanged = false }
    }

    func dropAll() {
        rows = []
        places = [:]
        seen = []
    }

    /// - Returns: whether it was marked before.
    private func mark(_ row: RowID) -> Bool {
        let (word, bit) = Int(row.low % UInt64(Self.marks)).quotientAndRemainder(dividingBy: 64)
        if seen.isEmpty { seen = Array(repeating: 0, count: Self.marks / 64) }
        defer { seen[word] |= 1 << UInt64(bit) }
        return seen[word] & 1 << UInt64(bit) != 0
    }
}

extension PendingRowWrites.Row {
    fileprivate mutating func change(_ changed: [Cell], _ clocks: FieldClocks) {
        self.clocks = clocks
        isChanged = true
        guard !cells.isEmpty else { return cells = changed }
        for cell in changed {
            if let index = cells.firstIndex(where: { $0.column == cell.column }) { cells[index] = cell } else { cells.append(cell) }
        }
    }
}
