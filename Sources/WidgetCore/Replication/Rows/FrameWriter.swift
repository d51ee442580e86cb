/// Writes the operations of a transaction as its frame: the message `Frame` of `storage.proto`, by hand, because each device must be able to
/// check a chain over the very bytes, and because a log of a hundred thousand is read in a second.
struct FrameWriter {
    /// Of one operation, room for which is taken at once.
    private static let usualBytes = 128

    private(set) var bytes: [UInt8] = []

    static func frame(_ operations: [RowOperation]) -> [UInt8] {
        var writer = FrameWriter()
        for operation in operations { writer.append(operation) }
        return writer.bytes
    }

    private mutating func append(_ operation: RowOperation) {
        var inner = FrameWriter()
        inner.bytes.reserveCapacity(Self.usualBytes)
        inner.number(1, UInt64(operation.row.table))
        inner.head(2, .bytes)
        inner.varint(16)
        withUnsafeBytes(of: (operation.row.id.high.bigEndian, operation.row.id.low.bigEndian)) { inner.bytes += $0 }
        switch operation.change {
        case .delete: inner.number(3, 1)
        case .insert(let cells):
            inner.number(4, 1)
            for cell in cells { inner.append(cell) }
        case .update(let cells):
            for cell in cells { inner.append(cell) }
        }
        block(1, inner.bytes)
    }

    private mutating func append(_ cell: Cell) {
        var inner = FrameWriter()
        inner.number(1, UInt64(cell.column))
        // A member of a oneof is written also where it has its type's default.
        switch cell.value {
        case .integer(let integer): inner.number(2, UInt64(bitPattern: integer << 1 ^ integer >> 63))
        case .text(var text): text.withUTF8 { inner.block(3, $0) }
        case .blob(let blob): inner.block(4, blob)
        }
        block(5, inner.bytes)
    }
}

extension FrameWriter {
    private enum Wire: UInt64 { case varint = 0, bytes = 2 }

    private mutating func head(_ field: UInt64, _ wire: Wire) { varint(field << 3 | wire.rawValue) }

    private mutating func number(_ field: UInt64, _ value: UInt64) {
        head(field, .varint)
        varint(value)
    }

    private mutating func block(_ field: UInt64, _ content: some Collection<UInt8>) {
        head(field, .bytes)
        varint(UInt64(content.count))
        bytes += content
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
