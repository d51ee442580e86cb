internal import GRDB

/// The database's schema, by version. A version that has been released never changes; what comes later is added as the next one.
enum Schema {
    /// The version that this program writes, also `PRAGMA user_version`, so that a newer database is recognised without touching it.
    static let version = 11

    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: replicated1)
            try db.execute(sql: local1)
            try db.execute(sql: "PRAGMA user_version = 1")
        }
        migrator.registerMigration("2") { db in
            try db.execute(sql: replicated2)
            try db.execute(sql: owned2)
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        migrator.registerMigration("3") { db in
            try db.execute(sql: budgets3)
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("4") { db in
            try db.execute(sql: pushes4)
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        migrator.registerMigration("5") { db in
            try db.execute(sql: chosenBudgets5)
            try db.execute(sql: "PRAGMA user_version = 5")
        }
        migrator.registerMigration("6") { db in
            try db.execute(sql: relevance6)
            try db.execute(sql: "PRAGMA user_version = 6")
        }
        migrator.registerMigration("7") { db in
            try db.execute(sql: decisions7)
            try db.execute(sql: "PRAGMA user_version = 7")
        }
        migrator.registerMigration("8") { db in
            try db.execute(sql: controls8)
            try db.execute(sql: "PRAGMA user_version = 8")
        }
        migrator.registerMigration("9") { db in
            try unansweredTaps9(db)
            try db.execute(sql: "PRAGMA user_version = 9")
        }
        migrator.registerMigration("10") { db in
            try db.execute(sql: topics10)
            try db.execute(sql: "PRAGMA user_version = 10")
        }
        migrator.registerMigration("11") { db in
            try db.execute(sql: positions11)
            try db.execute(sql: "PRAGMA user_version = 11")
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
