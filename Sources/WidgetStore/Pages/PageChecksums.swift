internal import CChecksums
internal import GRDB
internal import GRDBSQLite
internal import Synchronization

/// Damage of one page of the database.
struct PageDamage: Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1.
    var page: Int
    /// The only bit of the page that was wrong, counted from 0. Nobody got it as it was. Nil: the page can't be read.
    var flippedBit: Int?

    var description: String {
        guard let flippedBit else { return "page \(page) hasn't its checksum" }
        return "page \(page): bit \(flippedBit % 8) of byte \(flippedBit / 8) was flipped"
    }
}

/// The checksums of pages, which the VFS of CChecksums keeps, and the damage that it meets in the databases that are open.
enum PageChecksums {
    /// Bytes of a page's checksum.
    static let byteCount = Int(widgetd_checksum_bytes)

    /// Registers the VFS, once. Call it before the first database is opened.
    /// - Throws: SQLite's error.
    static func install() throws {
        let code = widgetd_checksums_install { path, page, bit in
            guard let path else { return }
            PageChecksums.note(PageDamage(page: Int(page), flippedBit: bit < 0 ? nil : Int(bit)), String(cString: path))
        }
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "the VFS with checksums isn't there") }
    }

    /// The damage met in each watched database, by its path, and what is done when the first is met.
    private static let watched = Mutex<[String: (met: Set<PageDamage>, tell: @Sendable () -> Void)]>([:])

    /// Begins to note damage of the database at a path.
    /// - Parameter tell: called once, when damage is met, on the thread that reads. It must not use the database.
    static func watch(_ path: String, tell: @escaping @Sendable () -> Void) { watched.withLock { $0[path] = ([], tell) } }

    static func unwatch(_ path: String) { _ = watched.withLock { $0.removeValue(forKey: path) } }

    /// The damage that was met since ``watch(_:tell:)``.
    static func damage(of path: String) -> Set<PageDamage> { watched.withLock { $0[path]?.met ?? [] } }

    /// Damage that is no longer there. If more is met, the watcher is told again.
    static func forget(_ damage: Set<PageDamage>, of path: String) { watched.withLock { $0[path]?.met.subtract(damage) } }

    private static func note(_ damage: PageDamage, _ path: String) {
        let log = "-wal"
        let path = path.hasSuffix(log) ? String(path.dropLast(log.utf8.count)) : path
        let tell = watched.withLock { watched in
            guard watched[path] != nil else { return nil as (@Sendable () -> Void)? }
            let isFirst = watched[path]?.met.isEmpty ?? false
            watched[path]?.met.insert(damage)
            return isFirst ? watched[path]?.tell : nil
        }
        tell?()
    }

    /// Has the pages of a connection's database verified and written with checksums, whatever its header says.
    static func require(_ db: Database) throws {
        try check(sqlite3_file_control(db.sqliteConnection, "main", Int32(widgetd_checksums_control), nil), db)
    }

    /// Makes room for checksums in the pages of a database that is empty. Call it before the first statement.
    static func reserve(_ db: Database) throws {
        var bytes = Int32(widgetd_checksum_bytes)
        try check(sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes), db)
        try require(db)
    }

    /// Gives every page of a database a checksum, in one transaction that writes the whole database anew.
    /// - Parameter db: in WAL mode. The pages get their checksums when they are folded in from there.
    static func convert(_ db: Database) throws {
        var bytes = Int32(widgetd_checksum_bytes)
        // Its answer says that the pages have no room. The wish is kept for the statement that follows.
        sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes)
        try db.execute(sql: "VACUUM")
        try require(db)
    }

    private static func check(_ code: Int32, _ db: Database) throws {
        guard code != SQLITE_OK else { return }
        throw DatabaseError(resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
    }
}
