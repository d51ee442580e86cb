public import WidgetReplication

/// The replica that sessions work on: the daemon's store.
public protocol SyncStore: Sendable {
    associatedtype Storage: ReplicaStorage

    /// Runs `body` in one transaction, and returns when it is committed, durably where `ReplicaChanges.mustBeDurable` says so. If `body` throws, the
    /// transaction is rolled back.
    func replicate<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T

    /// Like ``replicate(_:)``, for a `body` that most likely writes nothing.
    func follow<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T

    /// Makes all commits so far durable.
    /// - Throws: the disk's error. Then nothing may be reported as durable.
    func sync() async throws

    /// The executor for steps that may take long. Nil for the one of all other steps.
    var executor: (any TaskExecutor)? { get }
}

extension SyncStore {
    public func follow<T: Sendable>(_ body: @escaping @Sendable (inout Replica<Storage>) throws -> T) async throws -> T { try await replicate(body) }

    public var executor: (any TaskExecutor)? { nil }
}
