internal import GRDB
internal import GRDBSQLite

/// The pages of a database that is open, as its file has them, read through a connection's own file: closing another descriptor would give up SQLite's locks.
///
/// A page whose newest version is in the write-ahead log is read in its older one.
struct OpenDatabasePages: PageSource {
    private typealias File = UnsafeMutablePointer<sqlite3_file>

    private let file: File
    private let methods: sqlite3_io_methods
    private let pageBytes: Int
    let count: Int
    let usableBytes: Int

    /// - Parameter db: a connection that is used on this thread as long as this is.
    init(_ db: Database) throws {
        var found: File?
        let code = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &found)
        guard code == SQLITE_OK, let file = found, let methods = file.pointee.pMethods?.pointee else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "the database's file isn't open")
        }
        (self.file, self.methods) = (file, methods)
        pageBytes = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? FirstPage.usualBytes
        usableBytes = pageBytes - PageChecksums.byteCount
        var size: Int64 = 0
        guard methods.xFileSize?(file, &size) == SQLITE_OK else { throw DatabaseError(resultCode: .SQLITE_IOERR, message: "the database's file can't be read") }
        count = Int(size) / pageBytes
    }

    func read(_ number: Int) -> DatabasePage {
        var bytes = [UInt8](repeating: 0, count: pageBytes)
        let code = methods.xRead?(file, &bytes, Int32(pageBytes), Int64(number - 1) * Int64(pageBytes))
        return DatabasePage(number: number, bytes: bytes, damage: code == SQLITE_OK ? nil : PageDamage(page: number))
    }

    /// Writes a page as it should be, with its checksum. Only while nobody else writes to the database or folds its log in.
    func write(_ page: DatabasePage) throws {
        var code = methods.xWrite?(file, page.bytes, Int32(pageBytes), Int64(page.number - 1) * Int64(pageBytes)) ?? SQLITE_IOERR
        if code == SQLITE_OK { code = methods.xSync?(file, SQLITE_SYNC_NORMAL) ?? SQLITE_IOERR }
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: "page \(page.number) can't be written") }
    }
}
