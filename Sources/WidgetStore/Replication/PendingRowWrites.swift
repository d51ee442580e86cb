internal import WidgetCore
internal import WidgetReplication

/// A transaction's changes of rows that it changes more than once, as when a device catches up after it was away. Such a row is written at its first change and
/// then at the end. It is written earlier if it must be read whole meanwhile, or if there are too many. Most transactions change a row once, and write it at
/// once.
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
    /// A bit for each row that was read, chosen by the last bytes of its id. Two rows may share a bit; then the second row is held back at its first change,
    /// which does no harm. Empty: none was read.
    private var seen: [UInt64] = []

    /// Eight bits for each row that may be held back.
    private static let marks = 1 << 14

    private var isFull: Bool { rows.count >= StoreLimits.pendingRows }

    /// The current clocks of a row; nil: the row isn't held back.
    func clocks(_ row: RowKey) -> FieldClocks? { places[row].map { rows[$0].clocks } }

    /// Notes that a row was read to be changed. The second time, its changes are held back from then on, if there is room.
    func note(_ row: RowKey, _ clocks: FieldClocks) {
        guard mark(row.id), !isFull else { return }
        places[row] = rows.count
        rows.append(Row(key: row, clocks: clocks))
    }

    /// - Returns: false: the row isn't held back.
    func update(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) -> Bool {
        guard let place = places[row] else { return false }
        rows[place].change(cells, clocks)
        return true
    }

    /// Removes the changes of a row that are to be written; nil: there are none. Later changes of the row are still held back.
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
