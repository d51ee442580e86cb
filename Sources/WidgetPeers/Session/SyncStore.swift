public import WidgetCore

/// The replica that sessions work on: the daemon's store.
public protocol SyncStore: Sendable {
    associatedtype Storage: ReplicaStorage

    /// Runs `body` in one transaction, and returns when it is durable. What `body` throws undoes it.
    func replicate<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T
}
