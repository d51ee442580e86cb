internal import Synchronization

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
