internal import GRDB
public import WidgetCore

/// A replica's storage in SQLite, within one transaction of the connection that writes: the one door to the tables that other devices have too
/// (``Schema/replicatedTables``). Nothing else writes them.
///
/// It decides nothing: what wins and what is kept is said by ``Replica``. What it adds are counts of who names which archive and image.
public struct SQLiteReplica: ReplicaStorage {
    let db: Database
    let statements: ReplicaStatements
    let now: @Sendable () -> Timestamp
    /// Widgets that this transaction removed, here or by a peer's wish.
    private(set) var removedWidgets: [WidgetID] = []
    /// The place in the log before this transaction.
    let firstPlace: Int64
    /// What is changed in rows and isn't in the database yet: ``writeHand()``.
    let hand = PendingRowWrites()

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
    public mutating func finish() throws { try writeHand() }

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
