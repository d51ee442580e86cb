import WidgetAPI
import WidgetCore
import WidgetReplication

/// Writes an engine's tables at the log's next place, within a transaction that has locked them.
struct PostgresWriter {
    private let connection: PostgresConnection
    private let reader: PostgresReader
    private let end: CarrierPlace

    init(_ connection: PostgresConnection, _ reader: PostgresReader, _ end: CarrierPlace) {
        self.connection = connection
        self.reader = reader
        self.end = end
    }

    private var place: PostgresValue { .integer(end.number + 1) }

    // MARK: Origins

    private func save(_ head: OriginState) throws {
        try connection.queue(
            """
            INSERT INTO widgetd.origin (device, incarnation, sequence, hash, clock, closed_at, floor) VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (device, incarnation) DO UPDATE SET
              sequence = excluded.sequence, hash = excluded.hash, clock = excluded.clock, closed_at = excluded.closed_at, floor = excluded.floor
            """, .bytes(head.origin.device.bytes), .integer(head.origin.incarnation.rawValue), .integer(head.sequence),
            .integer(Int64(bitPattern: head.top.rawValue)), .integer(Int64(bitPattern: head.clock.rawValue)), .integer(head.closedAt), .integer(head.floor))
    }

    /// - Returns: false where the closing isn't up to date.
    func close(_ closing: CarrierClosing) throws -> Bool {
        let (device, incarnation) = (closing.origin.device.bytes, closing.origin.incarnation.rawValue)
        var head = try reader.head(closing.origin)
        guard head.top == closing.top, closing.last < head.closedAt ?? .max else { return false }
        head.closedAt = closing.last
        if head.sequence > closing.last {
            let top = try closing.last == 0 ? ChainHash.start : reader.hashes(closing.origin, [closing.last])[closing.last] ?? .start
            for table in ["entry", "chain"] {
                try connection.queue(
                    "DELETE FROM widgetd.\(table) WHERE device = $1 AND incarnation = $2 AND sequence > $3", .bytes(device), .integer(incarnation),
                    .integer(closing.last))
            }
            (head.sequence, head.top, head.floor) = (closing.last, top, min(head.floor, closing.last))
            try connection.queue(
                "UPDATE widgetd.snapshot_origin SET sequence = $3, hash = $4 WHERE device = $1 AND incarnation = $2 AND sequence > $3", .bytes(device),
                .integer(incarnation), .integer(closing.last), .integer(Int64(bitPattern: top.rawValue)))
        }
        try save(head)
        try connection.queue(
            "UPDATE widgetd.origin SET closed_place = $3 WHERE device = $1 AND incarnation = $2", .bytes(device), .integer(incarnation), place)
        return true
    }

    // MARK: The log

    /// - Parameter found: heads of origins that were read in this transaction.
    /// - Returns: whether anything was new. Nil where a transaction doesn't follow.
    func append(_ batch: [LoggedTransaction], _ previous: [Origin: ChainHash], _ found: [Origin: OriginState]) throws -> Bool? {
        var heads = found
        var last = previous
        var new: [LoggedTransaction] = []
        var known: [Origin: [Int64: ChainHash]] = [:]
        for (origin, transactions) in Dictionary(grouping: batch, by: \.origin) {
            let head = try heads[origin] ?? reader.head(origin)
            heads[origin] = head
            let repeated = transactions.map(\.sequence).filter { $0 <= head.sequence }
            if !repeated.isEmpty { known[origin] = try reader.hashes(origin, repeated) }
        }
        for transaction in batch {
            guard var head = heads[transaction.origin] else { return nil }
            defer { last[transaction.origin] = transaction.hash }
            if transaction.sequence <= head.sequence, let hash = known[transaction.origin]?[transaction.sequence] {
                guard hash == transaction.hash else { return nil }
                continue
            }
            guard transaction.sequence == head.sequence + 1, head.accepts(transaction.sequence), last[transaction.origin] == head.top else { return nil }
            head.sequence = transaction.sequence
            head.top = transaction.hash
            head.clock = max(head.clock, transaction.clock)
            heads[transaction.origin] = head
            new.append(transaction)
        }
        guard !new.isEmpty else { return false }
        try insert(new)
        for origin in Set(new.map(\.origin)) { if let head = heads[origin] { try save(head) } }
        return true
    }

