internal import GRDB
internal import Glibc
internal import WidgetCore

/// Checks a database before it is opened for good. The check changes nothing, except that it rolls back a write that a power cut left half done.
struct StoreInspection {
    /// The schema it was written with; 0: it is empty.
    var version: Int
    /// The fault that was found; nil: nothing was found.
    var corruption: String?

    /// After a clean end the file's header says enough. After any other end the write-ahead log is read and the tables are checked. If damage was seen before,
    /// the whole database is checked.
    init(_ files: StoreFiles, isUnclean: Bool) throws(WidgetError) {
        try Self.rollBack(files)
        (version, corruption) = try Self.header(files.database)
        let isSuspect = StoreFiles.exists(files.damageMarker)
        guard corruption == nil, isUnclean || isSuspect else { return }
        do {
            var configuration = Configuration()
            // A connection that only reads leaves the file as it is, also when it closes.
            configuration.readonly = true
            configuration.foreignKeysEnabled = false
            configuration.busyMode = .timeout(StoreLimits.busySeconds)
            let queue = try DatabaseQueue(path: files.database, configuration: configuration)
            defer { try? queue.close() }
            (version, corruption) = try queue.unsafeRead { db in
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                guard version <= Schema.version else { return (version, nil) }
                return (version, try isSuspect ? Self.problem(db, "PRAGMA integrity_check(1)") : Self.quickCheck(db))
            }
        } catch let error as DatabaseError where error.isCorruption {
            corruption = error.message ?? "\(error)"
        } catch {
            throw WidgetError(error, path: files.database)
        }
    }

    /// A new database is written with a rollback journal until it has its write-ahead log. After a power cut in between, the file alone can't be judged. SQLite
    /// restores its earlier content when it opens the file for writing.
    private static func rollBack(_ files: StoreFiles) throws(WidgetError) {
        guard StoreFiles.size(files.rollbackJournal) > 0 else { return }
        do {
            let queue = try DatabaseQueue(path: files.database)
            defer { try? queue.close() }
            _ = try queue.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
        } catch let error as DatabaseError where error.isCorruption {
            // The checks that follow find the damage that the journal doesn't repair.
        } catch {
            throw WidgetError(error, path: files.database)
        }
    }

    /// Checks the rows of every table but the contents' bytes. Those have a hash of their own, and can be many times the size of all else.
    private static func quickCheck(_ db: Database) throws -> String? {
        let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'content_data' ORDER BY name")
        for table in tables {
            if let problem = try problem(db, "PRAGMA quick_check('\(table)')") { return "table \(table): \(problem)" }
        }
        return nil
    }

    private static func problem(_ db: Database, _ check: String) throws -> String? {
        guard let answer = try String.fetchOne(db, sql: check), answer != "ok" else { return nil }
        return answer
    }

    /// The schema's version, from the first page: bytes 60 to 63, big-endian (SQLite's file format, 1.3).
    private static func header(_ path: String) throws(WidgetError) -> (version: Int, corruption: String?) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("opening \(path)", errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw .system("reading \(path)", errno) }
        guard count > 0 else { return (0, nil) }
        guard count == bytes.count, bytes.starts(with: Array("SQLite format 3".utf8) + [0]) else { return (0, "it is not an SQLite database") }
        return (bytes[60..<64].reduce(0) { $0 << 8 | Int($1) }, nil)
    }
}
