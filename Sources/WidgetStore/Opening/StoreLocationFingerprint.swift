internal import Glibc
internal import WidgetCore
internal import WidgetReplication

/// The content of a file beside the database: the database's place, and its device's last sequence number, when the store was last opened or closed. A database
/// that doesn't fit was copied, restored or moved. Its device then begins a new incarnation before it writes, so that no sequence number is ever used twice.
struct StoreLocationFingerprint: Equatable {
    var place: String
    var origin: Origin
    var sequence: Int64

    /// Whether the fingerprint was written for this database. The database may have gone on since.
    func fits(_ position: ReplicaPosition, at place: String) -> Bool {
        guard self.place == place, origin.device == position.device else { return false }
        return (origin.incarnation, sequence) <= (position.origin.incarnation, position.origins[position.own].sequence)
    }
}

extension StoreLocationFingerprint {
    init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count >= 2 else { return nil }
        let words = lines[1].split(separator: " ")
        guard words.count == 3, let device = DeviceID(String(words[0])), let incarnation = Int64(words[1]), let sequence = Int64(words[2]) else { return nil }
        self.init(place: String(lines[0]), origin: Origin(device: device, incarnation: Incarnation(rawValue: incarnation)), sequence: sequence)
    }

    var text: String { "\(place)\n\(origin.device) \(origin.incarnation.rawValue) \(sequence)\n" }
}

extension StoreFiles {
    /// Never part of a backup: its absence shows that a store was restored.
    var fingerprintPath: String { directory + "/widgetd.place" }

    /// - Returns: nil where there is none, or none that can be read.
    var fingerprint: StoreLocationFingerprint? { SmallFile.text(fingerprintPath, limit: 1_024).flatMap { StoreLocationFingerprint(text: $0) } }

    /// Writes the fingerprint if the file has another one. If that fails (a full disk), the next start takes the store for a moved one. A needless new
    /// incarnation does no harm.
    func writeFingerprint(of position: ReplicaPosition, _ configuration: StoreConfiguration) {
        guard let place = configuration.place(database) else { return }
        let wanted = StoreLocationFingerprint(place: place, origin: position.origin, sequence: position.origins[position.own].sequence)
        guard fingerprint != wanted else { return }
        let temporary = fingerprintPath + ".new"
        let descriptor = open(temporary, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let bytes = Array(wanted.text.utf8)
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        if isWritten { rename(temporary, fingerprintPath) } else { unlink(temporary) }
    }
}

/// The place of a database file, which a copy of the file doesn't share.
public enum StorePlace {
    /// The machine's id and the file's inode number; nil if there is no such file. The number of the file system isn't used: with several disks, or on btrfs,
    /// it changes with each start of the machine.
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
