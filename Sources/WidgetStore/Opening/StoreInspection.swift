internal import GRDB
internal import Glibc
internal import WidgetCore

/// Checks a database before it is opened for good. It changes nothing, except that it rolls back a write that a power cut left half done, and puts right a page
/// of which one bit was flipped.
struct StoreInspection {
    /// The schema it was written with; 0: it is empty.
    var version = 0
    /// Whether its pages have checksums.
    var hasChecksums = false
    /// The fault that was found; nil: nothing was found.
    var corruption: String?
    /// Pages of which one bit was flipped and is right again.
    var repaired: [PageDamage] = []
    /// Commits that the write-ahead log has behind a damaged place: ``LogFrames/lostCommits``.
    var lostCommits = 0

    /// After a clean end the file's first page says enough. After any other end the write-ahead log is read and the tables are checked. If damage was seen
    /// before, or is now, all pages are read and the whole database is checked.
    init(_ files: StoreFiles, isUnclean: Bool) throws(WidgetError) {
        try Self.rollBack(files)
        let first = try FirstPage(files.database)
        if first.isForeign { corruption = "it is not an SQLite database" }
        guard corruption == nil else { return }
        if let header = first.header {
            (version, hasChecksums) = (header.version, header.hasChecksums)
            if let damage = first.damage, damage.flippedBit != nil, DatabasePages.putRight(1, pageBytes: header.pageBytes, of: files.database) {
                repaired.append(damage)
            }
        }
        let isSuspect = StoreFiles.exists(files.damageMarker) || first.damage != nil
        guard isUnclean || isSuspect else { return }
        readLog(files)
        guard version <= Schema.version else { return }
        if isSuspect { try readPages(files) }
        guard corruption == nil else { return }
        try check(files, isSuspect: isSuspect)
        // The check has met damage for the first time.
        if !isSuspect, !PageChecksums.damage(of: files.database).isEmpty { try readPages(files) }
    }

    /// Takes the newest first page from the write-ahead log.
    private mutating func readLog(_ files: StoreFiles) {
        let (frames, header) = LogFrames.read(files.log)
        lostCommits = frames.lostCommits
        if let header { (version, hasChecksums) = (header.version, header.hasChecksums) }
    }

    /// Reads all pages, and puts right those with one flipped bit.
    private mutating func readPages(_ files: StoreFiles) throws(WidgetError) {
        guard hasChecksums else { return }
        let pages = try DatabasePages(database: files.database, log: files.log, haveChecksums: true)
        for damage in pages.damage() {
            if damage.flippedBit != nil, DatabasePages.putRight(damage.page, pageBytes: pages.pageBytes, of: files.database) {
                repaired.append(damage)
            } else if damage.flippedBit == nil, corruption == nil {
                corruption = "page \(damage.page) of \(pages.count) hasn't its checksum"
            }
        }
    }

    /// Has SQLite check the tables; the whole database, if it is suspect.
    private mutating func check(_ files: StoreFiles, isSuspect: Bool) throws(WidgetError) {
        do {
            var configuration = Configuration()
            // A connection that only reads leaves the file as it is, also when it closes.
            configuration.readonly = true
            configuration.foreignKeysEnabled = false
            configuration.busyMode = .timeout(StoreLimits.busySeconds)
            let queue = try DatabaseQueue(path: files.database, configuration: configuration)
            defer { try? queue.close() }
            corruption = try queue.unsafeRead { db in
                if hasChecksums { try PageChecksums.require(db) }
                return try isSuspect ? Self.problem(db, "PRAGMA integrity_check(1)") : Self.quickCheck(db)
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
}
