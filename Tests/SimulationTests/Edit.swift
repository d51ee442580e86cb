import WidgetCore
import WidgetReplication

/// A transaction that a device acknowledged to its user: what must still be true in the end.
struct Edit {
    enum Change { case insert([Int]), update([Int]), delete }

    var machine: Int
    var origin: Origin
    var sequence: Int64
    var hash: ChainHash
    var clock: HybridLogicalClock.Reading
    var changes: [(row: RowKey, change: Change)]
    /// The edits that its device had applied.
    var causes: [Origin: Int64]
    /// The only disks that had it were put back or cut off: it may be gone.
    var mayBeLost = false
    /// Its clock was ahead, and it may have been written anew with another one.
    var mayBeRestamped = false

    var isCertain: Bool { !mayBeLost && !mayBeRestamped }
}

/// The findings of a simulation.
struct Violation: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
