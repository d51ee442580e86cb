/// Mistakes that the simulation must find: most were made while the rules were thought out, in a model. They are made at the edges of the rules (their storage,
/// messages and driver), so
/// that what is shipped has no trace of them.
public enum PlantedBug: String, Sendable, CaseIterable {
    /// A local change is acknowledged before it is durable.
    case normalLocal
    /// A restored backup isn't noticed.
    case noIncarnation
    /// Chains of one origin aren't compared.
    case noForkCheck
    /// The transactions behind a fork are dropped instead of adopted.
    case discardBranch
    /// A change of a row that isn't here yet is dropped.
    case dropOrphans
    /// If clocks are equal, this device's own change wins.
    case mineWinsTie
    /// Any clock is taken.
    case noBound
    /// A change that isn't durable yet is acknowledged to peers.
    case ackVolatile
    /// A device's own change in a session, as when it adopts what stood behind a fork, is told to others before it is durable.
    case ownVolatile
    /// The log is cut without asking whether others have it.
    case collectByAge
    /// A snapshot leaves out what waits for its row.
    case snapshotWithoutHidden
    /// Tombstones leave with the log.
    case dropTombstones
    /// A delete isn't terminal.
    case resurrect
    /// Transactions are sent by origin, not in the order in which they were applied.
    case unordered
    /// A transaction that failed half-way is kept.
    case torn
    /// The clock starts anew with the process.
    case forgetClock
    /// Fields that waited for a newer schema stay hidden after the upgrade.
    case noSettling
}
