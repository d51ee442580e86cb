import ReplicationTestSupport
import WidgetCore
import WidgetReplication

/// A device's replica in memory, each call a transaction.
struct TestDevice {
    var replica: Replica<MemoryReplica>
    var now = Timestamp(milliseconds: 1_790_000_000_000)

    /// - Parameter byte: the first of its id; a greater one wins ties.
    init(_ byte: UInt8, schema: SharedSchema = .current) throws {
        guard let id = DeviceID(bytes: [byte] + Array(repeating: 0, count: 31)) else { throw WidgetError(.internal, "32 bytes are an id") }
        var random = SplitMix64(seed: UInt64(byte))
        let first = random.next()
        replica = try Replica.create(in: MemoryReplica(), device: id, now: now, schema: schema, random: { first })
        try perform(RowOperation(RowKey(table: SharedSchema.device, id: RowID(id)), .insert([Cell(column: 1, .blob(id.bytes))])))
    }

    var id: DeviceID { replica.position.device }
    var sequence: Int64 { replica.position.origins[replica.position.own].sequence }

    mutating func perform(_ operations: RowOperation...) throws {
        for operation in operations { try replica.perform(operation, now: now) }
        try replica.finish()
    }

    /// The log, as it is sent.
    func log() throws -> [LoggedTransaction] { try replica.storage.log(after: .start, limit: 1_000).map(\.transaction) }

    @discardableResult
    mutating func take(_ batch: [LoggedTransaction], from peer: TestDevice) throws -> BatchOutcome {
        let outcome = try replica.apply(batch, from: peer.id, now: now)
        try replica.finish()
        return outcome
    }

    @discardableResult
    mutating func takeAll(from peer: TestDevice) throws -> BatchOutcome { try take(peer.log(), from: peer) }

    mutating func reconcile(with peer: TestDevice) throws -> Reconciliation {
        let result = try replica.reconcile(with: peer.replica.summary(), now: now)
        try replica.finish()
        return result
    }

    /// The name of a widget; nil: it isn't here.
    func name(_ row: RowKey) -> String? {
        guard case .text(let name)? = replica.storage.rows[row.table]?[row.id]?.values[3] else { return nil }
        return name
    }

    func isHere(_ row: RowKey) -> Bool { replica.storage.rows[row.table]?[row.id] != nil }
}

extension RowKey {
    static func widget(_ number: UInt64) -> RowKey { RowKey(table: SharedSchema.widget, id: RowID(high: number, low: number)) }

    func insert(_ name: String) -> RowOperation { RowOperation(self, .insert([Cell(column: 1, .text("kind")), Cell(column: 3, .text(name))])) }
    func rename(_ name: String) -> RowOperation { RowOperation(self, .update([Cell(column: 3, .text(name))])) }
    var delete: RowOperation { RowOperation(self, .delete) }
}
