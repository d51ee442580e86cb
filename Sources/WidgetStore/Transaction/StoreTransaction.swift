internal import GRDB
internal import WidgetCore

/// One durable change of the store: everything done through it is kept together, or none of it.
///
/// Valid within the body of ``WidgetStore/write(_:)`` alone. Where one of its methods throws a database error, the whole transaction fails, also when the body
/// catches the error.
public struct StoreTransaction {
    let db: Database
    var replica: ReplicatedStore
    /// The first database error: what followed a failed statement can't be trusted to be whole.
    private(set) var failure: DatabaseError?

    init(db: Database, position: ReplicaPosition, now: @escaping @Sendable () -> Timestamp) {
        self.db = db
        replica = ReplicatedStore(db: db, position: position, now: now)
    }

    /// Runs a part of the transaction and remembers that it failed.
    mutating func perform<T>(_ part: (inout ReplicatedStore, Database) throws -> T) throws -> T {
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
        try replica.finish()
    }
}
