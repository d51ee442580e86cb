import WidgetAPI
package import WidgetCore
package import WidgetReplication

/// An engine in a PostgreSQL database. Its calls block, and are made by one thread.
///
/// A write locks the one row of `state`, so that places have no gaps and are seen in their order. A read of several tables is one transaction too.
package final class PostgresCarrier: Carrier {
    private let connection: PostgresConnection
    private let reader: PostgresReader
    let contents: PostgresContents
    let accounts: PostgresAccounts
    /// The last read came to the log's end, so at most one place is likely to be there now.
    private var isNear = false

    private static let write = "BEGIN ISOLATION LEVEL READ COMMITTED"
    private static let read = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    /// Connects, and makes the tables if they lack.
    /// - Parameters:
    ///   - string: a connection string or address as libpq takes it.
    ///   - accounts: the accounts that there are to be, before anything is read. Empty: they stay.
    ///   - deadline: how long a statement may take.
    /// - Throws: FAILED_PRECONDITION where libpq lacks, the tables are newer or the server isn't durable; UNAVAILABLE, UNAUTHENTICATED, PERMISSION_DENIED with
    ///   the server's reason.
    package init(_ string: String, accounts verifiers: [HubAccount: String] = [:], deadline: Milliseconds = ConnectionLimits.deadline) throws {
        connection = try PostgresConnection(string, deadline: deadline)
        reader = PostgresReader(connection)
        contents = PostgresContents(connection)
        accounts = PostgresAccounts(connection)
        if !verifiers.isEmpty { try accounts.set(verifiers) }
        try PostgresSchema.prepare(connection)
    }

    /// The connection's socket, which becomes readable when another hub has written.
    package var socket: Int32 { connection.socket }

    /// Reads notifications.
    /// - Returns: whether another hub has written.
    /// - Throws: UNAVAILABLE where the connection broke.
    package func takeNotifications() throws(WidgetError) -> Bool { try connection.takeNotifications() }

    package func perform(_ request: CarrierRequest) throws -> CarrierAnswer {
        do {
            return try answer(request)
        } catch let error as WidgetError where error.code == .internal {
            // The tables may be a later version's, which refuse the statements.
            _ = try connection.transaction(Self.read) { try reader.log(seen: nil) }
            throw error
        }
    }

    private func answer(_ request: CarrierRequest) throws -> CarrierAnswer {
        switch request {
        case .read(let number, let known, let seen):
            let answer = try (isNear ? next(after: number, known, seen) : nil) ?? connection.transaction(Self.read) { try reader.answer(request) }
            if case .items(_, _, let isLast) = answer { isNear = isLast }
            return answer
        case .meet, .hashes, .transactions, .page, .owned:
            return try connection.transaction(Self.read) { try reader.answer(request) }
        case .stage(let page, let number, let id):
            try stage(page, number, of: id)
            return .staged
        case .append(let batch, let closing, let previous, let seen):
            // A closing changes what follows.
            return try write(seen, of: batch, heads: closing.isEmpty ? Set(batch.map(\.origin)) : []) { writer, heads in
                guard try closing.allSatisfy({ try writer.close($0) }) else { return nil }
                return try writer.append(batch, previous, heads).map { $0 || !closing.isEmpty }
            }
        case .setOwned(let update, let base, let seen): return try write(seen) { writer, _ in try writer.set(update, base) }
        case .publish(let publication, let end): return try write(end) { writer, _ in try writer.publish(publication, end: end) }
        }
    }

    /// Reads the log's next place in one exchange, before it is known to be there.
    /// - Returns: nil where more is there.
    private func next(after number: Int64, _ known: CarrierPlace?, _ seen: CarrierPlace?) throws -> CarrierAnswer? {
        let (_, rows) = try connection.resultsOfTransaction(Self.read) {
            try reader.askForLog(seen: seen)
            try reader.askForItems(after: number, through: number + 1)
        }
        let answers = rows.dropFirst()
        let log = try reader.log(answers[answers.startIndex], seen: seen)
        guard log.hasSeen, log.snapshot == known else { return .stale }
        return log.end.number <= number + 1 ? try reader.items(answers.dropFirst(), through: log.end, log.end) : nil
    }

    /// A page is kept before its snapshot is published. Pages that nobody published within a day are dropped.
    private func stage(_ page: SnapshotPage, _ number: Int, of id: UInt64) throws {
        let data = try PeerMessage.snapshot(page, vector: []).encoded()
        try connection.run(
            """
            DELETE FROM widgetd.page WHERE staged_at < now() - interval '1 day' AND snapshot IS DISTINCT FROM (SELECT snapshot FROM widgetd.state)
            """)
        try connection.run(
            """
            INSERT INTO widgetd.page (snapshot, number, data) VALUES ($1, $2, $3) ON CONFLICT (snapshot, number) DO UPDATE SET data = excluded.data
            """, .integer(Int64(bitPattern: id)), .integer(Int64(number)), .bytes(data))
    }

    /// Runs a writing transaction.
    /// - Parameters:
    ///   - batch: transactions that mustn't be from the future by the server's clock.
    ///   - origins: those whose heads are asked for in the first exchange.
    ///   - body: returns nil where the engine isn't in the expected state, and false where there is nothing to write.
    private func write(
        _ seen: CarrierPlace, of batch: [LoggedTransaction] = [], heads origins: Set<Origin> = [],
        _ body: (PostgresWriter, [Origin: OriginState]) throws -> Bool?
    ) throws -> CarrierAnswer {
        struct Refusal: Error {
            let answer: CarrierAnswer
        }
        do {
            return try connection.transaction(Self.write) {
                try connection.queue("SELECT 1 FROM widgetd.state FOR UPDATE")
                try reader.askForLog(seen: seen)
                for origin in origins { try reader.askForHead(origin) }
                let rows = try connection.finish()
                // The first two are those of BEGIN and of the lock.
                let log = try reader.log(rows[2], seen: seen)
                let heads = Dictionary(uniqueKeysWithValues: try zip(origins, rows[3...]).map { ($0, try reader.head($1, $0)) })
                let latest = HybridLogicalClock.Reading(date: log.now + ReplicationLimits.clockAhead)
                if let early = batch.first(where: { $0.clock > latest }) {
                    throw Refusal(answer: .ahead(.init(origin: early.origin, sequence: early.sequence, clock: early.clock), present: log.now))
                }
                let before = log.end
                guard log.hasSeen, let isNew = try body(PostgresWriter(connection, reader, before), heads) else { throw Refusal(answer: .stale) }
                guard isNew else { return .done(before: before, after: before) }
                let end = CarrierPlace(number: before.number + 1, mark: .random(in: .min ... .max))
                try connection.queue("INSERT INTO widgetd.place VALUES ($1, $2)", .integer(end.number), .integer(Int64(bitPattern: end.mark)))
                try connection.queue("UPDATE widgetd.state SET last = $1", .integer(end.number))
                try connection.queue("NOTIFY widgetd")
                return .done(before: before, after: end)
            }
        } catch let refusal as Refusal {
            return refusal.answer
        }
    }
}
