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

    /// How long a log line waits for a terminal or pipe in non-blocking mode, in milliseconds. Then it is dropped: a reader that doesn't read must not stop the
    /// daemon.
    public static let terminalWait: Int32 = 200

    /// How long a program on the bus may take to answer: D-Bus's own default.
    public static let busCallTimeout = Duration.seconds(25)

    /// Values in one message of the bus. Avahi's messages have about twelve, and a list of a machine's devices has some thousands. Each takes up to 100 bytes
    /// of memory.
    public static let busValues = 65_536

    /// Calls that wait for answers at once on one connection. Only a loop of ours that doesn't wait for answers would make more.
    public static let busCalls = 1_024

    /// Active connections of NetworkManager whose names are read. A machine has a few, and each container's network may be one more.
    static let activeConnections = 64

    /// Requests to a connection's thread that it hasn't taken up.
    static let busJobs = 4_096

    /// Bytes of UTF-8 of an error's text that are kept. The text goes into the log.
    static let busErrorText = 1_024

    /// Bytes of the stack of a connection's thread. A message nests at most 64 levels, and reading a level takes about a kilobyte.
    static let busThreadStack = 512 << 10

    /// How long the desktop portal may take to open an address. The call may have to start it.
    public static let portalTimeout = Duration.seconds(10)

    /// How long to wait to see whether a program that opens an address fails. Such a program fails at once or not at all.
    static let openerPause = Duration.seconds(2)
}
