public import WidgetReplication

/// The replica that sessions work on: the daemon's store.
public protocol SyncStore: Sendable {
    associatedtype Storage: ReplicaStorage

    /// Runs `body` in one transaction, and returns when it is committed: durably where that must be (``WidgetCore/ReplicaChanges/mustBeDurable``). What `body`
    /// throws undoes it.
    func replicate<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T

    /// The same for what most likely writes nothing.
    func follow<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T

    /// Makes durable what was committed so far.
    /// - Throws: the disk refuses, and nothing may be said to be durable.
    func sync() async throws

    /// Where steps run that may take long; nil: where all others do.
    var executor: (any TaskExecutor)? { get }
}

extension SyncStore {
    public func follow<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T { try await replicate(body) }

    public var executor: (any TaskExecutor)? { nil }
}
