public import WidgetCore
public import WidgetReplication

extension MemoryReplica {
    public func clocks(_ row: RowKey) throws -> FieldClocks? { rows[row.table]?[row.id]?.clocks }

    public mutating func insert(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) throws {
        try write()
        guard rows[row.table]?[row.id] == nil else { throw Misuse("a row inserted twice") }
        guard bug == .resurrect || tombs[row] == nil else { throw Misuse("a deleted row inserted again") }
        guard clocks[StampedCell.birth] != nil else { throw Misuse("a row without its insert's stamp") }
        rows[row.table, default: [:]][row.id] = Row(values: Dictionary(uniqueKeysWithValues: cells.map { ($0.column, $0.value) }), clocks: clocks)
    }

    public mutating func update(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) throws {
        try write()
        guard var old = rows[row.table]?[row.id] else { throw Misuse("an update of a row that isn't here") }
        var clocks = clocks
        for cell in cells {
            if bug == .mineWinsTie, let mine = old.clocks[cell.column], let new = clocks[cell.column], mine.origin == own, new.origin != own,
                mine.clock == new.clock
            {
                clocks[cell.column] = mine
                continue
            }
            old.values[cell.column] = cell.value
        }
        old.clocks = clocks
        rows[row.table]?[row.id] = old
    }

    public mutating func remove(_ row: RowKey) throws {
        try write()
        guard rows[row.table]?.removeValue(forKey: row.id) != nil else { throw Misuse("a removal of a row that isn't here") }
    }

    public func tombstone(_ row: RowKey) throws -> Stamp? { bug == .resurrect ? nil : tombs[row] }

    public mutating func insertTombstone(_ row: RowKey, _ stamp: Stamp) throws {
        try write()
        guard rows[row.table]?[row.id] == nil, hidden[row] == nil else { throw Misuse("a tombstone beside its row") }
        tombs[row] = stamp
    }

    public func hidden(_ row: RowKey) throws -> [StampedCell] { hidden[row] ?? [] }

    public mutating func setHidden(_ row: RowKey, _ cells: [StampedCell]) throws {
        try write()
        if bug == .dropOrphans, !cells.isEmpty, rows[row.table]?[row.id] == nil, row.table == SharedSchema.widget { return }
        guard tombs[row] == nil || cells.isEmpty || bug == .resurrect else { throw Misuse("hidden fields of a deleted row") }
        hidden[row] = cells.isEmpty ? nil : cells
    }

    public func rows(after row: RowKey?, limit: Int) throws -> [(row: RowKey, cells: [StampedCell])] {
        page(rows.flatMap { table, rows in rows.keys.map { RowKey(table: table, id: $0) } }, after: row, limit).map { ($0, cells(of: $0)) }
    }

    public func hiddenRows(after row: RowKey?, limit: Int) throws -> [(row: RowKey, cells: [StampedCell])] {
        page(Array(hidden.keys), after: row, limit).map { ($0, hidden[$0] ?? []) }
    }

    public func tombstones(after row: RowKey?, limit: Int) throws -> [(row: RowKey, stamp: Stamp)] {
        page(Array(tombs.keys), after: row, limit).compactMap { row in tombs[row].map { (row, $0) } }
    }

    public mutating func note(loser cell: StampedCell, of row: RowKey, against winner: Stamp) throws { losers += 1 }

    /// All fields of a row that have a stamp, the insert's first.
    public func cells(of row: RowKey) -> [StampedCell] {
        guard let found = rows[row.table]?[row.id] else { return [] }
        return (0..<found.clocks.count).compactMap { column in
            guard let stamp = found.clocks[column] else { return nil }
            return column == StampedCell.birth ? .born(stamp) : StampedCell(Cell(column: column, found.values[column] ?? .integer(0)), stamp)
        }
    }

    private func page(_ keys: [RowKey], after row: RowKey?, _ limit: Int) -> [RowKey] {
        (row.map { row in keys.filter { $0 > row } } ?? keys).sorted().prefix(limit).map { $0 }
    }

    /// Forgets what an origin wrote after `sequence`: a planted bug.
    mutating func discard(_ origin: OriginNumber, after sequence: Int64) {
        func isGone(_ stamp: Stamp?) -> Bool { stamp.map { $0.origin == origin && $0.sequence > sequence } ?? false }
        for (table, rows) in rows { self.rows[table] = rows.filter { !isGone($0.value.clocks[StampedCell.birth]) } }
        hidden = hidden.mapValues { $0.filter { !isGone($0.stamp) } }.filter { !$0.value.isEmpty }
        tombs = tombs.filter { !isGone($0.value) }
    }
}

extension MemoryReplica {
    // MARK: Owned rows

    public mutating func save(_ version: OwnedVersion, _ key: OwnedKey) throws {
        try write()
        versions[key] = version
    }

    public func owned(_ key: OwnedKey, _ id: [UInt8]) throws -> OwnedRow? { ownedRows[key]?[id]?.row }

    public mutating func setOwned(_ key: OwnedKey, _ row: OwnedRow, _ incarnation: Incarnation) throws {
        try write()
        ownedRows[key, default: [:]][row.id] = Owned(row: row, incarnation: incarnation)
    }

    public func owned(_ key: OwnedKey, after counter: Int64, limit: Int) throws -> [OwnedRow] {
        (ownedRows[key] ?? [:]).values.map(\.row).filter { $0.counter > counter }.sorted { $0.counter < $1.counter }.prefix(limit).map { $0 }
    }

    public mutating func removeOwned(_ key: OwnedKey, notOf incarnation: Incarnation?) throws {
        try write()
        ownedRows[key] = incarnation.flatMap { life in ownedRows[key]?.filter { $0.value.incarnation == life } }
    }

    // MARK: Members

    public func isKnown(_ device: DeviceID) throws -> Bool {
        (rows[SharedSchema.device] ?? [:]).values.contains { $0.values[1] == .blob(device.bytes) }
    }

    public func isRevoked(_ device: DeviceID) -> Bool {
        (rows[SharedSchema.revocation] ?? [:]).values.contains { $0.values[1] == .blob(device.bytes) }
    }

    public func isMember(_ device: DeviceID) throws -> Bool {
        !isRevoked(device) && (rows[SharedSchema.device] ?? [:]).values.contains { $0.values[1] == .blob(device.bytes) && isNever($0.values[6]) }
    }

    public func members() throws -> [DeviceID] {
        if bug == .collectByAge { return [] }
        return (rows[SharedSchema.device] ?? [:]).values.compactMap { row in
            guard case .blob(let bytes)? = row.values[1], let device = DeviceID(bytes: bytes), !isRevoked(device) else { return nil }
            return isNever(row.values[5]) && isNever(row.values[6]) ? device : nil
        }
    }

    private func isNever(_ date: CellValue?) -> Bool { date ?? .integer(0) == .integer(0) }

    public func acknowledged(by device: DeviceID) throws -> [OriginNumber: Int64] { acknowledged[device] ?? [:] }

    public mutating func setAcknowledged(by device: DeviceID, _ sequences: [OriginNumber: Int64]) throws {
        try write()
        acknowledged[device, default: [:]].merge(sequences) { $1 }
    }

    /// Drops tombstones of what has left the log, as if all had seen them: a planted bug.
    public mutating func dropStableTombstones() {
        tombs = tombs.filter { _, stamp in states[Int(stamp.origin.rawValue) - 1].floor < stamp.sequence }
    }
}
