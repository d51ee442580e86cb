internal import CSQLite
internal import GRDB
internal import GRDBSQLite

/// SQLite's write-ahead log as the connection that writes sees it: which commits are on the disk, and when they are folded into the database. Used only by
/// whoever has that connection.
///
/// A commit with `synchronous=FULL` syncs the log. One with NORMAL only writes to it: everyone sees it, a process that is killed loses nothing, and a power
/// cut takes it back whole, with what was committed after it. A FULL one follows only what is on the disk.
final class WriteAheadLog {
    /// Pages in the log from which on it is folded into the database after a commit. Tests have fewer.
    var checkpointPages = StoreLimits.checkpointPages
    /// Pages that the last commit left in the log.
    private var pages = 0
    /// Commits may be there that a power cut would take back.
    private var isUnsynced = false
    /// The disk refused to sync. Linux then forgets what it hadn't written: a sync that succeeds later says nothing about it.
    private var hasFailed = false
    /// Whether SQLite syncs with each commit; nil: it isn't known which of both it does.
    private var isFull: Bool? = true

    /// - Parameter db: the connection that writes, as it was opened, with `synchronous=FULL`. It tells of every commit that writes to the log; SQLite's own
    ///   checkpoints, which don't say that a sync failed, end by that.
    init(_ db: Database) {
        sqlite3_wal_hook(
            db.sqliteConnection,
            { context, _, _, pages in
                if let context { Unmanaged<WriteAheadLog>.fromOpaque(context).takeUnretainedValue().noteCommit(Int(pages)) }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func noteCommit(_ pages: Int) {
        self.pages = pages
        if isFull != true { isUnsynced = true }
    }

    /// Before each transaction. Where the last sync failed, that is mended first: what follows in the log is worth nothing without what is before it.
    /// - Parameter isFull: whether its commit syncs, after all that was committed before was; nil: as the last one's, since most likely it writes nothing.
    func prepare(isFull: Bool?, _ db: Database) throws {
        if hasFailed { try mend(db) }
        guard let isFull else { return }
        if isFull { try sync(db) }
        guard isFull != self.isFull else { return }
        self.isFull = nil
        // Not a statement that is kept: SQLite does this when it prepares it.
        try check(sqlite3_exec(db.sqliteConnection, isFull ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", nil, nil, nil), db)
        self.isFull = isFull
    }

    /// Makes all that was committed durable.
    func sync(_ db: Database) throws {
        guard isUnsynced else { return }
        let (file, methods) = try open(db)
        hasFailed = true
        try check(methods.xSync(file, SQLITE_SYNC_NORMAL), db)
        (hasFailed, isUnsynced) = (false, false)
    }

    /// Folds the log into the database where it has become long. Where something reads it, or the disk fails, the next commit tries again.
    /// - Throws: the log couldn't be synced, and isn't folded in.
    func checkpointIfDue(_ db: Database) throws {
        guard pages >= checkpointPages else { return }
        pages = 0
        try sync(db)
        sqlite3_wal_checkpoint_v2(db.sqliteConnection, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Gives the file the room that it needs until it is folded in. A sync of a file that grows must note its new length too: a small commit on ext4 takes
    /// 0.17 ms where it does, 0.10 where it doesn't. SQLite takes the zeros for the log's end, wherever a power cut leaves them, and a part of the room for
    /// the whole.
    /// - Parameter db: within a transaction, in which nobody else writes to the file.
    func makeRoom(_ db: Database) throws {
        let (file, methods) = try open(db)
        var end: Int64 = 0
        try check(methods.xFileSize(file, &end), db)
        guard end < room else { return }
        let zeros = [UInt8](repeating: 0, count: Self.piece)
        while end < room {
            let count = min(Int64(Self.piece), room - end)
            try check(methods.xWrite(file, zeros, Int32(count), end), db)
            end += count
        }
        isUnsynced = true
        try sync(db)
    }

    /// The log's length when it is folded in: the pages before that, and those of the last commit.
    private var room: Int64 { Int64((checkpointPages + StoreLimits.pagesOfLastCommit) * StoreLimits.logPageBytes) }

    /// Before the connection closes, which folds the log in: not where it isn't all on the disk.
    func end(_ db: Database) throws {
        do {
            if hasFailed { try mend(db) }
            try sync(db)
        } catch {
            widgetd_sqlite_without_checkpoint_at_close(db.sqliteConnection)
            throw error
        }
    }

    /// Before the first transaction, where a process before ended badly: its last sync may have failed, and SQLite takes its commits for good.
    func mendAtStart(_ db: Database) throws {
        hasFailed = true
        try end(db)
    }

    /// Writes the log once more, as the system has it, and syncs that. Pages that the system has dropped since the failure can't be had from it: it is as the
    /// disk has it then, and SQLite's checksums end the log there.
    private func mend(_ db: Database) throws {
        // It is open then, and nobody else writes to it.
        try Query("BEGIN IMMEDIATE", in: db).run()
        let (file, methods) = try open(db)
        var size: Int64 = 0
        try check(methods.xFileSize(file, &size), db)
        try withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 8) { buffer in
            var offset: Int64 = 0
            while offset < size {
                let count = Int32(min(Int64(Self.piece), size - offset))
                try check(methods.xRead(file, buffer.baseAddress, count, offset), db)
                try check(methods.xWrite(file, buffer.baseAddress, count, offset), db)
                offset += Int64(count)
            }
        }
        try check(methods.xSync(file, SQLITE_SYNC_NORMAL), db)
        try Query("ROLLBACK", in: db).run()
        (hasFailed, isUnsynced) = (false, false)
    }

    private static let piece = 32_768

    private typealias File = UnsafeMutablePointer<sqlite3_file>

    /// The part of SQLite's file that is used here.
    private struct Methods {
        let xSync: @convention(c) (File?, Int32) -> Int32
        let xRead: @convention(c) (File?, UnsafeMutableRawPointer?, Int32, Int64) -> Int32
        let xWrite: @convention(c) (File?, UnsafeRawPointer?, Int32, Int64) -> Int32
        let xFileSize: @convention(c) (File?, UnsafeMutablePointer<Int64>?) -> Int32
    }

    private func open(_ db: Database) throws -> (File, Methods) {
        var file: File?
        try check(sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file), db)
        guard let file, let methods = file.pointee.pMethods?.pointee, let sync = methods.xSync, let read = methods.xRead, let write = methods.xWrite,
            let fileSize = methods.xFileSize
        else { throw DatabaseError(resultCode: .SQLITE_IOERR, message: "the write-ahead log isn't open") }
        return (file, Methods(xSync: sync, xRead: read, xWrite: write, xFileSize: fileSize))
    }

    private func check(_ code: Int32, _ db: Database) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errstr(code))) }
    }
}
