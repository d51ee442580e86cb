/// Decodes a transaction's frame. For any bytes that a peer may send, it gives operations or an error.
///
/// Unknown fields of messages are skipped. They aren't lost, because the frame's bytes are kept and passed on.
struct FrameReader {
    private var bytes: UnsafeRawBufferPointer
    private var position = 0

    /// - Throws: ``ReplicationFault`` `.malformed`.
    static func operations(_ frame: [UInt8]) throws(ReplicationFault) -> [RowOperation] {
        var operations: [RowOperation] = []
        try read(frame, into: &operations)
        return operations
    }

    /// Adds a frame's operations to `operations`. A batch has up to a thousand frames of mostly one operation, so an array for each would be wasteful.
    static func read(_ frame: [UInt8], into operations: inout [RowOperation]) throws(ReplicationFault) {
        let start = operations.count
        let read = frame.withUnsafeBytes { bytes in
            Result { () throws(ReplicationFault) in
                var reader = FrameReader(bytes: bytes)
                while let (field, content) = try reader.field() {
                    guard field == 1 else { continue }
                    guard case .bytes(let inner) = content else { throw .malformed("an operation isn't a message") }
                    guard operations.count - start < ReplicationLimits.operationsPerTransaction else {
                        throw .malformed("more than \(ReplicationLimits.operationsPerTransaction) operations")
                    }
                    operations.append(try operation(inner))
                }
            }
        }
        try read.get()
    }

    /// The user whose call made a frame's transaction. Nil: the frame names none, or in a way that can't be read.
    static func user(_ frame: [UInt8]) -> String? {
        frame.withUnsafeBytes { bytes in
            var reader = FrameReader(bytes: bytes)
            while let (field, content) = try? reader.field() {
                guard field == 2, case .bytes(let name) = content else { continue }
                return String(validating: name, as: UTF8.self)?.cut(toBytes: ReplicationLimits.userBytes)
            }
            return nil
        }
    }

    private enum Content {
        case number(UInt64)
        case bytes(UnsafeRawBufferPointer)
    }

    private init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    private static func operation(_ bytes: UnsafeRawBufferPointer) throws(ReplicationFault) -> RowOperation {
        var reader = FrameReader(bytes: bytes)
        var (table, id, isDelete, isInsert) = (0, RowID?.none, false, false)
        var cells: [Cell] = []
        cells.reserveCapacity(8)
        while let (field, content) = try reader.field() {
            switch (field, content) {
            case (1, .number(let number)): table = Int(clamping: number)
            case (2, .bytes(let row)):
                guard row.count == 16 else { throw .malformed("a row's id has \(row.count) bytes instead of 16") }
                id = RowID(
                    high: UInt64(bigEndian: row.loadUnaligned(as: UInt64.self)), low: UInt64(bigEndian: row.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
            case (3, .number(let flag)): isDelete = flag != 0
            case (4, .number(let flag)): isInsert = flag != 0
            case (5, .bytes(let inner)):
                guard cells.count < ReplicationLimits.columnsPerRow else {
                    throw .malformed("an operation with more than \(ReplicationLimits.columnsPerRow) cells")
                }
                cells.append(try cell(inner))
            default: break
            }
        }
        guard let id else { throw .malformed("an operation without a row") }
        guard table >= 1, table <= ReplicationLimits.tableNumber else {
            throw .malformed("table \(table); tables have numbers of 1 to \(ReplicationLimits.tableNumber)")
        }
        guard !isDelete || (!isInsert && cells.isEmpty) else { throw .malformed("a delete with cells") }
        return RowOperation(RowKey(table: table, id: id), isDelete ? .delete : isInsert ? .insert(cells) : .update(cells))
    }

    private static func cell(_ bytes: UnsafeRawBufferPointer) throws(ReplicationFault) -> Cell {
        var reader = FrameReader(bytes: bytes)
        var (column, value) = (0, CellValue?.none)
        while let (field, content) = try reader.field() {
            switch (field, content) {
            case (1, .number(let number)): column = Int(clamping: number)
            case (2, .number(let number)): value = .integer(Int64(bitPattern: number >> 1) ^ -Int64(number & 1))
            case (3, .bytes(let text)):
                guard let text = String(validating: text, as: UTF8.self) else { throw .malformed("a text that isn't UTF-8") }
                value = .text(text)
            case (4, .bytes(let blob)): value = .blob(Array(blob))
            default: break
            }
        }
        guard column >= 1, column <= ReplicationLimits.columnsPerRow else {
            throw .malformed("column \(column); columns have numbers of 1 to \(ReplicationLimits.columnsPerRow)")
        }
        guard let value else { throw .malformed("a cell without a value") }
        return Cell(column: column, value)
    }

    /// The next field; nil: the end.
    private mutating func field() throws(ReplicationFault) -> (UInt64, Content)? {
        guard position < bytes.count else { return nil }
        let key = try varint()
        switch key & 7 {
        case 0: return (key >> 3, .number(try varint()))
        case 1: return (key >> 3, .bytes(try take(8)))
        case 2: return (key >> 3, .bytes(try take(Int(clamping: try varint()))))
        case 5: return (key >> 3, .bytes(try take(4)))
        default: throw .malformed("a field of wire type \(key & 7)")
        }
    }

    private mutating func take(_ count: Int) throws(ReplicationFault) -> UnsafeRawBufferPointer {
        guard count <= bytes.count - position else { throw .malformed("a field of \(count) bytes where \(bytes.count - position) are left") }
        defer { position += count }
        return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
    }

    private mutating func varint() throws(ReplicationFault) -> UInt64 {
        var (value, shift) = (UInt64(0), UInt64(0))
        while position < bytes.count, shift < 64 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
        throw .malformed("a number that doesn't end")
    }
}
