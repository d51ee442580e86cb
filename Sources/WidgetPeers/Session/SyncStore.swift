public import WidgetCore

/// The replica that sessions work on: the daemon's store.
public protocol SyncStore: Sendable {
    associatedtype Storage: ReplicaStorage

    /// Runs `body` in one transaction, and returns when it is durable. What `body` throws undoes it.
    func replicate<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T

    /// The same for what most likely writes nothing.
    func follow<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T
}

extension SyncStore {
    public func follow<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T { try await replicate(body) }
}
