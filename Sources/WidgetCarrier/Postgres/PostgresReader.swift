import WidgetAPI
import WidgetCore
import WidgetReplication

/// Reads an engine's tables, within a transaction.
struct PostgresReader {
    private let connection: PostgresConnection

    init(_ connection: PostgresConnection) { self.connection = connection }

    func answer(_ request: CarrierRequest) throws -> CarrierAnswer {
        let log = try log(seen: request.seen)
        guard log.hasSeen else { return .stale }
        return switch request {
        case .meet(let vector): .state(try state(vector, log))
        case .read(let number, let known, _): try log.snapshot == known ? items(after: number, log.end) : .stale
        case .hashes(let origin, let sequences): .hashes(try hashes(origin, sequences))
        case .transactions(let origin, let last, _): .transactions(try transactions(origin, after: last))
        case .page(let place, let number, _): try page(place, number, log)
        case .owned(let key, let base, let after, _): .owned(try update(key, base: base, after: after))
        case .append, .setOwned, .stage, .publish: .stale
        }
    }

    // MARK: Places and origins

    struct Log {
        let end: CarrierPlace
        /// The place of the snapshot that was published last, and its id.
        let snapshot: CarrierPlace?
        let snapshotID: Int64?
        /// Whether the log has the place that a hub has seen.
        let hasSeen: Bool
        /// By the server's clock.
        let now: Timestamp
    }

    func log(seen: CarrierPlace?) throws -> Log {
        try askForLog(seen: seen)
        return try log(try connection.last(), seen: seen)
    }

    /// Sends the question whose answer ``log(_:seen:)`` reads.
    func askForLog(seen: CarrierPlace?) throws {
        try connection.queue(
            """
            SELECT version, last, (SELECT mark FROM widgetd.place WHERE number = last),
              snapshot_place, (SELECT mark FROM widgetd.place WHERE number = snapshot_place), snapshot,
              (SELECT mark FROM widgetd.place WHERE number = $1), (extract(epoch FROM clock_timestamp()) * 1000)::bigint
            FROM widgetd.state
            """, .integer(seen?.number))
    }

    func log(_ rows: PostgresRows, seen: CarrierPlace?) throws -> Log {
        try PostgresSchema.check(version: rows.count == 1 ? rows.integer(0, 0) : nil)
        func place(_ column: Int) throws -> CarrierPlace? {
            guard let number = try rows.count(0, column), let mark = rows.integer(0, column + 1) else { return nil }
            return CarrierPlace(number: number, mark: UInt64(bitPattern: mark))
        }
        guard rows.count == 1, let end = try place(1) else {
            throw WidgetError(.dataLoss, "the engine's log has no end: put its database back, or empty its schema widgetd")
        }
        return Log(
            end: end, snapshot: try place(3), snapshotID: rows.integer(0, 5),
            hasSeen: seen.map { rows.integer(0, 6) == Int64(bitPattern: $0.mark) } ?? true, now: Timestamp(milliseconds: rows.integer(0, 7) ?? 0))
    }

    func head(_ origin: Origin) throws -> OriginState {
        try askForHead(origin)
        return try head(try connection.last(), origin)
    }

    /// Sends the question whose answer ``head(_:_:)`` reads.
    func askForHead(_ origin: Origin) throws {
        try connection.queue(
            "SELECT device, incarnation, sequence, hash, clock, closed_at, floor FROM widgetd.origin WHERE device = $1 AND incarnation = $2",
            .bytes(origin.device.bytes), .integer(origin.incarnation.rawValue))
    }

    func head(_ rows: PostgresRows, _ origin: Origin) throws -> OriginState {
        rows.count == 1 ? try Self.head(rows, 0) : OriginState(origin: origin)
    }

    private static func head(_ rows: PostgresRows, _ row: Int) throws -> OriginState {
        OriginState(
            origin: try origin(rows, row, 0), sequence: try rows.count(row, 2) ?? 0, top: ChainHash(rawValue: UInt64(bitPattern: rows.integer(row, 3) ?? 0)),
            clock: try rows.clock(row, 4), closedAt: try rows.count(row, 5), floor: try rows.count(row, 6) ?? 0)
    }

    static func origin(_ rows: PostgresRows, _ row: Int, _ column: Int) throws -> Origin {
        guard let device = rows.bytes(row, column).flatMap({ DeviceID(bytes: $0) }) else { throw ReplicationFault.malformed("a device's id in the engine") }
        return Origin(device: device, incarnation: Incarnation(rawValue: rows.integer(row, column + 1) ?? 0))
    }

