internal import FoundationEssentials
internal import GRDB
internal import Glibc
public import WidgetCore

/// The content that a leaf shows, kept so that it is shown after a start without a hub: `shown.sqlite` in the leaf's state directory.
///
/// It is a cache. A file that is damaged is made anew, and the hub sends everything again. Any thread may use it.
public final class ShownContentStore: Sendable {
    /// The boards, by the name of their service.
    public enum Board: String, Sendable, CaseIterable { case widgets, activities, controls }

    public let path: String
    private let database: DatabaseQueue

    private let isInMemory: Bool

    /// - Parameters:
    ///   - directory: it exists.
    ///   - isInMemory: nothing is kept.
    /// - Throws: UNAVAILABLE where the file can't be made.
    public init(directory: String, isInMemory: Bool = false) throws(WidgetError) {
        path = directory + "/shown.sqlite"
        self.isInMemory = isInMemory
        do {
            do {
                database = isInMemory ? try Self.prepare(try DatabaseQueue()) : try Self.open(path)
            } catch let error as DatabaseError where [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode) {
                Self.removeFiles(path)
                database = try Self.open(path)
            }
        } catch {
            throw WidgetError(.unavailable, "the content that is shown can't be kept in \(path)", cause: "\(error)")
        }
    }

    private static func open(_ path: String) throws -> DatabaseQueue {
        // SQLite gives its log the mode of the database.
        let made = Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard made >= 0 else { throw WidgetError.system("making \(path)", errno) }
        close(made)
        var configuration = Configuration()
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            // A power cut may cost the last minutes, which the hub sends again.
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            // A leaf that was revoked keeps nothing of what it showed.
            try db.execute(sql: "PRAGMA secure_delete = ON")
        }
        return try prepare(try DatabaseQueue(path: path, configuration: configuration))
    }

    private static func prepare(_ database: DatabaseQueue) throws -> DatabaseQueue {
        try database.write { db in
            try db.execute(
                sql: """
                    CREATE TABLE IF NOT EXISTS item(board TEXT NOT NULL, id TEXT NOT NULL, snapshot BLOB NOT NULL, PRIMARY KEY(board, id)) WITHOUT ROWID;
                    CREATE TABLE IF NOT EXISTS image(digest BLOB PRIMARY KEY, answer BLOB NOT NULL, used INTEGER NOT NULL);
                    CREATE INDEX IF NOT EXISTS image_used ON image(used);
                    """)
        }
        return database
    }

    // MARK: Items

    /// The snapshots of a board, as the hub sent them, by their ids.
    /// - Throws: UNAVAILABLE where the file can't be read.
    public func snapshots(of board: Board) throws(WidgetError) -> [(id: String, snapshot: [UInt8])] {
        try perform { db in
            try Row.fetchAll(db, sql: "SELECT id, snapshot FROM item WHERE board = ? ORDER BY id", arguments: [board.rawValue])
                .map { ($0[0], Array($0[1] as Data)) }
        }
    }

    /// - Parameter changes: snapshots by their ids; nil removes one.
    /// - Throws: UNAVAILABLE where the file can't be written.
    public func write(_ changes: [String: [UInt8]?], to board: Board) throws(WidgetError) {
        try perform { db in
            for (id, snapshot) in changes {
                if let snapshot {
                    try db.execute(sql: "INSERT OR REPLACE INTO item(board, id, snapshot) VALUES(?, ?, ?)", arguments: [board.rawValue, id, Data(snapshot)])
                } else {
                    try db.execute(sql: "DELETE FROM item WHERE board = ? AND id = ?", arguments: [board.rawValue, id])
                }
            }
        }
        if changes.values.contains(nil) { try emptyLog() }
    }

    // MARK: Images

    /// The hub's answer about an image. Nil where it isn't here.
    /// - Throws: UNAVAILABLE where the file can't be read.
    public func image(_ digest: ContentDigest, at date: Timestamp) throws(WidgetError) -> [UInt8]? {
        try perform { db in
            try db.execute(sql: "UPDATE image SET used = ? WHERE digest = ?", arguments: [date.milliseconds, Data(digest.bytes)])
            return try Data.fetchOne(db, sql: "SELECT answer FROM image WHERE digest = ?", arguments: [Data(digest.bytes)]).map(Array.init)
        }
    }

    /// Keeps the hub's answer about an image. Those that weren't used for longest go, where all have more than `limit` bytes.
    /// - Throws: UNAVAILABLE where the file can't be written.
    public func keep(image digest: ContentDigest, answer: [UInt8], at date: Timestamp, limit: Int) throws(WidgetError) {
        try perform { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO image(digest, answer, used) VALUES(?, ?, ?)", arguments: [Data(digest.bytes), Data(answer), date.milliseconds])
            while let bytes = try Int.fetchOne(db, sql: "SELECT sum(length(answer)) FROM image"), bytes > limit {
                try db.execute(sql: "DELETE FROM image WHERE digest = (SELECT digest FROM image ORDER BY used LIMIT 1)")
            }
        }
    }

    /// Removes everything, so that nothing is shown any more.
    /// - Throws: UNAVAILABLE where the file can't be written.
    public func clear() throws(WidgetError) {
        try perform { db in try db.execute(sql: "DELETE FROM item; DELETE FROM image") }
        // An earlier start may have kept something.
        guard !isInMemory else { return Self.removeFiles(path) }
        try emptyLog()
    }

    /// The log still has what was deleted.
    private func emptyLog() throws(WidgetError) {
        guard !isInMemory else { return }
        do {
            _ = try database.writeWithoutTransaction { try Row.fetchOne($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        } catch {
            throw WidgetError(.unavailable, "what was shown can't be removed", cause: "\(error)")
        }
    }

    /// Bytes on the disk.
    public var byteSize: UInt64 {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(path + suffix, &status) == 0 ? sum + UInt64(clamping: status.st_size) : sum
        }
    }

    private static func removeFiles(_ path: String) { for suffix in ["", "-wal", "-shm"] { _ = unlink(path + suffix) } }

    private func perform<T>(_ body: (Database) throws -> T) throws(WidgetError) -> T {
        do {
            return try database.write(body)
        } catch {
            throw WidgetError(.unavailable, "the content that is shown can't be kept", cause: "\(error)")
        }
    }
}
