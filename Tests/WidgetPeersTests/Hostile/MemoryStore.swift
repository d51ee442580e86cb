import ReplicationTestSupport
import Synchronization
import WidgetCore
import WidgetReplication

@testable import WidgetPeers

/// A store that sessions work on, in dictionaries: a step that throws leaves nothing behind.
final class MemoryStore: SyncStore {
    private struct State {
        var storage: MemoryReplica
        var position: ReplicaPosition
        /// The figure of the last step that changed something.
        var changes = ReplicaChanges()
        var isHeld = false
        var refusesToSync = false
        var waiters: [CheckedContinuation<Void, Never>] = []
        var steps = 0
    }

    private let state: Mutex<State>

    /// The store of a device that knows itself and `members`.
    init(_ device: DeviceID, members: [DeviceID], now: Timestamp) throws {
        var replica = try Replica.create(in: MemoryReplica(), device: device, now: now, random: { 1 })
        for member in [device] + members { try replica.perform(.membership(member), now: now) }
        try replica.finish()
        state = Mutex(State(storage: replica.storage, position: replica.position))
    }

    func replicate<T: Sendable>(_ body: @escaping @Sendable (inout Replica<MemoryReplica>) throws -> T) async throws -> T {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.isHeld { state.waiters.append(continuation) }
                return !state.isHeld
            }
            if goesOn { continuation.resume() }
        }
        return try step(body)
    }

    func sync() async throws {
        guard state.withLock({ !$0.refusesToSync }) else { throw WidgetError(.unavailable, "the disk refuses to sync") }
    }

    @discardableResult
    func step<T: Sendable>(_ body: (inout Replica<MemoryReplica>) throws -> T) throws -> T {
        try state.withLock { state in
            state.steps += 1
            var replica = Replica(state.storage, position: state.position, random: { UInt64.random(in: 0 ... .max) })
            let result = try body(&replica)
            try replica.finish()
            (state.storage, state.position) = (replica.storage, replica.position)
            if !replica.changes.isEmpty { state.changes = replica.changes }
            return result
        }
    }

    /// A disk that doesn't come back: steps wait until it is let go.
    func hold() { state.withLock { $0.isHeld = true } }

    func letGo() {
        let waiters = state.withLock { state in
            state.isHeld = false
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// A disk that takes what is written, and doesn't say that it has it.
    func refuseToSync() { state.withLock { $0.refusesToSync = true } }

    /// How many were begun.
    var steps: Int { state.withLock { $0.steps } }
    var rows: [Int: [RowID: MemoryReplica.Row]] { state.withLock { $0.storage.rows } }
    var owned: [OwnedKey: [[UInt8]: MemoryReplica.Owned]] { state.withLock { $0.storage.ownedRows } }
    var changes: ReplicaChanges { state.withLock { $0.changes } }
    /// How far each origin has come.
    var sequences: [Origin: Int64] {
        state.withLock { Dictionary($0.position.origins.all.filter { $0.sequence > 0 }.map { ($0.origin, $0.sequence) }, uniquingKeysWith: max) }
    }
    var originCount: Int { state.withLock { $0.position.origins.count } }
}

extension RowOperation {
    static func membership(_ device: DeviceID) -> RowOperation {
        RowOperation(
            RowKey(table: SharedSchema.device, id: RowID(device)), .insert([Cell(column: 1, .blob(device.bytes)), Cell(column: 2, .text("a device"))]))
    }

    static func widget(_ number: UInt64, name: CellValue = .text("a widget")) -> RowOperation {
        RowOperation(RowKey(table: SharedSchema.widget, id: RowID(high: 9, low: number)), .insert([Cell(column: 1, .text("note")), Cell(column: 3, name)]))
    }
}
