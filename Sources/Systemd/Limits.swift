/// The limits of this module, each with its reason.
public enum SystemdLimits {
    /// Bytes of UTF-8 in a status text. `systemctl status` shows it on one line, and the manager keeps it in memory for every unit.
    public static let statusText = 1_024

    /// Bytes of UTF-8 in a log message. The daemon logs providers' error output: what one of them prints must not fill the journal.
    public static let logMessage = 16_384

    /// Bytes of UTF-8 in one metadata value of a log entry. Longer values are payloads, which do not belong in a log.
    public static let metadataValue = 4_096

    /// Metadata fields in one log entry. The rest are counted in the entry, so that their loss is seen.
    public static let metadataFields = 64

    /// Bytes in the name of a journal field: journald drops an entry's field with a longer name.
    public static let journalFieldName = 64

    /// Milliseconds for which a log line waits for a terminal or pipe in non-blocking mode before it is given up: a reader that is gone must not stop the
    /// daemon.
    public static let terminalWait: Int32 = 200
}
