internal import SwiftProtobuf
internal import WidgetCore
internal import WidgetReplication

extension ProtoSnapshotPlace {
    init(_ place: SnapshotPlace) {
        self.init()
        section = UInt32(place.section.rawValue)
        if let key = place.row { row = .init(key) }
        origin = UInt32(clamping: place.origin)
        sequence = UInt64(clamping: place.sequence)
    }
}

extension SnapshotPlace {
    init(_ proto: ProtoSnapshotPlace) throws(ReplicationFault) {
        guard let section = Section(rawValue: Int(proto.section)) else { throw .malformed("section \(proto.section) of a snapshot") }
        self.init(section: section, row: proto.hasRow ? try .init(proto.row) : nil, origin: Int(proto.origin), sequence: try .init(sequence: proto.sequence))
    }
}

extension ProtoSnapshotRowKey {
    init(_ key: RowKey) {
        self.init()
        table = UInt32(clamping: key.table)
        row = .init(WidgetID(key.id).bytes)
    }
}

extension RowKey {
    init(_ proto: ProtoSnapshotRowKey) throws(ReplicationFault) {
        guard let id = WidgetID(bytes: proto.row) else { throw .malformed("a row's id of \(proto.row.count) bytes instead of 16") }
        self.init(table: Int(proto.table), id: RowID(id))
    }
}

extension ProtoSnapshotPart {
    init(_ page: SnapshotPage, _ vector: [OriginState]) {
        self.init()
        origins = page.origins.map(ProtoReplicaOrigin.init)
        rows = page.rows.map(ProtoSnapshotRow.init)
        hidden = page.hidden.map(ProtoSnapshotRow.init)
        tombstones = page.tombstones.map(ProtoSnapshotRow.init)
        chains = page.chains.map { chain in
            .with {
                $0.origin = UInt32(chain.origin.rawValue) - 1
                $0.first = UInt64(clamping: chain.first)
                $0.hashes = chain.hashes.map(\.rawValue)
            }
        }
        next = .init(page.next)
        self.vector = vector.map(ProtoOriginPosition.init)
    }
}

extension SnapshotPage {
    init(_ proto: ProtoSnapshotPart) throws(ReplicationFault) {
        self.init(next: try .init(proto.next))
        for origin in proto.origins { origins.append(try Origin(origin)) }
        try Self.check(rows: proto.rows.count + proto.hidden.count + proto.tombstones.count)
        guard origins.count < Int(UInt16.max) else { throw .malformed("\(origins.count) origins in one page") }
        for row in proto.rows { rows.append(try Row(row)) }
        for row in proto.hidden { hidden.append(try Row(row)) }
        for row in proto.tombstones { tombstones.append(try Row(row)) }
        for chain in proto.chains {
            chains.append(
                Chain(
                    origin: OriginNumber(rawValue: UInt16(clamping: chain.origin) &+ 1), first: try .init(sequence: chain.first),
                    hashes: chain.hashes.map(ChainHash.init(rawValue:))))
        }
    }
}

extension SnapshotPage {
    /// Checks the number of rows before they are read: a page of 4 MiB could have a hundred thousand.
    static func check(rows: Int) throws(ReplicationFault) {
        guard rows <= ReplicationLimits.snapshotRowsPerPage else {
            throw .malformed("a snapshot's page of more than \(ReplicationLimits.snapshotRowsPerPage) rows")
        }
    }
}

extension SnapshotPage.Row {
    /// Checks the number of cells: one for each field, and one that says that the row was inserted.
    static func check(cells: Int) throws(ReplicationFault) {
        guard cells <= ReplicationLimits.columnsPerRow + 1 else {
            throw .malformed("a snapshot's row of more than \(ReplicationLimits.columnsPerRow) fields")
        }
    }
}

// Devices write and read rows by hand (`Snapshot+Bytes.swift`). This code must agree with that, and tests compare the two. It also reads a message that has
// something beside its page.

extension ProtoSnapshotRow {
    init(_ row: SnapshotPage.Row) {
        self.init()
        key = .init(row.row)
        cells = row.cells.map(ProtoSnapshotCell.init)
    }
}

extension SnapshotPage.Row {
    init(_ proto: ProtoSnapshotRow) throws(ReplicationFault) {
        try Self.check(cells: proto.cells.count)
        var cells: [StampedCell] = []
        for cell in proto.cells { cells.append(try StampedCell(cell)) }
        self.init(row: try .init(proto.key), cells: cells)
    }
}

extension ProtoSnapshotCell {
    init(_ cell: StampedCell) {
        self.init()
        column = UInt32(clamping: cell.cell.column)
        clock = cell.stamp.clock.rawValue
        origin = UInt32(cell.stamp.origin.rawValue) - 1
        sequence = UInt64(clamping: cell.stamp.sequence)
        switch cell.cell.value {
        case .integer(let value): integer = value
        case .text(let value): text = value
        case .blob(let value): blob = .init(value)
        }
    }
}

extension StampedCell {
    init(_ proto: ProtoSnapshotCell) throws(ReplicationFault) {
        let value: CellValue
        switch proto.value {
        case .integer(let integer): value = .integer(integer)
        case .text(let text): value = .text(text)
        case .blob(let blob): value = .blob(Array(blob))
        case nil: throw .malformed("a field without a value")
        }
        self.init(
            Cell(column: Int(proto.column), value),
            Stamp(
                clock: try .init(checked: proto.clock), origin: OriginNumber(rawValue: UInt16(clamping: proto.origin) &+ 1),
                sequence: try .init(sequence: proto.sequence)))
    }
}
