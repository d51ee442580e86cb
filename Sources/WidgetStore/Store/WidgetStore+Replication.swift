internal import GRDB
public import WidgetCore
public import WidgetReplication

/// A transaction of shared rows, to be shown to a user.
public struct StoredTransaction: Sendable, Hashable {
    /// Its place in this device's log; later arrivals have higher numbers.
    public var place: LogPlace
    public var origin: Origin
    public var sequence: Int64
    public var clock: HybridLogicalClock.Reading
    /// The user whose call made it. Nil: the device's daemon by itself, or an earlier version.
    public var user: String?
    public var operations: [RowOperation]
}

/// An edit that lost against another one of the same field.
public struct StoredConflict: Sendable, Hashable {
    public var row: RowKey
    /// The edit that was lost.
    public var cell: Cell
    public var loser: Origin
    public var loserClock: HybridLogicalClock.Reading
    public var winner: Origin
    public var winnerClock: HybridLogicalClock.Reading
    public var notedAt: Timestamp

    /// The parameters that were lost, if the edit was one of parameters. Nil: it was of another field, or can't be read.
    public var parameters: Parameters?
    /// Those of them, and those that were lost sealed, whose values only some may see.
    public var secrets: Set<String> = []

    fileprivate mutating func readParameters(_ db: Database) throws {
        guard row.table == SharedSchema.widget, cell.column == SharedSchema.WidgetColumn.parameters.rawValue, case .blob(let bytes) = cell.value,
            let lost = try? bytes.withUnsafeBytes({ try ParametersCoding.decode($0) })
        else { return }
        parameters = lost.parameters
        secrets = try SecretStore.secrets(among: lost.parameters.keys, of: WidgetID(row.id), db).union(lost.sealed.keys)
    }
}

/// A field of a shared row, with who wrote it.
public struct StoredField: Sendable, Hashable {
    public var cell: Cell
    /// The column's name; nil: it is a newer version's.
    public var name: String?
    public var clock: HybridLogicalClock.Reading
    public var origin: Origin
    public var sequence: Int64
}

/// A shared row, also of a table or with fields that only newer versions know.
public struct StoredRow: Sendable, Hashable {
    public var row: RowKey
    /// The table's name; nil: it is a newer version's.
    public var table: String?
    public var fields: [StoredField]
}

