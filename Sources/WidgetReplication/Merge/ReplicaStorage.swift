public import WidgetCore

/// The storage of one replica, within one transaction that is committed or rolled back. The daemon uses SQLite, and the simulation uses dictionaries.
///
/// It decides nothing. Its errors, such as a full disk, roll the transaction back.
public protocol ReplicaStorage {
    /// Writes everything that the storage has put off. It is called before the commit.
    mutating func finish() throws

    // Origins

    /// Keeps an origin's state under its number.
    mutating func save(_ state: OriginState, _ number: OriginNumber) throws
    /// Makes an origin this device's own.
    mutating func setOwn(_ number: OriginNumber) throws

    // The log, and the chain, which outlives it

    /// Adds a transaction to the end of the log, and its hash to the chain. It replaces a hash that an interrupted snapshot may have left.
    mutating func append(_ transaction: LoggedTransaction, _ origin: OriginNumber) throws
    /// The chain hash of a transaction. Nil where it isn't known here.
    func hash(_ origin: OriginNumber, _ sequence: Int64) throws -> ChainHash?
    /// The chain's hashes from `sequence` on, in order, at most `limit`.
    func hashes(_ origin: OriginNumber, from sequence: Int64, limit: Int) throws -> [(sequence: Int64, hash: ChainHash)]
    mutating func setHash(_ origin: OriginNumber, _ sequence: Int64, _ hash: ChainHash) throws
    /// Removes an origin's transactions after `sequence` from log and chain.
    mutating func cut(_ origin: OriginNumber, after sequence: Int64) throws
    /// Removes an origin's transactions up to `sequence` from the log.
    mutating func cutLog(_ origin: OriginNumber, through sequence: Int64) throws
    /// The clock of a transaction that is in the log.
    func clock(_ origin: OriginNumber, _ sequence: Int64) throws -> HybridLogicalClock.Reading?
    /// The log's entries after a place, in the order in which they were applied here.
    func log(after place: LogPlace, limit: Int) throws -> [LogEntry]
    /// The place just before a transaction in the log. Nil where the transaction isn't in the log.
    func place(before sequence: Int64, of origin: OriginNumber) throws -> LogPlace?
    /// The log's end.
    func end() throws -> LogPlace

    // Shared rows

    /// The stamps of a row of a known table. Nil where the row isn't here.
    func clocks(_ row: RowKey) throws -> FieldClocks?
    /// - Parameter cells: the fields of known columns. Other columns have their defaults. The insert's own stamp is only in `clocks`, as column 0.
    mutating func insert(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) throws
    /// - Parameter cells: the fields that change. There may be none; then only the clocks change.
    mutating func update(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) throws
    mutating func remove(_ row: RowKey) throws
    func tombstone(_ row: RowKey) throws -> Stamp?
    mutating func insertTombstone(_ row: RowKey, _ stamp: Stamp) throws
    /// Fields that wait for their row, or for a schema that knows them.
    func hidden(_ row: RowKey) throws -> [StampedCell]
    /// Replaces the fields that wait for a row. An empty list removes them.
    mutating func setHidden(_ row: RowKey, _ cells: [StampedCell]) throws
    /// Rows of known tables after `row` in the order of keys, with all fields that have a stamp, in the order of columns; first the insert's,
    /// ``StampedCell/born(_:)``.
    func rows(after row: RowKey?, limit: Int) throws -> [(row: RowKey, cells: [StampedCell])]
    func hiddenRows(after row: RowKey?, limit: Int) throws -> [(row: RowKey, cells: [StampedCell])]
    func tombstones(after row: RowKey?, limit: Int) throws -> [(row: RowKey, stamp: Stamp)]
    /// Records an edit that lost against another.
    mutating func note(loser cell: StampedCell, of row: RowKey, against winner: Stamp) throws

    // Owned rows

    mutating func save(_ version: OwnedVersion, _ key: OwnedKey) throws
    func owned(_ key: OwnedKey, _ id: [UInt8]) throws -> OwnedRow?
    mutating func setOwned(_ key: OwnedKey, _ row: OwnedRow, _ incarnation: Incarnation) throws
    /// The rows written after `counter`, in the order of writing, at most `limit`.
    func owned(_ key: OwnedKey, after counter: Int64, limit: Int) throws -> [OwnedRow]
    /// Removes the rows of a set that were written in another life of its device. With nil it removes all rows.
    mutating func removeOwned(_ key: OwnedKey, notOf incarnation: Incarnation?) throws

    // Members

    /// Whether the device is in the table of devices, even if it was revoked or forgotten.
    func isKnown(_ device: DeviceID) throws -> Bool
    /// Whether the device is a member: neither revoked nor forgotten.
    func isMember(_ device: DeviceID) throws -> Bool
    /// The devices that the log waits for: neither revoked, nor forgotten, nor evicted.
    func members() throws -> [DeviceID]
    /// The transactions that a device has acknowledged as durable.
    func acknowledged(by device: DeviceID) throws -> [OriginNumber: Int64]
    /// Replaces what a device has acknowledged for these origins.
    mutating func setAcknowledged(by device: DeviceID, _ sequences: [OriginNumber: Int64]) throws
}

/// A place in a replica's log. Places count up, in the order in which transactions were applied.
public struct LogPlace: Sendable, Hashable, Comparable {
    public var rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }

    public static let start = LogPlace(rawValue: 0)
    public static func < (a: LogPlace, b: LogPlace) -> Bool { a.rawValue < b.rawValue }
}

/// A transaction in the log.
public struct LogEntry: Sendable, Hashable {
    public var place: LogPlace
    public var transaction: LoggedTransaction

    public init(place: LogPlace, transaction: LoggedTransaction) {
        self.place = place
        self.transaction = transaction
    }
}

/// A field with its stamp. Column 0 marks the row's insert. A row without it stays hidden.
public struct StampedCell: Sendable, Hashable {
    public var cell: Cell
    public var stamp: Stamp

    public init(_ cell: Cell, _ stamp: Stamp) {
        self.cell = cell
        self.stamp = stamp
    }

    /// The column that says that a row was inserted.
    public static let birth = 0

    /// The mark of a row's insert.
    public static func born(_ stamp: Stamp) -> StampedCell { StampedCell(Cell(column: birth, .integer(1)), stamp) }
}
