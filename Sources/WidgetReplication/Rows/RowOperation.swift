/// One change of one shared row.
public struct RowOperation: Sendable, Hashable {
    public enum Change: Sendable, Hashable {
        /// The row is new. It has every column that its author knew.
        case insert([Cell])
        /// Fields that changed.
        case update([Cell])
        /// The row is gone, for good.
        case delete
    }

    public var row: RowKey
    public var change: Change

    public init(_ row: RowKey, _ change: Change) {
        self.row = row
        self.change = change
    }
}

/// The value of one field of a shared row. There will never be other types: a richer value is a blob.
public enum CellValue: Sendable, Hashable {
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    /// Bytes of the value as it is sent, without its field's overhead.
    public var byteCount: Int {
        switch self {
        case .integer: 8
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }
}

/// A field's number and value.
public struct Cell: Sendable, Hashable {
    /// The column's number, from 1. It never changes its meaning. A newer device may send a number that isn't known here.
    public var column: Int
    public var value: CellValue

    public init(column: Int, _ value: CellValue) {
        self.column = column
        self.value = value
    }
}
