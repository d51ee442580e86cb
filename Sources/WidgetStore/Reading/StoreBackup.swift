internal import GRDB
internal import Glibc
internal import WidgetCore

/// A consistent copy of a database in use, by SQLite's own means.
enum StoreBackup {
    /// Writes beside `path` first: a copy that was cut short never has the name.
    static func copy(from source: String, to path: String) throws {
        let partial = path + ".partial"
        unlink(partial)
        let descriptor = open(partial, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw WidgetError.system("making \(partial)", errno) }
        close(descriptor)
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(StoreLimits.busySeconds)
            // A connection of its own: readers and the writer go on meanwhile.
            let from = try DatabaseQueue(path: source, configuration: configuration)
            let to = try DatabaseQueue(path: partial)
            try from.backup(to: to)
            // One file, without a log beside it.
            try to.writeWithoutTransaction { db in _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") }
            try to.close()
            try from.close()
            guard link(partial, path) == 0 else { throw WidgetError.system("naming the backup \(path)", errno) }
            unlink(partial)
        } catch {
            unlink(partial)
            throw error
        }
    }
}
