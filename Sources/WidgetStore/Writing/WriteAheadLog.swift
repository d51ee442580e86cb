internal import GRDB
internal import GRDBSQLite

/// SQLite's write-ahead log as the connection that writes sees it: which commits are on the disk. Used only by whoever has that connection.
///
/// A commit with `synchronous=FULL` syncs the log, with all that was committed before. One with NORMAL only writes to it: everyone sees it, a process that is killed loses nothing, and a power
/// cut takes it back whole, with what was committed after it.
final class WriteAheadLog {
    /// Commits may be there that a power cut would take back.
    private var isUnsynced = false
    /// The disk refused to sync. Linux then forgets what it hadn't written: a sync that succeeds later says nothing about it.
    private var hasFailed = false
    /// As SQLite has it now.
    private var isFull = true

    /// Before each transaction. Where the last sync failed, that is mended first: what follows in the log is worth nothing without what is before it.
    /// - Parameter isFull: whether its commit syncs; nil: as the last one's, since most likely it writes nothing.
    func prepare(isFull: Bool?, _ db: Database) throws {
        if hasFailed { try mend(db) }
        guard let isFull, isFull != self.isFull else { return }
        // Not a statement that is kept: SQLite does this when it prepares it.
        try check(sqlite3_exec(db.sqliteConnection, isFull ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL", nil, nil, nil), db)
        self.isFull = isFull
    }

    /// A transaction that changed something was committed.
    func noteCommit() { isUnsynced = !isFull }

    /// Makes all that was committed durable.
    /// - Returns: false: it was.
    func sync(_ db: Database) throws -> Bool {
        guard isUnsynced else { return false }
        let (file, methods) = try open(db)
        hasFailed = true
        try check(methods.xSync(file, SQLITE_SYNC_NORMAL), db)
        (hasFailed, isUnsynced) = (false, false)
        return true
    }

    /// Writes the log once more, as it is, and syncs that: where a sync failed, perhaps that of a process before, whose commits SQLite then takes for good.
    func mend(_ db: Database) throws {
        let (file, methods) = try open(db)
        // Nobody else writes to it meanwhile.
        try Query("BEGIN IMMEDIATE", in: db).run()
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

    /// What of SQLite's file is used here.
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