    private func insert(_ batch: [LoggedTransaction]) throws {
        let columns: [PostgresValue] = [
            .byteStrings(batch.map(\.origin.device.bytes)), .integers(batch.map(\.origin.incarnation.rawValue)), .integers(batch.map(\.sequence)),
            .integers(batch.map { Int64(bitPattern: $0.clock.rawValue) }), .integers(batch.map { Int64(bitPattern: $0.hash.rawValue) }),
            .byteStrings(batch.map(\.frame)),
        ]
        try connection.queue(
            """
            INSERT INTO widgetd.entry (place, number, device, incarnation, sequence, clock, hash, frame)
            SELECT $7, t.number, t.device, t.incarnation, t.sequence, t.clock, t.hash, t.frame
            FROM unnest($1, $2, $3, $4, $5, $6) WITH ORDINALITY AS t (device, incarnation, sequence, clock, hash, frame, number)
            ON CONFLICT (device, incarnation, sequence) DO NOTHING
            """, columns[0], columns[1], columns[2], columns[3], columns[4], columns[5], place)
        try connection.queue(
            """
            INSERT INTO widgetd.chain (device, incarnation, sequence, hash) SELECT * FROM unnest($1, $2, $3, $4)
            ON CONFLICT (device, incarnation, sequence) DO UPDATE SET hash = excluded.hash
            """, columns[0], columns[1], columns[2], columns[4])
    }

    // MARK: Owned sets

    /// - Returns: nil where the set has another version than the base.
    func set(_ update: OwnedUpdate, _ base: OwnedVersion?) throws -> Bool? {
        let current = try reader.version(update.key)
        guard current == base else { return nil }
        let (device, set) = (PostgresValue.bytes(update.key.device.bytes), PostgresValue.integer(Int64(update.key.set)))
        if update.isWhole || current?.incarnation != update.version.incarnation {
            try connection.queue("DELETE FROM widgetd.owned_row WHERE device = $1 AND set_number = $2", device, set)
        }
        if !update.rows.isEmpty {
            try connection.queue(
                """
                INSERT INTO widgetd.owned_row (device, set_number, id, counter, value, digest)
                SELECT $1, $2, r.id, r.counter, r.value, r.digest FROM unnest($3, $4, $5, $6) AS r (id, counter, value, digest)
                ON CONFLICT (device, set_number, id) DO UPDATE SET counter = excluded.counter, value = excluded.value, digest = excluded.digest
                """, device, set, .byteStrings(update.rows.map(\.id)), .integers(update.rows.map(\.counter)), .byteStrings(update.rows.map(\.value)),
                .integers(update.rows.map { Int64(bitPattern: $0.digest) }))
        }
        // A delta over other rows than its hub assumed: the set is given whole the next time.
        let isRight = try digest(device, set) == update.version.digest
        let version = update.version
        try connection.queue(
            """
            INSERT INTO widgetd.owned_set (device, set_number, incarnation, counter, digest, place) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (device, set_number) DO UPDATE SET
              incarnation = excluded.incarnation, counter = excluded.counter, digest = excluded.digest, place = excluded.place
            """, device, set, .integer(version.incarnation.rawValue), .integer(isRight ? version.counter : 0),
            .integer(Int64(bitPattern: version.digest)), place)
        return true
    }

