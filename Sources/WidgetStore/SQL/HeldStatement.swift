internal import GRDB

/// A statement that is prepared when it is first needed and kept until its connection closes. Looking it up by its text each time costs about a third of what the
/// statement itself does.
final class HeldStatement {
    let sql: String
    private var statement: Statement?

    init(_ sql: String) { self.sql = sql }

    /// The statement, ready to be bound; used again only when the last one has gone.
    func callAsFunction(_ db: Database) throws -> Query {
        if let statement { return Query(statement) }
        let made = try db.makeStatement(sql: sql)
        statement = made
        return Query(made)
    }

    /// Lets go of it: a connection can't close before.
    func drop() { statement = nil }
}
