internal import SwiftProtobuf
internal import TTRPCWire
internal import WidgetCore
internal import WidgetReplication

// The rows of `SnapshotPart`, encoded by hand: a row is eight messages, and a new device gets a hundred thousand rows. ``ProtoSnapshotPart`` encodes the rest
// of a page.

extension SnapshotPage {
    /// The page as ``ProtoSnapshotPart`` is encoded.
    func wireBytes(_ vector: [OriginState]) throws -> [UInt8] {
        var (front, back) = (self, self)
        (front.rows, front.hidden, front.tombstones, front.chains) = ([], [], [], [])
        (back.rows, back.hidden, back.tombstones, back.origins) = ([], [], [], [])
        var before = ProtoSnapshotPart(front, [])
        before.clearNext()
        var writer = ProtobufWriter(capacity: (rows.count + hidden.count) * 512 + tombstones.count * 64 + 256)
        writer.append(try before.serializedBytes())
        for row in rows { writer.field(2, row) }
        for row in hidden { writer.field(3, row) }
        for row in tombstones { writer.field(4, row) }
        writer.append(try ProtoSnapshotPart(back, vector).serializedBytes())
        return writer.bytes
    }

    /// - Returns: the page, and the vector that comes with the first one.
    /// - Throws: ``ReplicationFault/malformed(_:)``, `ProtobufError`.
    static func read(wire reader: ProtobufReader, of bytes: UnsafeRawBufferPointer) throws -> (SnapshotPage, vector: [OriginState]) {
        var reader = reader
        var (rows, hidden, tombstones): ([Row], [Row], [Row]) = ([], [], [])
        var (rest, count): ([UInt8], Int) = ([], 0)
        while !reader.isAtEnd {
            let start = reader.position
            let (field, type) = try reader.tag()
            switch field {
            case 2, 3, 4:
                count += 1
                try check(rows: count)
                let row = try Row(wire: try reader.message(type))
                if field == 2 { rows.append(row) } else if field == 3 { hidden.append(row) } else { tombstones.append(row) }
            default:
                try reader.skip(type)
                rest += bytes[start..<reader.position]
            }
        }
        let proto: ProtoSnapshotPart
        do {
            proto = try ProtoSnapshotPart(serializedBytes: rest)
        } catch {
            throw ReplicationFault.notProtobuf
        }
        var page = try SnapshotPage(proto)
        (page.rows, page.hidden, page.tombstones) = (rows, hidden, tombstones)
        return (page, try proto.vector.states)
    }
}

extension ProtobufWriter {
    fileprivate mutating func field(_ number: Int, _ row: SnapshotPage.Row) {
        let id = WidgetID(row.row.id).bytes
        let table = UInt64(clamping: row.row.table)
        let key = (table == 0 ? 0 : ProtobufSize.field(varint: table)) + ProtobufSize.field(id.count)
        head(number, row.cells.reduce(ProtobufSize.field(key)) { $0 + ProtobufSize.field(Self.size($1)) })
        head(1, key)
        if table != 0 { field(1, table) }
        field(2, id)
        for cell in row.cells {
            head(2, Self.size(cell))
            put(cell)
        }
    }

    private static func size(_ cell: StampedCell) -> Int {
        let (column, origin, sequence) = (UInt64(clamping: cell.cell.column), UInt64(cell.stamp.origin.rawValue) - 1, UInt64(clamping: cell.stamp.sequence))
        let stamp =
            (column == 0 ? 0 : ProtobufSize.field(varint: column)) + (cell.stamp.clock.rawValue == 0 ? 0 : 9)
            + (origin == 0 ? 0 : ProtobufSize.field(varint: origin))
        let value =
            switch cell.cell.value {
            case .integer(let value): ProtobufSize.field(varint: UInt64(zigzag: value))
            case .text(let value): ProtobufSize.field(value.utf8.count)
            case .blob(let value): ProtobufSize.field(value.count)
            }
        return stamp + (sequence == 0 ? 0 : ProtobufSize.field(varint: sequence)) + value
    }

    private mutating func put(_ cell: StampedCell) {
        let (column, origin, sequence) = (UInt64(clamping: cell.cell.column), UInt64(cell.stamp.origin.rawValue) - 1, UInt64(clamping: cell.stamp.sequence))
        if column != 0 { field(1, column) }
        if cell.stamp.clock.rawValue != 0 { field(2, fixed: cell.stamp.clock.rawValue) }
        if origin != 0 { field(3, origin) }
        if sequence != 0 { field(4, sequence) }
        switch cell.cell.value {
        case .integer(let value): field(5, UInt64(zigzag: value))
        case .text(let value): field(6, value)
        case .blob(let value): field(7, value)
        }
    }
}

extension SnapshotPage.Row {
    fileprivate init(wire message: ProtobufReader) throws {
        var (message, key): (ProtobufReader, RowKey?) = (message, nil)
        var cells: [StampedCell] = []
        while !message.isAtEnd {
            let (field, type) = try message.tag()
            switch field {
            case 1:
                guard key == nil else { throw ReplicationFault.malformed("a row with two ids") }
                key = try RowKey(wire: try message.message(type))
            case 2:
                try Self.check(cells: cells.count + 1)
                cells.append(try StampedCell(wire: try message.message(type)))
            default: try message.skip(type)
            }
        }
        guard let key else { throw ReplicationFault.malformed("a row without an id") }
        self.init(row: key, cells: cells)
    }
}

extension RowKey {
    fileprivate init(wire message: ProtobufReader) throws {
        var message = message
        var (table, id): (UInt64, WidgetID?) = (0, nil)
        while !message.isAtEnd {
            let (field, type) = try message.tag()
            switch field {
            case 1: table = try message.number(type)
            case 2:
                let bytes = try message.content(type)
                guard bytes.count == 16 else { throw ReplicationFault.malformed("a row's id of \(bytes.count) bytes instead of 16") }
                func half(_ offset: Int) -> UInt64 { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
                id = WidgetID(high: half(0), low: half(8))
            default: try message.skip(type)
            }
        }
        guard let id else { throw ReplicationFault.malformed("a row's id of 0 bytes instead of 16") }
        self.init(table: Int(UInt32(truncatingIfNeeded: table)), id: RowID(id))
    }
}

extension StampedCell {
    fileprivate init(wire message: ProtobufReader) throws {
        var (message, value): (ProtobufReader, CellValue?) = (message, nil)
        var (column, clock, origin, sequence): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        while !message.isAtEnd {
            let (field, type) = try message.tag()
            switch field {
            case 1: column = try message.number(type)
            case 2: clock = try message.fixed(type)
            case 3: origin = try message.number(type)
            case 4: sequence = try message.number(type)
            case 5: value = .integer(try message.zigzag(type))
            case 6: value = .text(try message.text(type))
            case 7: value = .blob(Array(try message.content(type)))
            default: try message.skip(type)
            }
        }
        guard let value else { throw ReplicationFault.malformed("a field without a value") }
        self.init(
            Cell(column: Int(UInt32(truncatingIfNeeded: column)), value),
            Stamp(
                clock: try .init(checked: clock), origin: OriginNumber(rawValue: UInt16(clamping: UInt32(truncatingIfNeeded: origin)) &+ 1),
                sequence: try .init(sequence: sequence)))
    }
}
