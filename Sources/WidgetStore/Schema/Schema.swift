internal import GRDB

/// The database's schema, by version. A version that has been released never changes; what comes later is added as the next one.
enum Schema {
    /// The version that this program writes, also `PRAGMA user_version`, so that a newer database is recognised without touching it.
    static let version = SchemaVersion.all.count

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for (index, version) in SchemaVersion.all.enumerated() {
            migrator.registerMigration("\(index + 1)") { db in
                if try version.isThere?(db) != true { try db.execute(sql: version.sql) }
                try db.execute(sql: "PRAGMA user_version = \(index + 1)")
            }
        }
        return migrator
    }

    /// Tables that other devices have too, and what is known of other devices. Only ``SQLiteReplica`` writes them. There are no foreign keys: rows come from peers in any
    /// order.
    static let replicatedTables: Set<String> = [
        "origin", "vector", "log", "chain", "widget", "device", "revocation", "hidden", "tombstone", "owned", "owned_set", "ack", "conflict", "content",
        "content_data",
    ]
}
