internal import Glibc
internal import WidgetCore

extension StoreFiles {
    private static let suffixes = ["-wal", "-journal", "-shm", ""]

    /// Renames a corrupt database, with its write-ahead log, so that nothing overwrites it and a user can look at it. Never replaces another file. A new
    /// database that is filled from it isn't whole before ``endSalvage()``.
    /// - Returns: the database's new path.
    func setAside(at date: Timestamp) throws(WidgetError) -> String {
        let base = "\(database).corrupt-\(Self.stamp(date))"
        var target = base
        var number = 2
        while Self.suffixes.contains(where: { Self.exists(target + $0) }) {
            target = "\(base)-\(number)"
            number += 1
        }
        try SmallFile.write(target, to: salvageMarker)
        try setAside(to: target)
        return target
    }

    private func setAside(to target: String) throws(WidgetError) {
        // The log first: a database without its log may look sound and old, a log without its database is ignored.
        for suffix in Self.suffixes where Self.exists(database + suffix) {
            guard rename(database + suffix, target + suffix) == 0 else { throw .system("setting aside \(database + suffix)", errno) }
        }
        Self.syncDirectory(of: database)
        clearDamageMarker()
    }

    /// The damaged database from which the present one was to be filled when the last process ended; nil: there is none. The present one is removed: nobody has
    /// used it.
    func unfinishedSalvage() throws(WidgetError) -> String? {
        guard let target = SmallFile.text(salvageMarker, limit: 4_096), target.hasPrefix(database + ".corrupt-") else { return nil }
        if Self.exists(target) {
            for suffix in Self.suffixes where Self.exists(database + suffix) {
                guard unlink(database + suffix) == 0 else { throw .system("removing \(database + suffix)", errno) }
            }
            clearDamageMarker()
        } else if Self.exists(database) {
            try setAside(to: target)
        } else {
            endSalvage()
            return nil
        }
        return target
    }

    /// The new database has everything that could be read of the one that was set aside.
    func endSalvage() {
        unlink(salvageMarker)
        Self.syncDirectory(of: salvageMarker)
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
