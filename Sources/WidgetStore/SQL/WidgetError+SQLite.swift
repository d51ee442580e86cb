internal import GRDB
internal import WidgetCore

extension WidgetError {
    /// What a person is told of an error of SQLite's, and what to do about it.
    /// - Parameter path: the database's.
    init(_ error: DatabaseError, path: String) {
        let cause = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(.resourceExhausted, "the disk that holds \(path) is full: nothing was written; free some space and try again", cause: cause)
        case .SQLITE_READONLY:
            self.init(.unavailable, "\(path) can't be written: make it and its directory writable for this user and try again", cause: cause)
        case .SQLITE_IOERR:
            self.init(.unavailable, "reading or writing \(path) failed: look at the disk (dmesg), then try again", cause: cause)
        case .SQLITE_CANTOPEN:
            self.init(.unavailable, "\(path) can't be opened: its directory must be there, and readable and writable for this user", cause: cause)
        case .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.unavailable, "\(path) may not be opened by this user: give the file and its directory to the user", cause: cause)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self.init(.unavailable, "another program has locked \(path): end it (a sqlite3 shell, a backup) and try again", cause: cause)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self.init(.dataLoss, "\(path) is damaged: start widgetd again, it sets the file aside and begins a new one", cause: cause)
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

    /// Any error of the store's code as one of ours.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as WidgetError: self = error
        case let error as DatabaseError: self.init(error, path: path)
        default: self.init(.internal, "the store at \(path) failed: nothing was written", cause: "\(error)")
        }
    }
}

extension DatabaseError {
    /// The fault lies with the store and not with one statement: whatever else shares the commit fails with it.
    var concernsStore: Bool {
        switch resultCode {
        case .SQLITE_FULL, .SQLITE_READONLY, .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_NOMEM, .SQLITE_PERM,
            .SQLITE_AUTH, .SQLITE_BUSY:
            true
        default: false
        }
    }

    /// The file's content is damaged.
    var isCorruption: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }
}