    /// The sum of the rows' digests, which wraps around.
    private func digest(_ device: PostgresValue, _ set: PostgresValue) throws -> UInt64 {
        let rows = try connection.run(
            """
            SELECT (coalesce(sum(digest::numeric), 0) % 18446744073709551616)::text FROM widgetd.owned_row WHERE device = $1 AND set_number = $2
            """, device, set)
        let text = rows.text(0, 0)
        return text.hasPrefix("-") ? 0 &- (UInt64(text.dropFirst()) ?? 0) : UInt64(text) ?? 0
    }

    // MARK: Snapshots

    /// - Returns: nil where the log has another end, or pages lack.
    func publish(_ publication: CarrierPublication, end expected: CarrierPlace) throws -> Bool? {
        guard expected == end else { return nil }
        let id = Int64(bitPattern: publication.id)
        let pages = try connection.run("SELECT count(*) FROM widgetd.page WHERE snapshot = $1", .integer(id))
        guard pages.integer(0, 0) == Int64(publication.pages), try publication.closing.allSatisfy({ try close($0) }) else { return nil }
        for number in 0..<publication.pages {
            let data = try connection.run("SELECT data FROM widgetd.page WHERE snapshot = $1 AND number = $2", .integer(id), .integer(Int64(number)))
            guard data.count == 1, case .snapshot(let page, _) = try PeerMessage(encoded: data.bytes(0, 0) ?? []) else { return nil }
            for chain in page.chains {
                let index = Int(chain.origin.rawValue) - 1
                guard page.origins.indices.contains(index) else { return nil }
                try insert(chain, of: page.origins[index])
            }
        }
        for state in publication.vector { try cover(state, tail: publication.tail) }
        try connection.queue(
            """
            DELETE FROM widgetd.entry e USING widgetd.origin o
            WHERE o.device = e.device AND o.incarnation = e.incarnation AND e.sequence <= o.floor
            """)
        try connection.queue("DELETE FROM widgetd.snapshot_origin")
        for (number, state) in publication.vector.enumerated() {
            try connection.queue(
                "INSERT INTO widgetd.snapshot_origin VALUES ($1, $2, $3, $4, $5, $6, $7)", .integer(Int64(number)), .bytes(state.origin.device.bytes),
                .integer(state.origin.incarnation.rawValue), .integer(state.sequence), .integer(Int64(bitPattern: state.top.rawValue)),
                .integer(Int64(bitPattern: state.clock.rawValue)), .integer(state.closedAt))
        }
        try connection.queue("DELETE FROM widgetd.page WHERE snapshot = (SELECT snapshot FROM widgetd.state) AND snapshot <> $1", .integer(id))
        try connection.queue("UPDATE widgetd.state SET snapshot = $1, snapshot_place = $2", .integer(id), place)
        try connection.queue(
            "DELETE FROM widgetd.place WHERE number < least((SELECT min(place) - 1 FROM widgetd.entry), $1)", .integer(end.number - PostgresLimits.places))
        return true
    }

    private func insert(_ chain: SnapshotPage.Chain, of origin: Origin) throws {
        let count = chain.hashes.count
        try connection.queue(
            """
            INSERT INTO widgetd.chain (device, incarnation, sequence, hash) SELECT $1, $2, t.sequence, t.hash FROM unnest($3, $4) AS t (sequence, hash)
            ON CONFLICT (device, incarnation, sequence) DO UPDATE SET hash = excluded.hash
            """, .bytes(origin.device.bytes), .integer(origin.incarnation.rawValue), .integers((0..<count).map { chain.first + Int64($0) }),
            .integers(chain.hashes.map { Int64(bitPattern: $0.rawValue) }))
    }

    /// The snapshot has an origin's transactions up to this state.
    private func cover(_ state: OriginState, tail: Int64) throws {
        var head = try reader.head(state.origin)
        if state.sequence > head.sequence {
            (head.sequence, head.top, head.floor) = (state.sequence, state.top, state.sequence)
            head.clock = max(head.clock, state.clock)
        } else {
            head.floor = max(head.floor, state.sequence - tail)
        }
        try save(head)
    }
}
