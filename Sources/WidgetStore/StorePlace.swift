internal import Glibc

/// Where a database is: what a copy of it doesn't have.
public enum StorePlace {
    /// The machine's id and the file's number. Not the number of its file system: with several disks, or on btrfs, that is another one after each start.
    @Sendable public static func describe(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return "\(machine) \(status.st_ino)"
    }

    /// systemd's id of this installation; empty where there is none.
    private static var machine: String {
        let text = SmallFile.text("/etc/machine-id", limit: 64) ?? ""
        return String(text.prefix { $0 != "\n" })
    }
}
