internal import GRDB
public import WidgetCore
public import WidgetReplication

/// A replica's storage in SQLite, within one transaction of the connection that writes: the single writer of the tables that other devices have too
/// (``Schema/replicatedTables``).
///
/// It decides nothing: ``Replica`` says which value wins and what is kept. It adds counts of the rows that name each archive and image.
public struct SQLiteReplica: ReplicaStorage {
    let db: Database
    let statements: ReplicaStatements
    let now: @Sendable () -> Timestamp
    /// Widgets that this transaction removed, here or by a peer's wish.
    private(set) var removedWidgets: [WidgetID] = []
    /// The place in the log before this transaction.
    let firstPlace: Int64
    /// Changes of rows that aren't in the database yet: ``flushPendingWrites()``.
    let pendingWrites = PendingRowWrites()

    init(_ db: Database, _ statements: ReplicaStatements, now: @escaping @Sendable () -> Timestamp) {
        self.db = db
        self.statements = statements
        self.now = now
        firstPlace = statements.lastPlace
    }

    func table(_ row: RowKey) throws -> TableStatements {
        guard row.table >= 1, row.table <= statements.tables.count else { throw WidgetError(.internal, "table \(row.table) isn't one of this version's") }
        return statements.tables[row.table - 1]
    }

    mutating func noteRemoved(_ row: RowKey) {
        if row.table == SharedSchema.widget { removedWidgets.append(WidgetID(row.id)) }
    }
}

