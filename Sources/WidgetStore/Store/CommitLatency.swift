internal import Synchronization
public import WidgetCore

/// The recent duration of writes: the wait for the lock, the changes and the commit. The writer sets it, and everyone reads it.
final class CommitLatency: Sendable {
    /// In nanoseconds.
    private let lately = Atomic<Int64>(0)

    /// The probable duration of the next write, judged by the last ones; zero if nothing is known yet.
    var expected: Duration { .nanoseconds(lately.load(ordering: .relaxed)) }

    /// Each write counts for a quarter of the average. One very slow write, or several slow ones, show that the disk has become slow.
    func note(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let taken = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        let before = lately.load(ordering: .relaxed)
        lately.store(before + (taken - before) / 4, ordering: .relaxed)
    }
}

/// The commits of a store, from the begin of the transaction until the disk has it or, for deferred ones, the file system.
public struct StoreMetrics: Sendable {
    /// Commits that were durable when they ended.
    public private(set) var durable = Histogram(bounds: Histogram.commitBounds)
    /// Commits of other devices' changes, which become durable later.
    public private(set) var deferred = Histogram(bounds: Histogram.commitBounds)
    /// Transactions that the store couldn't commit, or couldn't sync.
    public internal(set) var failures: UInt64 = 0

    mutating func note(_ duration: Duration, isDurable: Bool) {
        if isDurable { durable.observe(duration) } else { deferred.observe(duration) }
    }
}
