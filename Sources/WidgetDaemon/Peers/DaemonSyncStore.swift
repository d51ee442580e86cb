import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

/// The daemon's store as sessions see it. What a session changed is told to the work loop, which reads it anew: the order in
/// which two sessions tell doesn't matter.
struct DaemonSyncStore: SyncStore {
    let store: WidgetStore
    let changes: ChangeQueue

    func replicate<T: Sendable>(_ body: @escaping @Sendable (inout Replica<SQLiteReplica>) throws -> T) async throws -> T {
        note(try await store.replicate(body))
    }

    func follow<T: Sendable>(_ body: @escaping @Sendable (inout Replica<SQLiteReplica>) throws -> T) async throws -> T {
        note(try await store.replicate(likelyReading: true, body))
    }

    func sync() async throws { try await store.sync() }

    var executor: (any TaskExecutor)? { ThreadPoolExecutor.shared }

    private func note<T>(_ outcome: (result: T, changed: ReplicaChanges)) -> T {
        let changed = outcome.changed
        if !changed.rows.isEmpty || !changed.owned.isEmpty || changed.reincarnation != nil { changes.put(changed) }
        return outcome.result
    }
}
