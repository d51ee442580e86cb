internal import GRDB
internal import Glibc
internal import WidgetCore

extension WidgetError {
    /// The message that a user gets for an error of SQLite's, with what to do about it.
    /// - Parameter path: the database's.
    init(_ error: DatabaseError, path: String) {
        let cause = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
        switch error.resultCode {
        // On a full disk there is also no room for the connections' shared memory, a file of 32 KiB beside the database.
        case _ where error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE:
            self.init(.resourceExhausted, "the disk that holds \(path) is full: nothing was written; free some space and try again", cause: cause)
        case _ where error.isCorruption:
            self.init(.dataLoss, "\(path) is damaged: start widgetd again, it keeps what can be read and sets the damaged file aside", cause: cause)
        case .SQLITE_READONLY:
            let advice = Self.obstacle(to: path) ?? "make it and its directory writable for this user and try again"
            self.init(.unavailable, "\(path) can't be written: \(advice)", cause: cause)
        case .SQLITE_IOERR:
            self.init(.unavailable, "reading or writing \(path) failed: look at the disk (dmesg), then try again", cause: cause)
        case .SQLITE_CANTOPEN:
            let advice = Self.obstacle(to: path) ?? "its directory must be there, and readable and writable for this user"
            self.init(.unavailable, "\(path) can't be opened: \(advice)", cause: cause)
        case .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.unavailable, "\(path) may not be opened by this user: give the file and its directory to the user", cause: cause)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.unavailable, "another program has locked \(path): end it (a sqlite3 shell, a backup) and try again", cause: cause)
        case .SQLITE_NOMEM:
            self.init(.resourceExhausted, "there isn't enough memory for \(path): nothing was written", cause: cause)
        case .SQLITE_TOOBIG:
            self.init(.invalidArgument, "a value is larger than SQLite's limit: nothing was written to \(path)", cause: cause)
        case .SQLITE_MISUSE:
            self.init(.unavailable, "\(path) is closed: the daemon is stopping", cause: cause)
        default:
            self.init(.internal, "\(path) refused a statement: nothing was written", cause: cause)
        }
    }

    /// The file system's reason why this user can't write a file, with advice; nil: none can be seen.
    private static func obstacle(to path: String) -> String? {
        let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        for place in [directory, path] where access(place, place == directory ? W_OK | X_OK : R_OK | W_OK) != 0 {
            switch errno {
            case ENOENT where place == directory: return "there is no directory \(directory); make it and try again"
            case EROFS: return "\(Self.readOnlyFileSystem) and try again"
            case EACCES, EPERM: return "\(Self.noPermission(place)) and try again"
            default: continue
            }
        }
        return nil
    }

    static let readOnlyFileSystem =
        "the file system is read-only; mount it writable (mount -o remount,rw), or give the store another directory (--state-directory),"

    static func noPermission(_ path: String) -> String { "user \(geteuid()) has no permission there; give it \(path) (chown)" }

    /// Converts any error of the store's code to a `WidgetError`.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as WidgetError: self = error
        case let error as DatabaseError: self.init(error, path: path)
        default: self.init(.internal, "the store at \(path) failed: nothing was written", cause: "\(error)")
        }
    }
}

extension DatabaseError {
    /// Whether the fault lies with the store and not with one statement. Then all other writes of the same commit fail too.
    var concernsStore: Bool {
        switch resultCode {
        case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_NOMEM, .SQLITE_PERM,
            .SQLITE_AUTH, .SQLITE_BUSY:
            true
        default: false
        }
    }

    /// The file's content is damaged: SQLite can't understand it, or a page hasn't its checksum.
    var isCorruption: Bool {
        resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB || extendedResultCode == .SQLITE_IOERR_DATA
    }
}
