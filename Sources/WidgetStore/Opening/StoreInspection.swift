internal import GRDB
internal import Glibc
internal import WidgetCore

/// Looks at a database before it is opened for good, without changing it; only a write that a power cut left half done is taken back.
struct StoreInspection {
    /// The schema it was written with; 0: it is empty.
    var version: Int
    /// The fault that was found; nil: nothing was found.
    var corruption: String?

    /// After a clean end the header of the file says enough. After any other, its log is read and its tables are checked; where damage was seen before, all of
    /// it.
    init(_ files: StoreFiles, isUnclean: Bool) throws(WidgetError) {
        try Self.rollBack(files)
        (version, corruption) = try Self.header(files.database)
        let isSuspect = StoreFiles.exists(files.suspicion)
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

    /// Until it has its write-ahead log a new database is written with a rollback journal. After a power cut in between the file alone is nothing that can be
    /// judged: SQLite puts back what it held before when it opens it to be written.
    private static func rollBack(_ files: StoreFiles) throws(WidgetError) {
        guard StoreFiles.size(files.rollbackJournal) > 0 else { return }
        do {
            let queue = try DatabaseQueue(path: files.database)
            defer { try? queue.close() }
            _ = try queue.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA schema_version") }
        } catch let error as DatabaseError where error.isCorruption {
            // Damage that a journal doesn't mend is found by what looks at the file next.
        } catch {
            throw WidgetError(error, path: files.database)
        }
    }

    /// The rows of every table but the contents' bytes: those are found by their hash and can be many times the size of all else.
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
