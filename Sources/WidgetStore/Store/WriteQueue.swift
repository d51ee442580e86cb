internal import Synchronization
internal import WidgetCore

/// Writes that wait for the writer. Those that come while it commits share its next commit.
struct WriteQueue {
    private(set) var waiting: [PendingWrite] = []
    private var isWriting = false

    /// Whether the caller may write at once: nobody does, and nobody waits. If so, it calls ``end()`` when it has.
    mutating func begin() -> Bool {
        defer { isWriting = true }
        return !isWriting
    }

    /// A commit that was begun by ``begin()``, or is of what waited, has ended.
    /// - Returns: true: something waits, and the caller starts the writer.
    mutating func end() -> Bool {
        isWriting = !waiting.isEmpty
        return isWriting
    }

    /// Adds a write.
    /// - Returns: true: the caller starts the writer.
    mutating func append(_ write: PendingWrite) -> Bool {
        waiting.append(write)
        defer { isWriting = true }
        return !isWriting
    }

    /// Takes the writes of the next commit, in the order of arrival. The writer was started, so there is something.
    mutating func next() -> [PendingWrite] {
        let group = Array(waiting.prefix(StoreLimits.writesPerCommit))
        waiting.removeFirst(group.count)
        return group
    }
}

/// The result of a write: its changes of replicated rows, when it is as durable as its kind says; or why nothing was written.
typealias WriteOutcome = Result<ReplicaChanges, any Error>

/// The durability that a write's caller needs.
enum WriteKind: Sendable {
    /// It is durable when it is answered.
    case durable
    /// Everyone sees it when it is answered; it may become durable later.
    case deferred
    /// The same, and most likely nothing is written.
    case reading
}

/// One caller's write.
struct PendingWrite: Sendable {
    let kind: WriteKind
    /// Does it, and keeps its result until the commit.
    let perform: @Sendable (inout StoreTransaction) throws -> Void
    /// Answers the caller.
    let complete: @Sendable (WriteOutcome) -> Void

    init(
        _ kind: WriteKind, _ perform: @escaping @Sendable (inout StoreTransaction) throws -> Void,
        complete: @escaping @Sendable (WriteOutcome) -> Void
    ) {
        self.kind = kind
        self.perform = perform
        self.complete = complete
    }
}

/// Where a write's result waits for its commit: set by the one who writes, read when that has ended.
final class WriteResult<T: Sendable>: Sendable {
    nonisolated(unsafe) var value: T?

    func get() throws(WidgetError) -> T {
        guard let value else { throw WidgetError(.internal, "a write was acknowledged before it was done") }
        return value
    }
}

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
