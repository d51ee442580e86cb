/// The bounds of `widgetd.conf`, each with its reason.
public enum ConfigurationLimits {
    /// Bytes of a file: every key some hundred times.
    public static let fileBytes = 64 << 10
    /// Drop-ins in one directory. A directory with more is a mistake.
    public static let dropIns = 256
    /// Values of a list: a directory, an address or a kind each.
    public static let listValues = 256
    /// UTF-8 bytes of one value: a path's limit in Linux.
    public static let valueBytes = 4_095
    /// Mistakes of one file that are said. More of them come from a file of another format.
    public static let mistakesPerFile = 50
    /// Connections of one user at a time. A process of the system's usual hard limit can open 524,288 files.
    public static let connectionsPerUser = 1...100_000
    /// The same where nobody says another number: one user's bars, boards and scripts.
    public static let usualConnectionsPerUser = 64
    /// The age at which an activity ends, in seconds, as far as it can be chosen: 366 days. `never` stands for longer times.
    public static let activityAgeSeconds: Int64 = 366 * 86_400
}
