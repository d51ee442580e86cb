/// What became of a batch from a peer.
public struct BatchOutcome: Sendable, Hashable {
    /// Transactions that were new.
    public var applied = 0
    /// The first that is held, and all after it: its clock is too far ahead.
    public var held: Held?

    public struct Held: Sendable, Hashable {
        public var origin: Origin
        public var sequence: Int64
        public var clock: HybridLogicalClock.Reading

        public init(origin: Origin, sequence: Int64, clock: HybridLogicalClock.Reading) {
            self.origin = origin
            self.sequence = sequence
            self.clock = clock
        }
    }
}

extension Replica {
    /// Applies transactions from a peer, in their order. What is known is skipped. Everything is checked before anything is written: where this throws a
    /// ``ReplicationFault``, nothing was.
    public mutating func apply(_ batch: [LoggedTransaction], from peer: DeviceID, now: Timestamp) throws -> BatchOutcome {
        let (accepted, outcome) = try check(batch, from: peer, now: now)
        for (transaction, operations) in accepted {
            let number = try number(of: transaction.origin)
            let stamp = Stamp(clock: transaction.clock, origin: number, sequence: transaction.sequence)
            for operation in operations { try apply(operation, stamp) }
            try log(transaction, number)
            position.clock.observe(transaction.clock)
        }
        return outcome
    }

    private typealias Checked = (transaction: LoggedTransaction, operations: [RowOperation])

    private func check(_ batch: [LoggedTransaction], from peer: DeviceID, now: Timestamp) throws -> ([Checked], BatchOutcome) {
        guard batch.count <= ReplicationLimits.transactionsPerBatch else {
            throw ReplicationFault.malformed("a batch of \(batch.count) transactions; at most \(ReplicationLimits.transactionsPerBatch)")
        }
        var outcome = BatchOutcome()
        var accepted: [Checked] = []
        var heads: [Origin: (sequence: Int64, hash: ChainHash)] = [:]
        var introduced: Set<DeviceID> = [peer]
        let latest = HybridLogicalClock.Reading(date: now + ReplicationLimits.clockAhead)
        for transaction in batch {
            let state = position.origins.state(of: transaction.origin)
            let head = heads[transaction.origin] ?? (state?.sequence ?? 0, state?.top ?? .start)
            guard transaction.sequence > 0 else { throw ReplicationFault.malformed("number \(transaction.sequence); they count from 1") }
            if transaction.sequence <= head.sequence || state?.accepts(transaction.sequence) == false { continue }
            // More of this very life than this device wrote: it was restored from a backup, which comparing anew will notice.
            guard transaction.origin != position.origin else { throw ReplicationFault.gap(transaction.origin, have: head.sequence, got: transaction.sequence) }
            guard transaction.sequence == head.sequence + 1 else {
                throw ReplicationFault.gap(transaction.origin, have: head.sequence, got: transaction.sequence)
            }
            guard transaction.frame.count <= ReplicationLimits.frameBytes else {
                throw ReplicationFault.malformed("a transaction of \(transaction.frame.count) bytes; at most \(ReplicationLimits.frameBytes)")
            }
            let hash = head.hash.next(transaction.origin, sequence: transaction.sequence, clock: transaction.clock, frame: transaction.frame)
            guard hash == transaction.hash else { throw ReplicationFault.brokenChain(transaction.origin, sequence: transaction.sequence) }
            if transaction.clock > latest {
                outcome.held = .init(origin: transaction.origin, sequence: transaction.sequence, clock: transaction.clock)
                break
            }
            let operations = try FrameReader.operations(transaction.frame)
            for operation in operations {
                try check(operation)
                if let device = Self.introducedDevice(operation) { introduced.insert(device) }
            }
            guard try introduced.contains(transaction.origin.device) || storage.isKnown(transaction.origin.device) else {
                throw ReplicationFault.forbidden("a transaction of \(transaction.origin.device.short), which never was a member")
            }
            heads[transaction.origin] = (transaction.sequence, hash)
            accepted.append((transaction, operations))
        }
        outcome.applied = accepted.count
        return (accepted, outcome)
    }

    /// Whether a peer may do this, and in this form.
    func check(_ operation: RowOperation) throws(ReplicationFault) {
        switch operation.change {
        case .insert(let cells), .update(let cells):
            guard Set(cells.map(\.column)).count == cells.count else { throw .malformed("a field that comes twice in one operation") }
        case .delete: break
        }
        guard let table = schema.table(operation.row.table) else { return try checkUnknown(operation) }
        switch (operation.change, table.editing) {
        case (.insert(let cells), _), (.update(let cells), .free), (.update(let cells), .permanent):
            for cell in cells { try check(cell, table) }
        case (.delete, .free): break
        case (.update, .insertOnly): throw .forbidden("a row of \(table.name) is never changed")
        case (.delete, .permanent), (.delete, .insertOnly): throw .forbidden("a row of \(table.name) is never deleted")
        }
    }

    func check(_ cell: Cell, _ table: SharedSchema.Table) throws(ReplicationFault) {
        guard cell.column <= table.columns.count else { return try checkUnknown(cell) }
        let column = table.columns[cell.column - 1]
        switch (cell.value, column.kind) {
        case (.integer, .integer), (.text, .text), (.blob, .blob): break
        default: throw .malformed("\(table.name).\(column.name) has another type")
        }
        guard cell.value.byteCount <= column.maximumBytes else {
            throw .malformed("\(table.name).\(column.name) of \(cell.value.byteCount) bytes; at most \(column.maximumBytes)")
        }
    }

    private func checkUnknown(_ operation: RowOperation) throws(ReplicationFault) {
        switch operation.change {
        case .insert(let cells), .update(let cells): for cell in cells { try checkUnknown(cell) }
        case .delete: break
        }
    }

    private func checkUnknown(_ cell: Cell) throws(ReplicationFault) {
        guard cell.value.byteCount <= ReplicationLimits.unknownValueBytes else {
            throw .malformed("a field of \(cell.value.byteCount) bytes that isn't known here; at most \(ReplicationLimits.unknownValueBytes)")
        }
    }

    /// The device that an operation brings into the table of devices.
    private static func introducedDevice(_ operation: RowOperation) -> DeviceID? {
        guard operation.row.table == SharedSchema.device, case .insert(let cells) = operation.change else { return nil }
        for case .blob(let bytes) in cells.lazy.filter({ $0.column == 1 }).map(\.value) { return DeviceID(bytes: bytes) }
        return nil
    }
}
