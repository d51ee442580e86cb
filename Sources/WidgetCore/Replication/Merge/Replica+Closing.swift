extension Replica {
    /// Closes an origin for good after `sequence`: nobody takes a later transaction of it. Whoever holds what came later adopts it under its own name, with the same clocks, so that nothing
    /// acknowledged is lost and doing it twice is harmless.
    ///
    /// Closing joins by minimum: whatever is said in whatever order, all end with the lowest.
    public mutating func close(_ origin: Origin, after sequence: Int64, now: Timestamp) throws {
        let number = try number(of: origin)
        if let closed = position.origins[number].closedAt, closed <= sequence { return }
        if number == position.own {
            // A life without a successor can't end.
            try reincarnate(.forked, now: now)
        }
        try end(number, after: sequence, restamping: nil)
    }

    /// Takes a new life before anything else is written: no sequence number is ever used twice. What is owned is issued anew under it.
    /// - Parameter device: not nil: the store has come into the hands of another device, which begins with an origin of its own. What the old one owns stays the old one's.
    public mutating func reincarnate(_ reason: Reincarnation, as device: DeviceID? = nil, after seen: Incarnation? = nil, now: Timestamp) throws {
        try logOwnOperations()
        let device = device ?? position.device
        let known = position.origins.latestIncarnation(of: device)
        let latest = [known, seen].compactMap { $0 }.max()
        let origin = Origin(device: device, incarnation: Incarnation(now: now, after: latest, random: random()))
        position.own = try number(of: origin)
        try storage.setOwn(position.own)
        changes.reincarnation = reason
        try reissueOwned()
    }

    /// After a clock was ahead: what a peer holds is given up, and written again with a clock that it takes. Whoever accepted it does so, not its author alone, who may be gone: otherwise the
    /// peer would wait for years, with everything behind it. Where several do, they write the same.
    /// - Parameter accepted: the last transaction of the origin that the peer has taken.
    public mutating func restamp(_ origin: Origin, after accepted: Int64, now: Timestamp) throws {
        guard let number = position.origins.number(of: origin), position.origins[number].sequence > accepted else { return }
        if number == position.own { try reincarnate(.clockAhead, now: now) }
        let latest = HybridLogicalClock.Reading(date: now + ReplicationLimits.clockAhead)
        if position.clock.last > latest {
            position.clock = HybridLogicalClock(last: position.origins.all.lazy.map(\.clock).filter { $0 <= latest }.max() ?? HybridLogicalClock.Reading(date: now))
        }
        try end(number, after: accepted, restamping: now)
    }

    /// Cuts an origin and adopts what stood behind the cut.
    /// - Parameter now: with what wall clock those adopted changes are stamped that are from the future; nil: they keep theirs.
    private mutating func end(_ number: OriginNumber, after sequence: Int64, restamping now: Timestamp?) throws {
        var state = position.origins[number]
        state.closedAt = sequence
        if state.sequence > sequence {
            state.top = sequence == 0 ? .start : try storage.hash(number, sequence) ?? .start
            // The clock stays, so that it doesn't go back when the store is opened again; unless it was wrong.
            if let now { state.clock = min(state.clock, HybridLogicalClock.Reading(date: now + ReplicationLimits.clockAhead)) }
            state.sequence = sequence
            state.floor = min(state.floor, sequence)
            try storage.cut(number, after: sequence)
        }
        position.origins[number] = state
        unsaved.insert(number)
        try adopt(try voidFields(), restamping: now)
    }

    /// Every field and tombstone whose stamp is void. It looks at rows, not at the log: what the log no longer has, or what a snapshot brought, is found alike.
    private func voidFields() throws -> VoidFields {
        var found = VoidFields(origins: position.origins)
        var last: RowKey?
        while case let page = try storage.rows(after: last, limit: Self.page), let end = page.last?.row {
            for (row, cells) in page { found.add(row, cells) }
            last = end
        }
        last = nil
        while case let page = try storage.hiddenRows(after: last, limit: Self.page), let end = page.last?.row {
            for (row, cells) in page { found.add(row, cells) }
            last = end
        }
        last = nil
        while case let page = try storage.tombstones(after: last, limit: Self.page), let end = page.last?.row {
            for (row, stamp) in page { found.add(row, tombstone: stamp) }
            last = end
        }
        return found
    }

    /// Writes void fields again, as this device's own changes, those of one transaction together.
    mutating func adopt(_ fields: VoidFields, restamping: Timestamp? = nil) throws {
        try logOwnOperations()
        for transaction in fields.transactions {
            var (part, bytes): ([RowOperation], Int) = ([], 0)
            for operation in transaction.operations {
                let count = FrameWriter.frame([operation]).count
                if part.count == ReplicationLimits.operationsPerTransaction || (!part.isEmpty && bytes + count > ReplicationLimits.frameBytes) {
                    try adopt(part, transaction.clock, restamping: restamping)
                    (part, bytes) = ([], 0)
                }
                part.append(operation)
                bytes += count
            }
            try adopt(part, transaction.clock, restamping: restamping)
        }
    }

    private mutating func adopt(_ operations: [RowOperation], _ clock: HybridLogicalClock.Reading, restamping: Timestamp?) throws {
        var clock = clock
        // What has a clock that all take keeps it: it must not win over what was written since.
        if let now = restamping, clock > HybridLogicalClock.Reading(date: now + ReplicationLimits.clockAhead) { clock = position.clock.tick(now: now) }
        let stamp = Stamp(clock: clock, origin: position.own, sequence: position.origins[position.own].sequence + 1)
        for operation in operations { try apply(operation, stamp) }
        try logOwn(operations, stamp)
    }

    static var page: Int { 500 }
}

/// Fields whose stamp is of a transaction that no longer counts, by transaction.
struct VoidFields {
    private struct Key: Hashable {
        var origin: OriginNumber
        var sequence: Int64
        var clock: UInt64
    }

    private let origins: OriginTable
    private var found: [Key: [RowOperation]] = [:]

    init(origins: OriginTable) { self.origins = origins }

    mutating func add(_ row: RowKey, _ cells: [StampedCell]) {
        for (stamp, cells) in Dictionary(grouping: cells.filter({ origins.isVoid($0.stamp) }), by: \.stamp) {
            let fields = cells.map(\.cell).filter { $0.column != StampedCell.birth }
            add(stamp, RowOperation(row, fields.count < cells.count ? .insert(fields) : .update(fields)))
        }
    }

    mutating func add(_ row: RowKey, tombstone stamp: Stamp) {
        if origins.isVoid(stamp) { add(stamp, RowOperation(row, .delete)) }
    }

    private mutating func add(_ stamp: Stamp, _ operation: RowOperation) {
        found[Key(origin: stamp.origin, sequence: stamp.sequence, clock: stamp.clock.rawValue), default: []].append(operation)
    }

    /// In the order in which they were written.
    var transactions: [(clock: HybridLogicalClock.Reading, operations: [RowOperation])] {
        found.sorted { ($0.key.clock, $0.key.origin, $0.key.sequence) < ($1.key.clock, $1.key.origin, $1.key.sequence) }
            .map { (HybridLogicalClock.Reading(rawValue: $0.key.clock), $0.value) }
    }
}
