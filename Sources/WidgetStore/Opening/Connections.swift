internal import GRDB
internal import WidgetCore

/// The two connections to the database: one writes, one reads, so that a read never waits for the disk to confirm a write.
///
/// Not GRDB's `DatabasePool`: that sets `synchronous=NORMAL` whatever one says before, and makes and drops a table at each start, for which a full disk has no
/// room. (Opening takes it 1.4 times as long, and it reads and writes no faster.)
struct Connections: Sendable {
    let writer: DatabaseQueue
    let reader: DatabaseQueue

    init(path: String) throws {
        writer = try DatabaseQueue(path: path, configuration: Self.configuration())
        // Anything that must hold for every commit is set here, once nothing else will set it again.
        try writer.writeWithoutTransaction { db in
            let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
            guard mode == "wal" else {
                throw WidgetError(.failedPrecondition, "the file system of \(path) can't share memory between connections (no WAL); use a local disk")
            }
            try db.execute(sql: "PRAGMA synchronous = FULL")
            _ = try Int.fetchOne(db, sql: "PRAGMA journal_size_limit = \(StoreLimits.journalBytes)")
        }
        try Schema.bringUpToDate(writer)
        reader = try DatabaseQueue(path: path, configuration: Self.configuration(readonly: true))
    }

    func close() throws {
        try reader.close()
        try writer.close()
    }

    private static func configuration(readonly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readonly
        // There are none to check: rows come from peers in any order.
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(StoreLimits.busySeconds)
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA cache_size = -\(StoreLimits.cacheKiB)")
        }
        return configuration
    }
}

extension Schema {
    /// Applies what is missing. A database that says it is current is believed, which saves the migrator's look at a start.
    static func bringUpToDate(_ writer: DatabaseQueue) throws {
        let found = try writer.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        if found < version { try migrator.migrate(writer) }
    }
}
