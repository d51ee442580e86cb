internal import GRDB
internal import WidgetAPI
internal import WidgetCore

/// The one door to the tables that other devices will have too (``Schema/replicatedTables``). Nothing else writes them.
///
/// Two kinds of row pass through it, and they are told apart:
/// - A **shared** row is edited anywhere. Each change stamps the fields that changed with (clock, origin, sequence) and is kept as an operation; when the
///   transaction ends, its operations become one frame in the log, under the origin's next sequence number. A delete is terminal: the tombstone stays and the id
///   is never used again.
/// - An **owned** row is written by this device alone. It gets the next version of its set, and no log.
///
/// Everything happens in the transaction of what caused it, clock and counters included. So after any crash the log holds exactly the changes that the rows show.
struct ReplicatedStore {
    let db: Database
    let now: @Sendable () -> Timestamp
    /// Where writing stands, this transaction included. Taken over by the writer when the transaction is kept.
    var position: ReplicaPosition
    private var stamp: Stamp?
    private var operations: [StoredOperation] = []

    init(db: Database, position: ReplicaPosition, now: @escaping @Sendable () -> Timestamp) {
        self.db = db
        self.position = position
        self.now = now
    }

    /// The identity of a new store: its device and its first origin.
    static func createIdentity(_ db: Database, random: () -> UInt64) throws {
        let device = [random(), random()].flatMap { half in withUnsafeBytes(of: half.bigEndian) { Array($0) } }
        let origin = try Query("INSERT INTO origin(ord, device, incarnation) VALUES(1, ?1, ?2)", in: db)
        origin.bind(1, device)
        origin.bind(2, Int64(bitPattern: random()))
        try origin.run()
        try Query("INSERT INTO vector(origin, seq, hlc) VALUES(1, 0, 0)", in: db).run()
        try Query("INSERT INTO meta(key, value) VALUES('origin', 1)", in: db).run()
    }
}

extension ReplicatedStore {
    /// Writes a shared row: inserts it, or changes and stamps the fields that differ.
    /// - Parameter values: one for each column of the table.
    /// - Returns: false where nothing differed, and nothing was written.
    /// - Throws: FAILED_PRECONDITION where the row was deleted.
    @discardableResult
    mutating func put(_ table: SharedTable, _ id: [UInt8], _ values: [SharedValue]) throws -> Bool {
        var operation = StoredOperation()
        operation.table = UInt32(table.number)
        operation.row = .init(id)
        let clocks: PackedClocks
        let sql: String
        if let (old, changed) = try compare(table, id, values) {
            guard !changed.isEmpty else { return false }
            let stamp = stampForTransaction()
            var stamps = old
            for column in changed { stamps.set(column, stamp) }
            operation.cells = changed.map { StoredCell(number: $0 + 1, values[$0]) }
            clocks = stamps
            sql = table.updateSQL
        } else {
            guard try !isDeleted(table, id) else {
                throw WidgetError(.failedPrecondition, "the row was removed, and its id is never used again; place a new one")
            }
            operation.insert = true
            operation.cells = values.indices.map { StoredCell(number: $0 + 1, values[$0]) }
            clocks = PackedClocks(repeating: stampForTransaction(), fields: values.count)
            sql = table.insertSQL
        }
        let write = try Query(sql, in: db)
        write.bind(1, id)
        write.bind(2, clocks.bytes)
        for (index, value) in values.enumerated() { write.bind(Int32(index) + 3, value) }
        try write.run()
        operations.append(operation)
        return true
    }

