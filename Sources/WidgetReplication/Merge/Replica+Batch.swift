public import WidgetCore

/// The result of a batch from a peer.
public struct BatchOutcome: Sendable, Hashable {
    /// Transactions that were new.
    public var applied = 0
    /// The first transaction that wasn't applied because its clock is too far ahead. All after it are held too.
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
    /// Applies transactions from a peer, in their order. Known ones are skipped. Everything is checked before anything is written.
    /// - Throws: ``ReplicationFault``, and then nothing was written; the storage's errors.
    public mutating func apply(_ batch: [LoggedTransaction], from peer: DeviceID, now: Timestamp) throws -> BatchOutcome {
        let (accepted, outcome) = try check(batch, from: peer, now: now)
        changes.rows.reserveCapacity(changes.rows.count + accepted.operations.count)
        // Most batches are of one origin.
        var last: (origin: Origin, number: OriginNumber)?
        for (index, operations) in accepted.transactions {
            let transaction = batch[index]
            let number = try last?.origin == transaction.origin ? last?.number ?? number(of: transaction.origin) : number(of: transaction.origin)
            last = (transaction.origin, number)
            let stamp = Stamp(clock: transaction.clock, origin: number, sequence: transaction.sequence)
            for operation in accepted.operations[operations] { try apply(operation, stamp) }
            position.clock.observe(transaction.clock)
            try log(transaction, number)
        }
        return outcome
    }

    private func check(_ batch: [LoggedTransaction], from peer: DeviceID, now: Timestamp) throws -> (AcceptedBatch, BatchOutcome) {
        guard batch.count <= ReplicationLimits.transactionsPerBatch else {
            throw ReplicationFault.malformed("a batch of \(batch.count) transactions; at most \(ReplicationLimits.transactionsPerBatch)")
        }
        var outcome = BatchOutcome()
        var accepted = AcceptedBatch()
        accepted.transactions.reserveCapacity(batch.count)
        accepted.operations.reserveCapacity(batch.count)
        var heads = ChainHeads()
        var introduced: Set<DeviceID> = [peer]
        let latest = HybridLogicalClock.Reading(date: now + ReplicationLimits.clockAhead)
        for (index, transaction) in batch.enumerated() {
            let head = heads.head(of: transaction.origin, position.origins)
            guard transaction.sequence > 0 else { throw ReplicationFault.malformed("number \(transaction.sequence); they count from 1") }
            if transaction.sequence <= head.sequence || transaction.sequence > head.closedAt { continue }
            // The peer has more of this device's current life than the device wrote. So the device was restored from a backup, which the next comparison will
            // notice.
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
            let start = accepted.operations.count
            try FrameReader.read(transaction.frame, into: &accepted.operations)
            for operation in accepted.operations[start...] {
                try check(operation)
                if let device = Self.introducedDevice(operation) { introduced.insert(device) }
            }
            let device = transaction.origin.device
            guard try device == peer || introduced.contains(device) || storage.isKnown(device) else {
                throw ReplicationFault.forbidden("a transaction of \(device.short), which never was a member")
            }
            heads.move(to: transaction.sequence, hash)
            accepted.transactions.append((index, start..<accepted.operations.count))
        }
        if heads.namesNew { try checkRoom(for: accepted.transactions.lazy.map { batch[$0.index].origin }) }
        outcome.applied = accepted.transactions.count
        return (accepted, outcome)
    }

    /// Checks that a peer may send this operation, and that it is well formed.
    func check(_ operation: RowOperation) throws(ReplicationFault) {
        switch operation.change {
        case .insert(let cells), .update(let cells):
            var seen: UInt64 = 0
            for cell in cells {
                guard cell.column >= 1, cell.column <= ReplicationLimits.columnsPerRow else {
                    throw .malformed("column \(cell.column); columns have numbers of 1 to \(ReplicationLimits.columnsPerRow)")
                }
                let column = UInt64(1) << UInt64(cell.column - 1)
                guard seen & column == 0 else { throw .malformed("a field that comes twice in one operation") }
                seen |= column
            }
        case .delete: break
        }
        guard let table = schema.table(operation.row.table) else { return try checkUnknown(operation) }
        if table.isOfDevices { try checkDevice(operation) }
        switch (operation.change, table.editing) {
        case (.insert(let cells), _), (.update(let cells), .free), (.update(let cells), .permanent):
            for cell in cells { try check(cell, table) }
        case (.delete, .free): break
        case (.update, .insertOnly): throw .forbidden("a row of \(table.name) is never changed")
        case (.delete, .permanent), (.delete, .insertOnly): throw .forbidden("a row of \(table.name) is never deleted")
        }
    }

    /// Checks that the first column of a row about a device has the device's id, and that the row's id belongs to it. So no device can take another's row.
    private func checkDevice(_ operation: RowOperation) throws(ReplicationFault) {
        switch operation.change {
        case .insert(let cells):
            guard cells.contains(where: { $0.column == 1 }) else { throw .malformed("a row about a device that doesn't say which") }
            try checkDevice(cells, of: operation.row)
        case .update(let cells): try checkDevice(cells, of: operation.row)
        case .delete: break
        }
    }

    private func checkDevice(_ cells: [Cell], of row: RowKey) throws(ReplicationFault) {
        guard let cell = cells.first(where: { $0.column == 1 }) else { return }
        guard case .blob(let bytes) = cell.value, let device = DeviceID(bytes: bytes), RowID(device) == row.id else {
            throw .forbidden("a row about a device under another one's id")
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

    /// The device that an operation inserts into the table of devices.
    private static func introducedDevice(_ operation: RowOperation) -> DeviceID? {
        guard operation.row.table == SharedSchema.device, case .insert(let cells) = operation.change else { return nil }
        for case .blob(let bytes) in cells.lazy.filter({ $0.column == 1 }).map(\.value) { return DeviceID(bytes: bytes) }
        return nil
    }
}

/// The part of a batch that will be applied.
private struct AcceptedBatch {
    /// Each transaction's index in the batch, and the range of its operations.
    var transactions: [(index: Int, operations: Range<Int>)] = []
    /// The operations of all transactions. Those of a refused transaction may follow them.
    var operations: [RowOperation] = []
}

/// The last transaction of each origin in a batch that is being checked. Most transactions follow one of the same origin, so that origin's head is kept apart.
private struct ChainHeads {
    struct Head {
        var origin: Origin
        var sequence: Int64
        var hash: ChainHash
        var closedAt: Int64
    }

    private var current: Head?
    private var others: [Origin: Head] = [:]
    /// Whether the batch names an origin that isn't known here.
    private(set) var namesNew = false

    /// The head of an origin, which becomes the current one.
    mutating func head(of origin: Origin, _ origins: OriginTable) -> Head {
        if let current, current.origin == origin { return current }
        if let current { others[current.origin] = current }
        let head: Head
        if let known = others[origin] {
            head = known
        } else {
            let state = origins.state(of: origin)
            if state == nil { namesNew = true }
            head = Head(origin: origin, sequence: state?.sequence ?? 0, hash: state?.top ?? .start, closedAt: state?.closedAt ?? .max)
        }
        current = head
        return head
    }

    /// Moves the current origin's head.
    mutating func move(to sequence: Int64, _ hash: ChainHash) {
        current?.sequence = sequence
        current?.hash = hash
    }
}