    private func state(_ vector: [Origin: Int64], _ log: Log) throws -> CarrierState {
        let origins = try connection.run(
            """
            SELECT device, incarnation, sequence, hash, clock, closed_at, floor FROM widgetd.origin WHERE sequence > 0 OR closed_at IS NOT NULL
            ORDER BY device, incarnation
            """)
        let sets = try connection.run("SELECT device, set_number, incarnation, counter, digest FROM widgetd.owned_set")
        var owned: [OwnedKey: OwnedVersion] = [:]
        for row in 0..<sets.count { owned[try Self.key(sets, row)] = try Self.version(sets, row, 2) }
        let asked = vector.sorted { $0.key < $1.key }
        let devices = PostgresValue.byteStrings(asked.map(\.key.device.bytes))
        let incarnations = PostgresValue.integers(asked.map(\.key.incarnation.rawValue))
        let sequences = PostgresValue.integers(asked.map(\.value))
        let known = try connection.run(
            """
            SELECT c.device, c.incarnation, c.hash FROM unnest($1, $2, $3) AS v (device, incarnation, sequence)
            JOIN widgetd.chain c USING (device, incarnation, sequence) JOIN widgetd.origin o USING (device, incarnation) WHERE c.sequence <= o.sequence
            """, devices, incarnations, sequences)
        var hashes: [Origin: ChainHash] = [:]
        for row in 0..<known.count { hashes[try Self.origin(known, row, 0)] = ChainHash(rawValue: UInt64(bitPattern: known.integer(row, 2) ?? 0)) }
        let lacking = try connection.run(
            """
            SELECT min(e.place) FROM widgetd.entry e LEFT JOIN unnest($1, $2, $3) AS v (device, incarnation, sequence) USING (device, incarnation)
            WHERE e.sequence > coalesce(v.sequence, 0)
            """, devices, incarnations, sequences)
        return CarrierState(
            summary: ReplicaSummary(origins: try (0..<origins.count).map { try Self.head(origins, $0) }, owned: owned), hashes: hashes,
            snapshot: log.snapshot, beginning: try lacking.count(0, 0).map { max($0 - 1, 0) } ?? log.end.number, end: log.end,
            logged: try connection.run("SELECT count(*) FROM widgetd.entry").integer(0, 0) ?? 0)
    }

    // MARK: The log

    private func items(after number: Int64, _ end: CarrierPlace) throws -> CarrierAnswer {
        let last = end.number > number + 1 ? try readable(after: number) ?? end : end
        try askForItems(after: number, through: last.number)
        return try items(try connection.finish().suffix(3), through: last, end)
    }

    /// Sends the three questions whose answers ``items(_:through:_:)`` reads.
    func askForItems(after number: Int64, through last: Int64) throws {
        try connection.queue(
            """
            SELECT closed_place, device, incarnation, closed_at FROM widgetd.origin WHERE closed_place > $1 AND closed_place <= $2 ORDER BY device, incarnation
            """, .integer(number), .integer(last))
        try connection.queue(
            """
            SELECT device, incarnation, sequence, clock, hash, frame, place FROM widgetd.entry WHERE place > $1 AND place <= $2 ORDER BY place, number
            """, .integer(number), .integer(last))
        try connection.queue(
            """
            SELECT device, set_number, incarnation, counter, digest, place FROM widgetd.owned_set WHERE place > $1 AND place <= $2 ORDER BY place
            """, .integer(number), .integer(last))
    }

