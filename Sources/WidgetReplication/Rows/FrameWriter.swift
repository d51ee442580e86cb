/// Writes the operations of a transaction as its frame: the message `Frame` of `storage.proto`. It is written by hand for two reasons. Each device checks the
/// chain over the exact bytes. And a log of a hundred thousand transactions is read in a second.
struct FrameWriter {
    private(set) var bytes: [UInt8] = []

    static func frame(_ operations: [RowOperation]) -> [UInt8] {
        var writer = FrameWriter()
        writer.bytes.reserveCapacity(size(operations))
        for operation in operations { writer.append(operation) }
        return writer.bytes
    }

    /// The part of a frame that names the user whose call made the transaction. A longer name than ``ReplicationLimits/userBytes`` is cut.
    static func frame(user: String) -> [UInt8] {
        var writer = FrameWriter()
        let name = Array(user.cut(toBytes: ReplicationLimits.userBytes).utf8)
        writer.head(2, name.count)
        return writer.bytes + name
    }

    private mutating func append(_ operation: RowOperation) {
        head(1, Self.size(operation))
        number(1, UInt64(operation.row.table))
        head(2, 16)
        withUnsafeBytes(of: (operation.row.id.high.bigEndian, operation.row.id.low.bigEndian)) { bytes += $0 }
        switch operation.change {
        case .delete: number(3, 1)
        case .insert(let cells):
            number(4, 1)
            for cell in cells { append(cell) }
        case .update(let cells):
            for cell in cells { append(cell) }
        }
    }

    private mutating func append(_ cell: Cell) {
        head(5, Self.size(cell))
        number(1, UInt64(cell.column))
        // A member of a oneof is written even where it has its type's default.
        switch cell.value {
        case .integer(let integer): number(2, Self.zigzag(integer))
        case .text(var text):
            text.withUTF8 { text in
                head(3, text.count)
                bytes += text
            }
        case .blob(let blob):
            head(4, blob.count)
            bytes += blob
        }
    }
}

// The lengths of messages within a message, which are written before them.
extension FrameWriter {
    /// The bytes of these operations' frame.
    static func size(_ operations: [RowOperation]) -> Int { operations.reduce(0) { $0 + size(block: size($1)) } }

    private static func size(_ operation: RowOperation) -> Int {
        let row = size(number: UInt64(operation.row.table)) + size(block: 16)
        switch operation.change {
        case .delete: return row + size(number: 1)
        case .insert(let cells): return row + size(number: 1) + size(cells)
        case .update(let cells): return row + size(cells)
        }
    }

    private static func size(_ cells: [Cell]) -> Int { cells.reduce(0) { $0 + size(block: size($1)) } }

    private static func size(_ cell: Cell) -> Int {
        let column = size(number: UInt64(cell.column))
        switch cell.value {
        case .integer(let integer): return column + size(number: zigzag(integer))
        case .text(let text): return column + size(block: text.utf8.count)
        case .blob(let blob): return column + size(block: blob.count)
        }
    }

    private static func size(number: UInt64) -> Int { 1 + size(varint: number) }

    private static func size(block count: Int) -> Int { 1 + size(varint: UInt64(count)) + count }

    private static func size(varint value: UInt64) -> Int { value < 0x80 ? 1 : (70 - value.leadingZeroBitCount) / 7 }
}

extension FrameWriter {
    private static func zigzag(_ integer: Int64) -> UInt64 { UInt64(bitPattern: integer << 1 ^ integer >> 63) }

    private mutating func number(_ field: UInt8, _ value: UInt64) {
        bytes.append(field << 3)
        varint(value)
    }

    /// Tag and length of what follows.
    private mutating func head(_ field: UInt8, _ count: Int) {
        bytes.append(field << 3 | 2)
        varint(UInt64(count))
    }

    private mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
