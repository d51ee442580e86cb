public import WidgetCore

/// The limits of a session with an engine.
public enum CarrierLimits {
    /// Faults of an engine without any progress, after which the session ends. An engine that others write to at the same time causes one now and then.
    public static let faults = 10
    /// Pages of a snapshot, which are kept in memory until all are there: 500,000 rows or 20 million chain hashes.
    public static let pages = 1_000
    /// How many transactions of each origin stay in a log that is cut: as many as in a device's own log.
    public static let tail: Int64 = 1_000
    /// How long transactions stay in a device's log that the engine has: longer than the age of a usual backup of the engine.
    public static let age = Milliseconds(35 * 86_400_000)
    /// The pause before transactions are tried again that the engine refused as from the future, or that this device couldn't take.
    public static let refusal = Milliseconds(60_000)
}