extension WidgetStore {
    /// Shared rows of tables that this version knows.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func rowCount() throws(WidgetError) -> Int {
        try read { db in
            try SharedSchema.current.tables.reduce(0) { sum, table in
                let count = try Query("SELECT count(*) FROM \(table.name)", in: db)
                return try count.step() ? sum + Int(count.integer(0)) : sum
            }
        }
    }

    /// Transactions in the log.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func logCount() throws(WidgetError) -> Int {
        try read { db in
            let count = try Query("SELECT count(*) FROM log", in: db)
            return try count.step() ? Int(count.integer(0)) : 0
        }
    }

    /// The transactions that each of these devices has durably, as far as is known here.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func acknowledgements(of devices: [DeviceID]) throws(WidgetError) -> [[OriginState]] {
        try read { db in
            guard let position = try ReplicaPosition.load(db) else { return devices.map { _ in [] } }
            let storage = SQLiteReplica(db, ReplicaStatements(configuration.schema), now: configuration.now)
            let replica = Replica(storage, position: position, schema: configuration.schema, random: { 0 })
            return try devices.map { try replica.acknowledgements(of: $0) }
        }
    }

    /// The newest transactions of the log, oldest first.
    /// - Parameter limit: 1 to 1,000.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func transactions(limit: Int) throws(WidgetError) -> [StoredTransaction] {
        try readReplica { storage, db in
            let limit = min(max(limit, 1), StoreLimits.rowsPerRead)
            let first = try Query("SELECT lseq FROM log ORDER BY lseq DESC LIMIT 1 OFFSET ?1", in: db)
            first.bind(1, limit)
            let place = LogPlace(rawValue: try first.step() ? first.integer(0) : 0)
            return try storage.log(after: place, limit: limit).map { entry in
                StoredTransaction(
                    place: entry.place, origin: entry.transaction.origin, sequence: entry.transaction.sequence, clock: entry.transaction.clock,
                    user: entry.transaction.user, operations: try entry.transaction.operations())
            }
        }
    }

    /// The newest edits that lost, newest first.
    /// - Parameter limit: 1 to 1,000.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func conflicts(limit: Int) throws(WidgetError) -> [StoredConflict] {
        try readReplica { storage, db in
            let rows = try Query(
                """
                SELECT tbl, id, col, val, hlc, origin, seq, winner_hlc, winner_origin, winner_seq, noted_at FROM conflict ORDER BY number DESC LIMIT ?1
                """, in: db)
            rows.bind(1, min(max(limit, 1), StoreLimits.rowsPerRead))
            var found: [StoredConflict] = []
            while try rows.step() {
                guard let id = rows.rowID(1) else { continue }
                let (loser, winner) = (rows.stamp(4), rows.stamp(7))
                var conflict = StoredConflict(
                    row: RowKey(table: Int(rows.integer(0)), id: id), cell: Cell(column: Int(rows.integer(2)), rows.value(3)),
                    loser: try storage.origin(loser.origin), loserClock: loser.clock, winner: try storage.origin(winner.origin), winnerClock: winner.clock,
                    notedAt: rows.date(10))
                try conflict.readParameters(db)
                found.append(conflict)
            }
            return found
        }
    }

    /// Shared rows in the order of their keys, each with its hidden and waiting fields. They are for an export, or to find where two devices differ.
    /// - Parameters:
    ///   - row: only those after it.
    ///   - limit: 1 to 1,000.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func rows(after row: RowKey?, limit: Int) throws(WidgetError) -> [StoredRow] {
        let limit = min(max(limit, 1), StoreLimits.rowsPerRead)
        return try readReplica { storage, _ in
            var merged: [RowKey: [StampedCell]] = [:]
            for found in try [storage.rows(after: row, limit: limit), storage.hiddenRows(after: row, limit: limit)] {
                // A row's insertion isn't listed as a field.
                for (key, cells) in found { merged[key, default: []] += cells.filter { $0.cell.column != StampedCell.birth } }
            }
            var names = OriginNames(storage)
            return try merged.sorted { $0.key < $1.key }.prefix(limit).map { key, cells in
                let table = storage.statements.schema.table(key.table)
                return StoredRow(
                    row: key, table: table?.name,
                    fields: try cells.sorted { $0.cell.column < $1.cell.column }.map { cell in
                        let name = table.flatMap { $0.columns.indices.contains(cell.cell.column - 1) ? $0.columns[cell.cell.column - 1].name : nil }
                        return StoredField(
                            cell: cell.cell, name: name, clock: cell.stamp.clock, origin: try names[cell.stamp.origin], sequence: cell.stamp.sequence)
                    })
            }
        }
    }

    /// Digests over all data that two devices must have alike, values included. Each table has ``RollingDigest/buckets`` buckets, and a row's id says to which
    /// bucket it belongs.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func valueDigests() throws(WidgetError) -> [Int: [UInt64]] {
        var sums: [Int: [UInt64]] = [:]
        var last: RowKey?
        while case let page = try rows(after: last, limit: StoreLimits.rowsPerRead), let end = page.last?.row {
            for row in page { sums[row.row.table, default: Array(repeating: 0, count: RollingDigest.buckets)][row.bucket] &+= row.digest }
            last = end
        }
        return sums
    }

    /// The rows of one bucket of ``valueDigests()``, with the digest of each.
    /// - Throws: UNAVAILABLE for a store that is closed or can't be read, DATA_LOSS for a damaged one.
    public func rows(inBucket bucket: Int, of table: Int) throws(WidgetError) -> [(row: StoredRow, digest: UInt64)] {
        var found: [(row: StoredRow, digest: UInt64)] = []
        var last: RowKey? = RowKey(table: table - 1, id: RowID(high: .max, low: .max))
        while case let page = try rows(after: last, limit: StoreLimits.rowsPerRead), let end = page.last?.row {
            for row in page where row.row.table == table && row.bucket == bucket { found.append((row, row.digest)) }
            guard end.table == table else { break }
            last = end
        }
        return found
    }

    func readReplica<T>(_ body: (SQLiteReplica, Database) throws -> T) throws(WidgetError) -> T {
        try read { db in try body(SQLiteReplica(db, ReplicaStatements(configuration.schema), now: configuration.now), db) }
    }
}

extension StoredRow {
    /// The row's bucket, one of ``RollingDigest/buckets``.
    public var bucket: Int { RollingDigest.bucket(row.id) }

    /// A hash of its fields: their values and who wrote them.
    public var digest: UInt64 {
        fields.reduce(0) { sum, field in
            var mix = StableHash64()
            mix.add(UInt64(row.table) << 32 | UInt64(field.cell.column))
            mix.add(row.id.high)
            mix.add(row.id.low)
            switch field.cell.value {
            case .integer(let integer): mix.add(UInt64(bitPattern: integer))
            case .text(let text): mix.add(Array(text.utf8))
            case .blob(let blob): mix.add(blob)
            }
            mix.add(field.clock.rawValue)
            mix.add(field.origin.device.bytes)
            mix.add(UInt64(bitPattern: field.origin.incarnation.rawValue))
            mix.add(UInt64(bitPattern: field.sequence))
            return sum &+ mix.value
        }
    }
}

/// The origins behind a store's numbers, each read once.
private struct OriginNames {
    private let storage: SQLiteReplica
    private var known: [OriginNumber: Origin] = [:]

    init(_ storage: SQLiteReplica) { self.storage = storage }

    subscript(number: OriginNumber) -> Origin {
        mutating get throws {
            if let origin = known[number] { return origin }
            let origin = try storage.origin(number)
            known[number] = origin
            return origin
        }
    }
}

extension OwnedUpdate {
    /// The archives and images that timelines in the update name. A row that can't be read names none.
    public var namedContents: Set<ContentDigest> {
        guard key.set == OwnedSet.timelines.rawValue else { return [] }
        return rows.reduce(into: []) { named, row in
            if let value = row.value, let contents = try? TimelineCoding.contents(value) { named.formUnion(contents) }
        }
    }
}
