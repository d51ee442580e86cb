/// One change of one shared row.
public struct RowOperation: Sendable, Hashable {
    public enum Change: Sendable, Hashable {
        /// The row is new: every column that its author knew is there.
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
