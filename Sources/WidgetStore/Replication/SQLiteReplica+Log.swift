internal import GRDB
public import WidgetCore

// The log, in the order in which transactions came and are passed on, and the chain of each origin, which outlives it.
extension SQLiteReplica {
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

    public func hash(_ origin: OriginNumber, _ sequence: Int64) throws -> ChainHash? {
        let found = try hashes(origin, from: sequence, limit: 1)
        return found.first?.sequence == sequence ? found[0].hash : nil
    }

    public func hashes(_ origin: OriginNumber, from sequence: Int64, limit: Int) throws -> [(sequence: Int64, hash: ChainHash)] {
        let rows = try statements.readChain(db)
        rows.bind(1, Int64(origin.rawValue))
        rows.bind(2, sequence)
        rows.bind(3, limit)
        var found: [(sequence: Int64, hash: ChainHash)] = []
        while try rows.step() { found.append((rows.integer(0), rows.hash(1))) }
        return found
    }

    public mutating func setHash(_ origin: OriginNumber, _ sequence: Int64, _ hash: ChainHash) throws {
        let chain = try statements.appendChain(db)
        chain.bind(1, Int64(origin.rawValue))
        chain.bind(2, sequence)
        chain.bind(3, Int64(bitPattern: hash.rawValue))
        try chain.run()
    }

    public mutating func cut(_ origin: OriginNumber, after sequence: Int64) throws {
        statements.recentLog.clear()
        for sql in ["DELETE FROM log WHERE origin = ?1 AND seq > ?2", "DELETE FROM chain WHERE origin = ?1 AND seq > ?2"] {
            let cut = try Query(sql, in: db)
            cut.bind(1, Int64(origin.rawValue))
            cut.bind(2, sequence)
            try cut.run()
        }
    }

    public mutating func cutLog(_ origin: OriginNumber, through sequence: Int64) throws {
        statements.recentLog.clear()
        let cut = try Query("DELETE FROM log WHERE origin = ?1 AND seq <= ?2", in: db)
        cut.bind(1, Int64(origin.rawValue))
        cut.bind(2, sequence)
        try cut.run()
    }

    public func clock(_ origin: OriginNumber, _ sequence: Int64) throws -> HybridLogicalClock.Reading? {
        let row = try Query("SELECT hlc FROM log WHERE origin = ?1 AND seq = ?2", in: db)
        row.bind(1, Int64(origin.rawValue))
        row.bind(2, sequence)
        return try row.step() ? row.clock(0) : nil
    }

    public func log(after place: LogPlace, limit: Int) throws -> [LogEntry] {
        // A connection that only reads knows of no last place.
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

    public func place(before sequence: Int64, of origin: OriginNumber) throws -> LogPlace? {
        let row = try Query("SELECT lseq FROM log WHERE origin = ?1 AND seq = ?2", in: db)
        row.bind(1, Int64(origin.rawValue))
        row.bind(2, sequence)
        return try row.step() ? LogPlace(rawValue: row.integer(0) - 1) : nil
    }

    public func end() throws -> LogPlace { LogPlace(rawValue: statements.lastPlace) }
}
