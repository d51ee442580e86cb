internal import WidgetCore
internal import WidgetReplication

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