    /// Deletes a shared row for good.
    /// - Returns: false where there is no such row.
    mutating func delete(_ table: SharedTable, _ id: [UInt8]) throws -> Bool {
        let delete = try Query(table.deleteSQL, in: db)
        delete.bind(1, id)
        try delete.run()
        guard db.changesCount > 0 else { return false }
        let stamp = stampForTransaction()
        let tombstone = try Query("INSERT INTO tombstone(tbl, id, hlc, origin, seq) VALUES(?1, ?2, ?3, ?4, ?5)", in: db)
        tombstone.bind(1, table.number)
        tombstone.bind(2, id)
        tombstone.bind(3, Int64(bitPattern: stamp.clock.rawValue))
        tombstone.bind(4, Int64(stamp.origin))
        tombstone.bind(5, stamp.sequence)
        try tombstone.run()
        var operation = StoredOperation()
        operation.table = UInt32(table.number)
        operation.row = .init(id)
        operation.delete = true
        operations.append(operation)
        return true
    }

    /// Ends the transaction: what it did to shared rows becomes one entry of the log.
    mutating func finish() throws {
        guard let stamp else { return }
        var frame = StoredFrame()
        frame.operations = operations
        let bytes: [UInt8] = try frame.serializedBytes()
        let clock = Int64(bitPattern: stamp.clock.rawValue)
        let log = try Query("INSERT INTO log(origin, seq, hlc, frame) VALUES(?1, ?2, ?3, ?4)", in: db)
        log.bind(1, Int64(stamp.origin))
        log.bind(2, stamp.sequence)
        log.bind(3, clock)
        log.bind(4, bytes)
        try log.run()
        let vector = try Query("UPDATE vector SET seq = ?2, hlc = ?3 WHERE origin = ?1", in: db)
        vector.bind(1, Int64(stamp.origin))
        vector.bind(2, stamp.sequence)
        vector.bind(3, clock)
        try vector.run()
        try cutLog(after: stamp.sequence)
        self.stamp = nil
        operations = []
    }
}

extension ReplicatedStore {
    /// The stamp of this transaction: taken with its first change of a shared row, the same for all of them.
    private mutating func stampForTransaction() -> Stamp {
        if let stamp { return stamp }
        position.sequence += 1
        let taken = Stamp(clock: position.clock.tick(now: now()), origin: position.origin, sequence: position.sequence)
        stamp = taken
        return taken
    }

    /// The row's clocks and the indices of the columns that differ from `values`; nil: there is no such row.
    private func compare(_ table: SharedTable, _ id: [UInt8], _ values: [SharedValue]) throws -> (PackedClocks, [Int])? {
        let row = try Query(table.selectSQL, in: db)
        row.bind(1, id)
        guard try row.step() else { return nil }
        return (PackedClocks(bytes: row.blob(0)), values.indices.filter { !row.holds(values[$0], at: Int32($0) + 1) })
    }

    private func isDeleted(_ table: SharedTable, _ id: [UInt8]) throws -> Bool {
        let tombstone = try Query("SELECT 1 FROM tombstone WHERE tbl = ?1 AND id = ?2", in: db)
        tombstone.bind(1, table.number)
        tombstone.bind(2, id)
        return try tombstone.step()
    }

    /// A transaction may leave the log when every other member has it. There is none while this device is alone, and a tail is kept for people.
    private func cutLog(after sequence: Int64) throws {
        let floor = sequence - StoreLimits.logTail
        guard position.isAlone, floor > 0, sequence % StoreLimits.cutInterval == 0 else { return }
        let cut = try Query("DELETE FROM log WHERE origin = ?1 AND seq <= ?2", in: db)
        cut.bind(1, Int64(position.origin))
        cut.bind(2, floor)
        try cut.run()
        let vector = try Query("UPDATE vector SET floor = ?2 WHERE origin = ?1", in: db)
        vector.bind(1, Int64(position.origin))
        vector.bind(2, floor)
        try vector.run()
    }
}

extension StoredCell {
    fileprivate init(number: Int, _ value: SharedValue) {
        self.init()
        column = UInt32(number)
        switch value {
        case .integer(let integer): self.value = .integer(integer)
        case .text(let text): self.value = .text(text)
        case .blob(let blob): self.value = .blob(.init(blob))
        }
    }
}