extension SQLiteReplica {
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func finish() throws { try flushPendingWrites() }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func save(_ state: OriginState, _ number: OriginNumber) throws {
        func bind(_ query: borrowing Query) {
            query.bind(1, Int64(number.rawValue))
            query.bind(2, state.sequence)
            query.bind(3, Int64(bitPattern: state.clock.rawValue))
            query.bind(4, state.closedAt)
            query.bind(5, state.floor)
            query.bind(6, Int64(bitPattern: state.top.rawValue))
        }
        let update = try statements.updateVector(db)
        bind(update)
        try update.run()
        guard db.changesCount == 0 else { return }
        let origin = try Query("INSERT INTO origin(ord, device, incarnation) VALUES(?1, ?2, ?3)", in: db)
        origin.bind(1, Int64(number.rawValue))
        origin.bind(2, state.origin.device)
        origin.bind(3, state.origin.incarnation.rawValue)
        try origin.run()
        let insert = try Query("INSERT INTO vector(origin, seq, hlc, closed_at, floor, top) VALUES(?1, ?2, ?3, ?4, ?5, ?6)", in: db)
        bind(insert)
        try insert.run()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setOwn(_ number: OriginNumber) throws {
        let own = try Query("INSERT INTO meta(key, value) VALUES('origin', ?1) ON CONFLICT(key) DO UPDATE SET value = ?1", in: db)
        own.bind(1, Int64(number.rawValue))
        try own.run()
    }

    /// The origin with this number.
    func origin(_ number: OriginNumber) throws -> Origin {
        let row = try Query("SELECT device, incarnation FROM origin WHERE ord = ?1", in: db)
        row.bind(1, Int64(number.rawValue))
        guard try row.step(), let device = row.device(0) else { throw WidgetError(.dataLoss, "origin \(number.rawValue) isn't in the store") }
        return Origin(device: device, incarnation: Incarnation(rawValue: row.integer(1)))
    }
}

// The other devices, and the changes that they have.
extension SQLiteReplica {
    /// - Throws: SQLite's error; the whole transaction fails then.
    public func isKnown(_ device: DeviceID) throws -> Bool {
        let row = try Query("SELECT 1 FROM device WHERE device = ?1", in: db)
        row.bind(1, device)
        return try row.step()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func isMember(_ device: DeviceID) throws -> Bool {
        let row = try Query("SELECT 1 FROM device WHERE device = ?1 AND forgotten_at = 0 AND device NOT IN (SELECT device FROM revocation)", in: db)
        row.bind(1, device)
        return try row.step()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func members() throws -> [DeviceID] {
        let rows = try Query(
            """
            SELECT DISTINCT device FROM device WHERE evicted_at = 0 AND forgotten_at = 0 AND device NOT IN (SELECT device FROM revocation)
            ORDER BY device
            """, in: db)
        var members: [DeviceID] = []
        while try rows.step() { if let device = rows.device(0) { members.append(device) } }
        return members
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func acknowledged(by device: DeviceID) throws -> [OriginNumber: Int64] {
        let rows = try Query("SELECT origin, seq FROM ack WHERE device = ?1", in: db)
        rows.bind(1, device)
        var sequences: [OriginNumber: Int64] = [:]
        while try rows.step() { sequences[OriginNumber(rawValue: UInt16(truncatingIfNeeded: rows.integer(0)))] = rows.integer(1) }
        return sequences
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setAcknowledged(by device: DeviceID, _ sequences: [OriginNumber: Int64]) throws {
        for (origin, sequence) in sequences {
            // A number that the device acknowledged before isn't written again: most acknowledgements repeat most numbers.
            let row = try Query(
                "INSERT INTO ack(device, origin, seq) VALUES(?1, ?2, ?3) ON CONFLICT(device, origin) DO UPDATE SET seq = ?3 WHERE seq <> ?3", in: db)
            row.bind(1, device)
            row.bind(2, Int64(origin.rawValue))
            row.bind(3, sequence)
            try row.run()
        }
    }
}

// The log, in the order in which transactions came and are passed on, and the chain of each origin, which outlives it.
extension SQLiteReplica {
    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func append(_ transaction: LoggedTransaction, _ origin: OriginNumber) throws {
        statements.lastPlace += 1
        let log = try statements.appendLog(db)
        log.bind(1, statements.lastPlace)
        log.bind(2, Int64(origin.rawValue))
        log.bind(3, transaction.sequence)
        log.bind(4, Int64(bitPattern: transaction.clock.rawValue))
        log.bind(5, transaction.frame)
        try log.run()
        try setHash(origin, transaction.sequence, transaction.hash)
        statements.recentLog.append(LogEntry(place: LogPlace(rawValue: statements.lastPlace), transaction: transaction))
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func hash(_ origin: OriginNumber, _ sequence: Int64) throws -> ChainHash? {
        let found = try hashes(origin, from: sequence, limit: 1)
        return found.first?.sequence == sequence ? found[0].hash : nil
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func hashes(_ origin: OriginNumber, from sequence: Int64, limit: Int) throws -> [(sequence: Int64, hash: ChainHash)] {
        let rows = try statements.readChain(db)
        rows.bind(1, Int64(origin.rawValue))
        rows.bind(2, sequence)
        rows.bind(3, limit)
        var found: [(sequence: Int64, hash: ChainHash)] = []
        while try rows.step() { found.append((rows.integer(0), rows.hash(1))) }
        return found
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func setHash(_ origin: OriginNumber, _ sequence: Int64, _ hash: ChainHash) throws {
        let chain = try statements.appendChain(db)
        chain.bind(1, Int64(origin.rawValue))
        chain.bind(2, sequence)
        chain.bind(3, Int64(bitPattern: hash.rawValue))
        try chain.run()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func cut(_ origin: OriginNumber, after sequence: Int64) throws {
        statements.recentLog.clear()
        for sql in ["DELETE FROM log WHERE origin = ?1 AND seq > ?2", "DELETE FROM chain WHERE origin = ?1 AND seq > ?2"] {
            let cut = try Query(sql, in: db)
            cut.bind(1, Int64(origin.rawValue))
            cut.bind(2, sequence)
            try cut.run()
        }
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public mutating func cutLog(_ origin: OriginNumber, through sequence: Int64) throws {
        statements.recentLog.clear()
        let cut = try Query("DELETE FROM log WHERE origin = ?1 AND seq <= ?2", in: db)
        cut.bind(1, Int64(origin.rawValue))
        cut.bind(2, sequence)
        try cut.run()
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func clock(_ origin: OriginNumber, _ sequence: Int64) throws -> HybridLogicalClock.Reading? {
        let row = try Query("SELECT hlc FROM log WHERE origin = ?1 AND seq = ?2", in: db)
        row.bind(1, Int64(origin.rawValue))
        row.bind(2, sequence)
        return try row.step() ? row.clock(0) : nil
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func log(after place: LogPlace, limit: Int) throws -> [LogEntry] {
        // A read-only connection has no last place.
        if statements.lastPlace > 0, place.rawValue >= statements.lastPlace { return [] }
        if let recent = statements.recentLog.entries(after: place, limit: limit) { return Array(recent) }
        var origins: [Int64: Origin] = [:]
        let rows = try statements.readLog(db)
        rows.bind(1, place.rawValue)
        rows.bind(2, limit)
        var entries: [LogEntry] = []
        while try rows.step() {
            let number = rows.integer(1)
            let origin = try origins[number] ?? origin(OriginNumber(rawValue: UInt16(truncatingIfNeeded: number)))
            origins[number] = origin
            entries.append(
                LogEntry(
                    place: LogPlace(rawValue: rows.integer(0)),
                    transaction: LoggedTransaction(origin: origin, sequence: rows.integer(2), clock: rows.clock(3), hash: rows.hash(4), frame: rows.blob(5))))
        }
        return entries
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func place(before sequence: Int64, of origin: OriginNumber) throws -> LogPlace? {
        let row = try Query("SELECT lseq FROM log WHERE origin = ?1 AND seq = ?2", in: db)
        row.bind(1, Int64(origin.rawValue))
        row.bind(2, sequence)
        return try row.step() ? LogPlace(rawValue: row.integer(0) - 1) : nil
    }

    /// - Throws: SQLite's error; the whole transaction fails then.
    public func end() throws -> LogPlace { LogPlace(rawValue: statements.lastPlace) }
}

/// The last entries of the log, as they were appended. A link that keeps up reads them here, and asks the database only for entries that it missed.
struct RecentLog {
    /// In the order of their places, without a gap.
    private var entries: [LogEntry] = []

    mutating func append(_ entry: LogEntry) {
        if entry.transaction.frame.count > StoreLimits.recentFrameBytes { return clear() }
        if entries.count >= 2 * StoreLimits.recentEntries { entries.removeFirst(StoreLimits.recentEntries) }
        entries.append(entry)
    }

    /// Removes the entries behind a place, which are no longer in the log.
    mutating func cut(after place: Int64) {
        while let last = entries.last, last.place.rawValue > place { entries.removeLast() }
    }

    mutating func clear() { entries.removeAll() }

    /// The entries behind a place, at most `limit`; nil: not all of them are here.
    func entries(after place: LogPlace, limit: Int) -> ArraySlice<LogEntry>? {
        guard let first = entries.first, place.rawValue >= first.place.rawValue - 1 else { return nil }
        return entries.dropFirst(Int(place.rawValue - first.place.rawValue) + 1).prefix(limit)
    }
}
