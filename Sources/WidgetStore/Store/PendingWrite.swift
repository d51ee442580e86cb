internal import WidgetCore
internal import WidgetReplication

/// The result of a write: its changes of replicated rows, once it is as durable as its kind says, or the error.
typealias WriteOutcome = Result<ReplicaChanges, any Error>

/// The durability that a write's caller needs.
enum WriteKind: Sendable {
    /// The write is durable when its caller gets the result.
    case durable
    /// Everyone sees the write when its caller gets the result; it may become durable later.
    case deferred
    /// The same, and most likely nothing is written.
    case reading
}

/// One caller's write.
struct PendingWrite: Sendable {
    let kind: WriteKind
    /// The user whose call makes it. Nil: the daemon makes it by itself.
    let user: String?
    /// Does it, and keeps its result until the commit.
    let perform: @Sendable (inout StoreTransaction) throws -> Void
    /// Answers the caller.
    let complete: @Sendable (WriteOutcome) -> Void

    init(
        _ kind: WriteKind, by user: String?, _ perform: @escaping @Sendable (inout StoreTransaction) throws -> Void,
        complete: @escaping @Sendable (WriteOutcome) -> Void
    ) {
        self.kind = kind
        self.user = user
        self.perform = perform
        self.complete = complete
    }
}

/// Keeps a write's result until its commit. The writer sets the value, and the caller reads it after the commit.
final class WriteResult<T: Sendable>: Sendable {
    nonisolated(unsafe) var value: T?

    func get() throws(WidgetError) -> T {
        guard let value else { throw WidgetError(.internal, "a write was acknowledged before it was done") }
        return value
    }
}
