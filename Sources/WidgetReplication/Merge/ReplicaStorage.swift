public import WidgetCore

/// The storage of one replica, within one transaction that is kept whole or undone: SQLite in the daemon; dictionaries in
/// simulation.
///
/// It decides nothing. Its errors are its own (a full disk) and undo the transaction.
public protocol ReplicaStorage {
    /// Ends the transaction, before its commit: what the storage has put off is written.
    mutating func finish() throws

    // Origins

    /// Keeps an origin's state under its number.
    mutating func save(_ state: OriginState, _ number: OriginNumber) throws
    /// Makes an origin this device's own.
    mutating func setOwn(_ number: OriginNumber) throws

    // The log, and the chain, which outlives it

    /// Adds a transaction to the end of the log, and its hash to the chain, where a broken snapshot may have left another one.
    mutating func append(_ transaction: LoggedTransaction, _ origin: OriginNumber) throws
    /// The chain hash of a transaction; nil: it isn't known here.
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
    /// The place just before a transaction in the log; nil: it isn't there.
    func place(before sequence: Int64, of origin: OriginNumber) throws -> LogPlace?
    /// The log's end.
    func end() throws -> LogPlace

    // Shared rows

    /// The stamps of a row of a known table; nil: it isn't here.
    func clocks(_ row: RowKey) throws -> FieldClocks?
    /// - Parameter cells: of known columns; the others have their defaults. The insert's own stamp is in `clocks` alone, as column 0.
    mutating func insert(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) throws
    /// - Parameter cells: those that change, which may be none: then the clocks alone do.
    mutating func update(_ row: RowKey, _ cells: [Cell], _ clocks: FieldClocks) throws
    mutating func remove(_ row: RowKey) throws
    func tombstone(_ row: RowKey) throws -> Stamp?
    mutating func bury(_ row: RowKey, _ stamp: Stamp) throws
    /// Fields that wait for their row, or for a schema that knows them.
    func hidden(_ row: RowKey) throws -> [StampedCell]
    /// Replaces what waits for a row; none removes it.
    mutating func setHidden(_ row: RowKey, _ cells: [StampedCell]) throws
    /// Rows of known tables after `row` in the order of keys, with all fields that have a stamp, in the order of columns; first the insert's,
    /// ``StampedCell/born(_:)``.
    func rows(after row: RowKey?, limit: Int) throws -> [(row: RowKey, cells: [StampedCell])]
    func hiddenRows(after row: RowKey?, limit: Int) throws -> [(row: RowKey, cells: [StampedCell])]
    func tombstones(after row: RowKey?, limit: Int) throws -> [(row: RowKey, stamp: Stamp)]
    /// Takes note of an edit that lost against another one.
    mutating func note(loser cell: StampedCell, of row: RowKey, against winner: Stamp) throws

    // Owned rows

    mutating func save(_ version: OwnedVersion, _ key: OwnedKey) throws
    func owned(_ key: OwnedKey, _ id: [UInt8]) throws -> OwnedRow?
    mutating func setOwned(_ key: OwnedKey, _ row: OwnedRow, _ incarnation: Incarnation) throws
    /// Rows written after `counter`, in the order of their writing; `limit` in rows.
    func owned(_ key: OwnedKey, after counter: Int64, limit: Int) throws -> [OwnedRow]
    /// Removes the rows of a set that were written in another life of its device, or with `incarnation` nil all of them.
    mutating func removeOwned(_ key: OwnedKey, notOf incarnation: Incarnation?) throws

    // Members

    /// Whether the device is in the table of devices, whatever became of it.
    func isKnown(_ device: DeviceID) throws -> Bool
    /// Whether the device may say anything more: it is neither revoked nor forgotten.
    func isMember(_ device: DeviceID) throws -> Bool
    /// Devices that hold the log back: neither revoked, nor forgotten, nor evicted.
    func members() throws -> [DeviceID]
    /// The transactions that a device has acknowledged as durable.
    func acknowledged(by device: DeviceID) throws -> [OriginNumber: Int64]
    /// Replaces what a device has acknowledged for these origins.
    mutating func setAcknowledged(by device: DeviceID, _ sequences: [OriginNumber: Int64]) throws
}

/// A place in a replica's log: it counts up, and what is applied later stands behind.
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

/// A field with who wrote it. Column 0 says that the row was inserted, and by whom: a row without it waits hidden.
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