    func items(_ found: ArraySlice<PostgresRows>, through last: CarrierPlace, _ end: CarrierPlace) throws -> CarrierAnswer {
        let (closed, entries, sets) = (found[found.startIndex], found[found.startIndex + 1], found[found.startIndex + 2])
        var items: [(place: Int64, item: CarrierItem)] = []
        for row in 0..<closed.count {
            items.append((try closed.count(row, 0) ?? 0, .closed(try Self.origin(closed, row, 1), after: try closed.count(row, 3) ?? 0)))
        }
        for row in 0..<entries.count { items.append((try entries.count(row, 6) ?? 0, .transaction(try Self.transaction(entries, row)))) }
        for row in 0..<sets.count { items.append((try sets.count(row, 5) ?? 0, .owned(try Self.key(sets, row), try Self.version(sets, row, 2)))) }
        let sorted = items.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element.item)
        return .items(sorted, through: last, isLast: last.number == end.number)
    }

    /// The last place that one answer reads: whole places, up to a limit of bytes and transactions, and at least one. Nil: all of them.
    private func readable(after number: Int64) throws -> CarrierPlace? {
        let limit = try connection.run(
            """
            SELECT min(place) FROM (
              SELECT place, sum(octet_length(frame)) OVER log AS bytes, row_number() OVER log AS count FROM (
                SELECT place, number, frame FROM widgetd.entry WHERE place > $1 ORDER BY place, number LIMIT \(PostgresLimits.transactionsPerRead + 1)
              ) e WINDOW log AS (ORDER BY place, number)
            ) l WHERE bytes > \(PostgresLimits.bytesPerRead) OR count > \(PostgresLimits.transactionsPerRead)
            """, .integer(number))
        guard let first = try limit.count(0, 0) else { return nil }
        let through = max(first - 1, number + 1)
        let marks = try connection.run("SELECT mark FROM widgetd.place WHERE number = $1", .integer(through))
        return marks.count == 1 ? marks.integer(0, 0).map { CarrierPlace(number: through, mark: UInt64(bitPattern: $0)) } : nil
    }

    private static func transaction(_ rows: PostgresRows, _ row: Int) throws -> LoggedTransaction {
        LoggedTransaction(
            origin: try origin(rows, row, 0), sequence: try rows.count(row, 2) ?? 0, clock: try rows.clock(row, 3),
            hash: ChainHash(rawValue: UInt64(bitPattern: rows.integer(row, 4) ?? 0)), frame: rows.bytes(row, 5) ?? [])
    }

    func hashes(_ origin: Origin, _ sequences: [Int64]) throws -> [Int64: ChainHash] {
        let rows = try connection.run(
            """
            SELECT c.sequence, c.hash FROM widgetd.chain c JOIN widgetd.origin o USING (device, incarnation)
            WHERE c.device = $1 AND c.incarnation = $2 AND c.sequence = ANY ($3) AND c.sequence <= o.sequence
            """, .bytes(origin.device.bytes), .integer(origin.incarnation.rawValue), .integers(sequences))
        var hashes: [Int64: ChainHash] = [:]
        for row in 0..<rows.count { hashes[rows.integer(row, 0) ?? 0] = ChainHash(rawValue: UInt64(bitPattern: rows.integer(row, 1) ?? 0)) }
        return hashes
    }

    private func transactions(_ origin: Origin, after last: Int64) throws -> [LoggedTransaction] {
        let rows = try connection.run(
            """
            SELECT device, incarnation, sequence, clock, hash, frame FROM widgetd.entry
            WHERE device = $1 AND incarnation = $2 AND sequence > $3 ORDER BY sequence LIMIT 20
            """, .bytes(origin.device.bytes), .integer(origin.incarnation.rawValue), .integer(last))
        return try (0..<rows.count).map { try Self.transaction(rows, $0) }
    }

    private func page(_ place: CarrierPlace, _ number: Int, _ log: Log) throws -> CarrierAnswer {
        guard log.snapshot == place else { return .page(nil, vector: []) }
        let pages = try connection.run("SELECT data FROM widgetd.page WHERE snapshot = $1 AND number = $2", .integer(log.snapshotID), .integer(Int64(number)))
        guard pages.count == 1, let data = pages.bytes(0, 0), case .snapshot(let page, _) = try PeerMessage(encoded: data) else {
            return .page(nil, vector: [])
        }
        let origins = try connection.run(
            "SELECT device, incarnation, sequence, hash, clock, closed_at, 0::bigint FROM widgetd.snapshot_origin ORDER BY number")
        return .page(page, vector: try (0..<origins.count).map { try Self.head(origins, $0) })
    }

    // MARK: Owned sets

    private static func key(_ rows: PostgresRows, _ row: Int) throws -> OwnedKey {
        guard let device = rows.bytes(row, 0).flatMap({ DeviceID(bytes: $0) }) else { throw ReplicationFault.malformed("a device's id in the engine") }
        let set = rows.integer(row, 1) ?? 0
        guard (1...Int64(UInt8.max)).contains(set) else { throw ReplicationFault.malformed("the owned set \(set) in the engine") }
        return OwnedKey(device: device, set: Int(set))
    }

    private static func version(_ rows: PostgresRows, _ row: Int, _ column: Int) throws -> OwnedVersion {
        OwnedVersion(
            incarnation: Incarnation(rawValue: rows.integer(row, column) ?? 0), counter: try rows.count(row, column + 1) ?? 0,
            digest: UInt64(bitPattern: rows.integer(row, column + 2) ?? 0))
    }

    func version(_ key: OwnedKey) throws -> OwnedVersion? {
        let rows = try connection.run(
            "SELECT incarnation, counter, digest FROM widgetd.owned_set WHERE device = $1 AND set_number = $2", .bytes(key.device.bytes),
            .integer(Int64(key.set)))
        return rows.count == 1 ? try Self.version(rows, 0, 0) : nil
    }

    private func update(_ key: OwnedKey, base: OwnedVersion?, after: Int64?) throws -> OwnedUpdate? {
        guard let version = try version(key) else { return nil }
        let isDelta = base.map { $0.incarnation == version.incarnation && $0.counter <= version.counter && $0.counter > 0 } ?? false
        let found = try connection.run(
            """
            SELECT id, counter, value FROM widgetd.owned_row WHERE device = $1 AND set_number = $2 AND counter > $3 ORDER BY counter
            LIMIT \(PostgresLimits.rowsPerRead + 1)
            """, .bytes(key.device.bytes), .integer(Int64(key.set)), .integer(after ?? (isDelta ? base?.counter ?? 0 : 0)))
        var (rows, bytes): ([OwnedRow], Int) = ([], 0)
        for row in 0..<min(found.count, PostgresLimits.rowsPerRead) {
            let value = found.bytes(row, 2)
            bytes += value?.count ?? 0
            if !rows.isEmpty, bytes > ReplicationLimits.batchBytes { break }
            rows.append(OwnedRow(id: found.bytes(row, 0) ?? [], counter: try found.count(row, 1) ?? 0, value: value))
        }
        return OwnedUpdate(key: key, version: version, isWhole: !isDelta && after == nil, rows: rows, hasMore: rows.count < found.count)
    }
}
