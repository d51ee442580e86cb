internal import GRDB
internal import GRDBSQLite
internal import WidgetCore

/// The two connections to the database: one writes, one reads, so that a read never waits for the disk to confirm a write.
///
/// One connection isn't enough: with readers that never pause a write took 4 ms instead of 0.1, and a read waits for each commit. GRDB's `DatabasePool` doesn't
/// fit: it always sets `synchronous=NORMAL`. At each start it commits a table that it makes and drops. A start takes 9 ms with that and 0.6 ms without, and a
/// full disk has no room for it. A read through the pool takes twice as long.
struct Connections: Sendable {
    /// Nil: the store was opened to be read only.
    let writer: DatabaseQueue?
    let reader: DatabaseQueue
    /// Statements of the connection that writes. Only the holder of that connection touches them.
    nonisolated(unsafe) let log: WriteAheadLog?

    /// - Parameters:
    ///   - hasLog: its write-ahead log holds something that a process left which ended badly.
    ///   - isEmpty: nothing was ever written to it.
    ///   - hasChecksums: its pages have them; if not, they get them.
    init(path: String, hasLog: Bool, isEmpty: Bool, hasChecksums: Bool) throws {
        let writer = try DatabaseQueue(path: path, configuration: Self.configuration())
        nonisolated(unsafe) var log: WriteAheadLog?
        // Anything that must hold for every commit is set here, once nothing else will set it again.
        try writer.writeWithoutTransaction { db in
            // SQLite opens a file that can't be written without an error.
            guard sqlite3_db_readonly(db.sqliteConnection, "main") == 0 else {
                throw DatabaseError(resultCode: .SQLITE_READONLY, message: "opened to be read only")
            }
            if isEmpty { try PageChecksums.reserve(db) } else if hasChecksums { try PageChecksums.require(db) }
            // The statement runs to its end: it reports the new mode before it has written it, and the write may fail.
            guard try String.fetchAll(db, sql: "PRAGMA journal_mode = WAL") == ["wal"] else {
                throw WidgetError(.failedPrecondition, "the file system of \(path) can't share memory between connections (no WAL); use a local disk")
            }
            try db.execute(sql: "PRAGMA synchronous = FULL")
            _ = try Int.fetchOne(db, sql: "PRAGMA journal_size_limit = \(StoreLimits.journalBytes)")
            let made = WriteAheadLog(db)
            log = made
            if hasLog { try made.rewriteAtStart(db) }
        }
        try Schema.bringUpToDate(writer)
        if !isEmpty, !hasChecksums { try writer.writeWithoutTransaction { try PageChecksums.convert($0) } }
        self.writer = writer
        self.log = log
        reader = try DatabaseQueue(path: path, configuration: Self.configuration(readonly: true))
        try reader.unsafeRead { try PageChecksums.require($0) }
    }

    /// A connection to a database that can't be written, as on a full disk or a file system that is mounted to be read.
    /// - Parameter hasLog: its write-ahead log holds something. If not, the database is opened as one that nobody else writes, which the store's lock ensures.
    ///   SQLite then needs no shared memory, for which there is no room.
    init(readingOnly path: String, hasLog: Bool, hasChecksums: Bool) throws {
        writer = nil
        log = nil
        let path = hasLog ? path : "file:\(Self.escaped(path))?immutable=1"
        reader = try DatabaseQueue(path: path, configuration: Self.configuration(readonly: true))
        let found = try reader.unsafeRead { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            if version >= Schema.firstWithChecksums, hasChecksums { try PageChecksums.require(db) }
            return version
        }
        guard found == Schema.version else { throw DatabaseError(resultCode: .SQLITE_READONLY, message: "schema \(found) must be brought up to date") }
    }

    /// One more connection that reads.
    static func another(_ path: String) throws -> DatabaseQueue {
        let made = try DatabaseQueue(path: path, configuration: configuration(readonly: true))
        try made.unsafeRead { try PageChecksums.require($0) }
        return made
    }

    /// Closes both, the writing one last: it folds the write-ahead log into the database.
    func close() throws {
        try reader.close()
        try writer?.close()
    }

    /// Rolls back a transaction that is still open because its own rollback failed.
    static func rollBackOpenTransaction(_ db: Database) throws {
        if db.isInsideTransaction { try db.rollback() }
    }

    /// Escapes the characters that have a meaning in SQLite's file addresses, as %xx.
    private static func escaped(_ path: String) -> String {
        path.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "%"): text += "%25"
            case UInt8(ascii: "?"): text += "%3f"
            case UInt8(ascii: "#"): text += "%23"
            default: text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
    }

    private static func configuration(readonly: Bool = false) -> Configuration {
        var configuration = Configuration()
        configuration.readonly = readonly
        // There are none to check: rows come from peers in any order.
        configuration.foreignKeysEnabled = false
        configuration.busyMode = .timeout(StoreLimits.busySeconds)
        // If memory has run out, even the rollback of a transaction fails. GRDB would end the process; instead the next use of the connection rolls the
        // transaction back.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA cache_size = -\(StoreLimits.cacheKiB)")
            // The pages that a savepoint keeps: for many writes in one commit they would go to a file.
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        return configuration
    }
}

extension Schema {
    /// Applies the missing versions of the schema. If the database's version says that none is missing, the migrator isn't run, which saves time at a start.
    static func bringUpToDate(_ writer: DatabaseQueue) throws {
        let found = try writer.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        if found < version { try migrator.migrate(writer) }
    }
}
