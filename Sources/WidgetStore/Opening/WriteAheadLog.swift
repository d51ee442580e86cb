internal import CSQLite
internal import GRDB
internal import GRDBSQLite

/// SQLite's write-ahead log as the writing connection sees it: which commits are on the disk, and when a checkpoint folds them into the database. Only the
/// holder of that connection uses it.
///
/// A commit with `synchronous=FULL` syncs the log. A commit with NORMAL only writes to the log. Everyone sees it, and a process that is killed loses nothing. A
/// power cut undoes it whole, with all commits after it. All commits before a FULL one are synced first.
final class WriteAheadLog {
    /// A commit that leaves this many pages in the log is followed by a checkpoint. Tests have fewer.
    var checkpointPages = StoreLimits.checkpointPages
    /// Pages that the last commit left in the log.
    private var pages = 0
    /// Whether a power cut may undo commits in the log.
    private var isUnsynced = false
    /// Whether the last sync failed. Linux then drops the pages that it hadn't written: a later sync that succeeds says nothing about those pages.
    private var hasFailed = false
    /// Whether SQLite syncs with each commit; nil: unknown, since the last change of that setting failed.
    private var isFull: Bool? = true

    /// - Parameter db: the writing connection, as it was opened, with `synchronous=FULL`. The hook that this sets is called after every commit to the log. It
    ///   replaces SQLite's own checkpoints, which don't report a failed sync.
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

    /// Call before each transaction. If the last sync failed, the log is rewritten first: later commits in the log are worth nothing without the earlier ones.
    /// - Parameter isFull: whether the transaction's commit syncs; then all earlier commits are synced first. Nil: as the last one's, since the transaction
    ///   most likely writes nothing.
    func prepare(isFull: Bool?, _ db: Database) throws {
        if hasFailed { try rewrite(db) }
        guard let isFull else { return }
        if isFull { try sync(db) }
        guard isFull != self.isFull else { return }
        self.isFull = nil
        // This can't be a cached statement: SQLite applies the pragma when it prepares it.
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

    /// Runs a checkpoint if the log has become long. If a reader still uses the log, or the disk fails, the next commit tries again.
    /// - Throws: SQLite's error if the log couldn't be synced; then there is no checkpoint.
    func checkpointIfDue(_ db: Database) throws {
        guard pages >= checkpointPages else { return }
        pages = 0
        try sync(db)
        sqlite3_wal_checkpoint_v2(db.sqliteConnection, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    }

    /// Extends the file to the length that it has at a checkpoint. A sync of a file that grows must also write the file's new length: a small commit on ext4
    /// takes 0.17 ms if the file grows, 0.10 ms if it doesn't. SQLite takes the zeros for the log's end, also when a power cut leaves only a part of them.
    /// - Parameter db: within a transaction, in which nobody else writes to the file.
    func preallocate(_ db: Database) throws {
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

    /// The log's length at a checkpoint: the pages that cause it, and those of the last commit.
    private var room: Int64 { Int64((checkpointPages + StoreLimits.pagesOfLastCommit) * StoreLimits.logPageBytes) }

    /// Call before the connection closes. Closing runs a checkpoint, which this prevents if the log isn't wholly on the disk.
    func end(_ db: Database) throws {
        do {
            if hasFailed { try rewrite(db) }
            try sync(db)
        } catch {
            widgetd_sqlite_without_checkpoint_at_close(db.sqliteConnection)
            throw error
        }
    }

    /// Call before the first transaction if the last process ended badly. Its last sync may have failed, and SQLite takes its commits for good.
    func rewriteAtStart(_ db: Database) throws {
        hasFailed = true
        try end(db)
    }

    /// Reads the log from the system, writes it again and syncs it. Pages that the system has dropped since the failure are lost: the log then has the disk's
    /// older bytes there, and SQLite's checksums end the log at that place.
    private func rewrite(_ db: Database) throws {
        // The transaction opens the log, and keeps others from writing to it.
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
