internal import Glibc
internal import WidgetCore

/// The store's files. All are private to their user (0600), whatever the umask: SQLite gives its -wal and -shm the database's mode.
struct StoreFiles: Sendable {
    let directory: String
    var database: String { directory + "/widgetd.sqlite" }
    var log: String { database + "-wal" }
    /// There only while a new database is made.
    var rollbackJournal: String { database + "-journal" }
    var sharedMemory: String { database + "-shm" }
    var lock: String { directory + "/widgetd.lock" }
    /// This file says that SQLite found the database damaged while it was in use. The next start then checks the whole database.
    var damageMarker: String { database + ".suspect" }

    /// This file names the damaged database from which a new one is being filled.
    var salvageMarker: String { database + ".salvaging" }
    /// The copy of a store of an earlier version, from before its pages got checksums.
    var copyBeforeChecksums: String { database + ".before-checksums" }

    /// The name of that copy until it is whole. A part that an earlier start has left there is removed.
    func unusedPartialCopy() throws(WidgetError) -> String {
        let partial = copyBeforeChecksums + ".partial"
        for path in [partial, partial + "-journal", partial + "-wal"] where unlink(path) != 0 && errno != ENOENT { throw .system("removing \(path)", errno) }
        return partial
    }

    init(directory: String) {
        var directory = directory
        while directory.count > 1, directory.hasSuffix("/") { directory.removeLast() }
        self.directory = directory
    }

    /// Makes the directory where it isn't there. One that is there keeps its mode, but others must not be able to write in it.
    func prepareDirectory() throws(WidgetError) {
        guard directory.hasPrefix("/") else {
            throw .invalid("directory", "the store's directory is an absolute path, not '\(directory)'")
        }
        if mkdir(directory, 0o700) == 0 {
            // The umask may have removed bits, so the mode is set once more.
            guard chmod(directory, 0o700) == 0 else { throw .system("setting the mode of \(directory)", errno) }
            // SQLite syncs the names in the directory, but not the directory's own name. A power cut could remove the whole store.
            Self.syncDirectory(of: directory)
            return
        }
        let failure = errno
        var status = stat()
        guard stat(directory, &status) == 0 else { throw .system("making the store's directory \(directory)", failure) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw WidgetError(.failedPrecondition, "\(directory) is not a directory; move it away or name another directory for the store")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw WidgetError(.failedPrecondition, "others may write in \(directory), so the store isn't safe there; run: chmod go-w '\(directory)'")
        }
    }

    /// Makes a name durable, by the directory that it is in. A directory that can't be read can't be synced either; then the name is as durable as the file
    /// system makes it by itself.
    static func syncDirectory(of path: String) {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let parent = open(end == path.startIndex ? "/" : String(path[..<end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return }
        fsync(parent)
        close(parent)
    }

    /// Makes an empty database file, or takes rights from one that others may read.
    /// - Returns: true: it is new.
    func prepareDatabase() throws(WidgetError) -> Bool {
        let created = open(database, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if created >= 0 {
            defer { close(created) }
            guard fchmod(created, 0o600) == 0 else { throw .system("setting the mode of \(database)", errno) }
            return true
        }
        guard errno == EEXIST else { throw .system("making \(database)", errno) }
        var status = stat()
        guard stat(database, &status) == 0 else { throw .system("looking at \(database)", errno) }
        for path in [database, log, sharedMemory] where stat(path, &status) == 0 && status.st_mode & 0o077 != 0 {
            guard chmod(path, 0o600) == 0 else { throw .system("setting the mode of \(path)", errno) }
        }
        return Self.size(database) == 0 && Self.size(log) == 0
    }

    /// Bytes that the disk has left for its user; 0 where it doesn't say.
    var free: Int {
        var status = statvfs()
        return statvfs(directory, &status) == 0 ? Int(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize)) : 0
    }

    /// Bytes of the database with its write-ahead log.
    var size: Int { Self.size(database) + Self.size(log) }

    /// Bytes of a file; 0 where it isn't there.
    static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
