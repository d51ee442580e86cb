internal import GRDB
internal import WidgetCore
internal import WidgetReplication

/// One durable change of the store: everything done through it is kept together, or none of it.
///
/// Valid within the body of ``WidgetStore/write(_:)`` alone. Where one of its methods throws a database error, the whole transaction fails, also when the body
/// catches the error.
public struct StoreTransaction {
    let db: Database
    private(set) var replica: Replica<SQLiteReplica>
    let now: @Sendable () -> Timestamp
    /// The first database error. The changes after a failed statement may be incomplete, so the transaction fails.
    private(set) var failure: DatabaseError?

    let secrets: SecretStore?

    /// - Parameter user: the user whose call makes the change. Nil: the daemon makes it by itself.
    init(
        db: Database, statements: ReplicaStatements, position: ReplicaPosition, configuration: StoreConfiguration, secrets: SecretStore?, user: String?
    ) {
        self.db = db
        self.secrets = secrets
        now = configuration.now
        replica = Replica(
            SQLiteReplica(db, statements, now: configuration.now), position: position, schema: statements.schema, random: configuration.random)
        replica.user = user
    }

    /// Runs a part of the transaction and remembers that it failed.
    mutating func perform<T>(_ part: (inout Replica<SQLiteReplica>, Database) throws -> T) throws -> T {
        do {
            return try part(&replica, db)
        } catch let error as DatabaseError {
            failure = failure ?? error
            throw error
        }
    }

    /// Ends the transaction, before its commit.
    mutating func finish() throws {
        if let failure { throw failure }
        try forgetRemovedWidgets()
        try replica.finish()
        let storage = replica.storage
        // A cut costs about as much as a write.
        if storage.statements.lastPlace / StoreLimits.cutInterval != storage.firstPlace / StoreLimits.cutInterval {
            try replica.collect(tail: StoreLimits.logTail)
            try replica.finish()
        }
        if replica.changes.owned.keys.contains(where: { $0.set == OwnedSet.timelines.rawValue }) { try storage.sweepContent() }
    }

    /// Forgets the rows that this device alone keeps of a removed widget, whichever device removed it.
    private mutating func forgetRemovedWidgets() throws {
        guard !replica.storage.removedWidgets.isEmpty else { return }
        // The following changes are this device's own.
        replica.noteChangesAreKnown(to: nil)
        for widget in replica.storage.removedWidgets {
            if try replica.owned(.timelines, widget.bytes) != nil { try replica.setOwned(.timelines, widget.bytes, nil) }
            let record = try Query("DELETE FROM reload_record WHERE widget = ?1", in: db)
            record.bind(1, widget)
            try record.run()
            let pin = try Query("DELETE FROM pin WHERE widget = ?1", in: db)
            pin.bind(1, widget)
            try pin.run()
            try Self.forgetDecisions(of: widget, db)
        }
    }
}
