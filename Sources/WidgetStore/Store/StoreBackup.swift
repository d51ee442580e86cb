internal import GRDB
internal import Glibc
internal import WidgetCore

/// A consistent copy of a database in use, made with SQLite's backup interface.
enum StoreBackup {
    /// Writes to another name first, so that an incomplete copy is never at `path`.
    /// - Parameters:
    ///   - haveChecksums: whether the pages of the source have checksums.
    ///   - partial: that name, in the same directory. Nothing is there.
    static func copy(from source: String, to path: String, by partial: String, haveChecksums: Bool) throws {
        let descriptor = open(partial, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw WidgetError.system("making the backup \(path)", errno) }
        defer { close(descriptor) }
        do {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(StoreLimits.busySeconds)
            // The copy has a connection of its own, so that readers and the writer go on meanwhile.
            let from = try DatabaseQueue(path: source, configuration: configuration)
            let to = try DatabaseQueue(path: partial)
            // Pages of the log have old checksums, and get theirs when they are written.
            if haveChecksums { try to.writeWithoutTransaction { try PageChecksums.require($0) } }
            try from.backup(to: to)
            // One file, without a log beside it.
            try to.writeWithoutTransaction { db in _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE") }
            try to.close()
            try from.close()
            guard fsync(descriptor) == 0 else { throw WidgetError.system("writing the backup \(path)", errno) }
            guard link(partial, path) == 0 else { throw WidgetError.system("naming the backup \(path)", errno) }
            unlink(partial)
            StoreFiles.syncDirectory(of: path)
        } catch {
            unlink(partial)
            throw error
        }
    }
}
