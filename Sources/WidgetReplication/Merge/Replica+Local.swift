public import WidgetCore

extension Replica {
    /// Changes a shared row for this device's own account: all changes of a transaction get one stamp and travel as one.
    ///
    /// - Returns: false where there was nothing to do: a delete of a row that isn't here.
    /// - Throws: FAILED_PRECONDITION for an insert of a row that was deleted, NOT_FOUND for an update of one that isn't here, RESOURCE_EXHAUSTED where the
    ///   transaction would be too large to travel;
    ///   ``ReplicationFault`` for what no peer would take.
    @discardableResult
    public mutating func perform(_ operation: RowOperation, now: Timestamp) throws -> Bool {
        try perform(operation, over: try storage.clocks(operation.row), now: now)
    }

    /// ``perform(_:now:)`` where the row has just been read.
    /// - Parameter clocks: its own; nil: it isn't here.
    @discardableResult
    public mutating func perform(_ operation: RowOperation, over clocks: FieldClocks?, now: Timestamp) throws -> Bool {
        let exists = clocks != nil
        switch operation.change {
        case .insert where !exists:
            guard try storage.tombstone(operation.row) == nil else {
                throw WidgetError(.failedPrecondition, "the row was removed, and its id is never used again; make a new one")
            }
        case .insert: throw WidgetError(.alreadyExists, "there is a row with this id")
        case .update where !exists: throw WidgetError(.notFound, "there is no row with this id")
        case .delete where !exists: return false
        case .update, .delete: break
        }
        try check(operation)
        // A frame is its operations' one after another.
        let part = FrameWriter.frame([operation])
        guard operations < ReplicationLimits.operationsPerTransaction, frame.count + part.count <= ReplicationLimits.frameBytes else {
            throw WidgetError(
                .resourceExhausted,
                "one transaction has at most \(ReplicationLimits.operationsPerTransaction) changes and \(ReplicationLimits.frameBytes >> 10) KiB; make it in parts"
            )
        }
        let stamp = stampForTransaction(now: now)
        if let clocks { try checkWins(operation, stamp, over: clocks) }
        try apply(operation, stamp, clocks)
        if frame.isEmpty { frame = part } else { frame += part }
        operations += 1
        return true
    }

    /// A field that a device wrote when its clock was years ahead, and that all took, can't be changed before then: better said than lost.
    private func checkWins(_ operation: RowOperation, _ stamp: Stamp, over clocks: FieldClocks) throws {
        guard case .update(let cells) = operation.change else { return }
        let stamps = cells.lazy.compactMap { clocks[$0.column] }
        guard let later = stamps.first(where: { $0 != stamp && !position.origins.wins(stamp, over: $0) }) else { return }
        throw WidgetError(
            .failedPrecondition,
            "the clock of a device was ahead when it changed this, until \(later.clock.date.rfc3339); remove it and make it anew, or change it after that date")
    }

    /// Taken with the first change.
    private mutating func stampForTransaction(now: Timestamp) -> Stamp {
        if let stamp { return stamp }
        let taken = Stamp(clock: position.clock.tick(now: now), origin: position.own, sequence: position.origins[position.own].sequence + 1)
        stamp = taken
        return taken
    }

    /// Makes the own changes so far one transaction in the log.
    mutating func logOwnOperations() throws {
        guard let stamp else { return }
        try logOwn(frame, stamp)
        self.stamp = nil
        frame = []
        operations = 0
    }

    mutating func logOwn(_ frame: [UInt8], _ stamp: Stamp) throws {
        changes.hasOwn = true
        let state = position.origins[stamp.origin]
        let hash = state.top.next(state.origin, sequence: stamp.sequence, clock: stamp.clock, frame: frame)
        try log(LoggedTransaction(origin: state.origin, sequence: stamp.sequence, clock: stamp.clock, hash: hash, frame: frame), stamp.origin)
    }
}
