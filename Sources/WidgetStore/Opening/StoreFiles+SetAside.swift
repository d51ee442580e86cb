internal import Glibc
internal import WidgetCore

extension StoreFiles {
    /// Renames a corrupt database, with its write-ahead log, so that nothing overwrites it and a user can look at it. Never replaces another file.
    /// - Returns: the database's new path.
    func setAside(at date: Timestamp) throws(WidgetError) -> String {
        let base = "\(database).corrupt-\(Self.stamp(date))"
        var target = base
        var number = 2
        while ["", "-wal", "-journal", "-shm"].contains(where: { Self.exists(target + $0) }) {
            target = "\(base)-\(number)"
            number += 1
        }
        // The log first: a database without its log may look sound and old, a log without its database is ignored.
        for suffix in ["-wal", "-journal", "-shm", ""] where Self.exists(database + suffix) {
            guard rename(database + suffix, target + suffix) == 0 else { throw .system("setting aside \(database + suffix)", errno) }
        }
        clearDamageMarker()
        return target
    }

    /// Leaves a file that says that the database was found damaged. If even that file can't be written, the next start still checks the database after an
    /// unclean end.
    func markDamaged() {
        let descriptor = open(damageMarker, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    func clearDamageMarker() { unlink(damageMarker) }

    /// `20250131T235959Z`.
    private static func stamp(_ date: Timestamp) -> String {
        var seconds = time_t(date.milliseconds / 1_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "\(date.milliseconds)" }
        func padded(_ number: Int32, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(parts.tm_year + 1900, 4))\(padded(parts.tm_mon + 1, 2))\(padded(parts.tm_mday, 2))"
            + "T\(padded(parts.tm_hour, 2))\(padded(parts.tm_min, 2))\(padded(parts.tm_sec, 2))Z"
    }
}
