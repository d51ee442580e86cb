internal import Synchronization

/// How long writes have taken lately: the wait for the lock, the changes and the commit. Noted by the writer, asked by everyone.
final class CommitLatency: Sendable {
    /// In nanoseconds.
    private let lately = Atomic<Int64>(0)

    /// How long the next one will take, as far as the last ones say. Nothing is known yet: no time.
    var expected: Duration { .nanoseconds(lately.load(ordering: .relaxed)) }

    /// A slow one counts for a quarter: a disk that has begun to be slow is known after one that was very slow, or after some.
    func note(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let taken = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        let before = lately.load(ordering: .relaxed)
        lately.store(before + (taken - before) / 4, ordering: .relaxed)
    }
}
