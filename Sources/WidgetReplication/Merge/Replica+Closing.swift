public import WidgetCore

extension Replica {
    /// Closes an origin for good after `sequence`: nobody accepts a later transaction of it. A device that has later ones writes their fields again under its
    /// own origin, with the same clocks. So nothing acknowledged is lost, and doing it twice does no harm.
    ///
    /// Where devices close an origin after different numbers, the lowest counts everywhere.
    /// - Parameter reason: why this device begins a new incarnation, where the origin is its own.
    /// - Throws: ``ReplicationFault`` `.forbidden` where there is no room for another origin or life; the storage's errors.
    public mutating func close(_ origin: Origin, after sequence: Int64, _ reason: Reincarnation = .ended, now: Timestamp) throws {
        let number = try number(of: origin)
        if let closed = position.origins[number].closedAt, closed <= sequence { return }
        if number == position.own {
            // A life without a successor can't end.
            try reincarnate(reason, now: now)
        }
        try end(number, after: sequence)
    }

    /// Begins a new incarnation of this device before anything else is written, so that no sequence number is used twice. Owned rows are written again under
    /// it.
    /// - Parameter device: another device that has taken over the store. It begins with its own origin, and the old device's owned rows stay the old device's.
    /// Nil for the same device.
    /// - Throws: ``ReplicationFault`` `.forbidden` where there is no room for another life; the storage's errors.
    public mutating func reincarnate(_ reason: Reincarnation, as device: DeviceID? = nil, after seen: Incarnation? = nil, now: Timestamp) throws {
        try logOwnOperations()
        let device = device ?? position.device
        let known = position.origins.latestIncarnation(of: device)
        let latest = [known, seen].compactMap { $0 }.max()
        if let seen, seen > Incarnation.lastSuccessor { throw ReplicationFault.forbidden("a life of this device after which there is no other") }
        let origin = Origin(device: device, incarnation: Incarnation(now: now, after: latest, random: random()))
        guard position.origins.number(of: origin) == nil else { throw ReplicationFault.forbidden("a life of this device after which there is no other") }
        if reason != .clockAhead, reason != .moved { try checkIncarnations(of: device, now: now) }
        position.own = try number(of: origin)
        try storage.setOwn(position.own)
        changes.reincarnation = reason
        changes.hasOwn = true
        try reissueOwned()
    }

    /// Limits the new incarnations of a day. Two machines with one key would cause new ones without end, and so would a peer that lies.
    private func checkIncarnations(of device: DeviceID, now: Timestamp) throws {
        let yesterday = now + Milliseconds(-86_400_000)
        let count = position.origins.all.count { $0.origin.device == device && $0.origin.incarnation.beganAt > yesterday }
        guard count < ReplicationLimits.incarnationsPerDay else {
            throw ReplicationFault.forbidden("\(count) lives of one device in a day: another machine has a copy of its key; give one of both a new identity")
        }
    }

    /// Repairs transactions from a clock that was ahead, which a peer doesn't accept yet. They are closed and written again with a clock that the peer accepts.
    /// Each device that has accepted them does this, since their author may be gone. Otherwise the peer would hold them, and everything after them, until their
    /// date. Several devices that do this write the same fields.
    /// - Parameters:
    ///   - accepted: the last transaction of the origin that the peer has accepted.
    ///   - present: the date to compare with. A change that is more than ``ReplicationLimits/clockAhead`` later came from the future.
    ///   - now: the date by this device's clock.
    /// - Returns: whether the changes were written again. Otherwise the peer can't accept them before their date.
    /// - Throws: ``ReplicationFault`` `.forbidden` where there is no room for another life; the storage's errors.
    public mutating func restamp(_ origin: Origin, after accepted: Int64, present: Timestamp, now: Timestamp) throws -> Bool {
        guard let number = position.origins.number(of: origin), position.origins[number].sequence > accepted else { return false }
        // All changes from the future are written again together. Otherwise a rewritten change could lose against a change over which it has won here.
        let restamping = Restamping(present: present, now: now)
        let latest = restamping.latest
        let (ahead, highest) = try logged(around: latest)
        var cuts = ahead.mapValues { $0 - 1 }
        cuts[number] = min(cuts[number] ?? accepted, accepted)
        let others = position.origins.all.filter { $0.clock > latest }.compactMap { position.origins.number(of: $0.origin) }.filter { cuts[$0] == nil }
        // Changes that have left the log keep their future clocks, and rewritten ones would lose against them. Where an origin's whole log is here, its changes
        // from the future have been closed already.
        guard others.allSatisfy({ position.origins[$0].floor == 0 }) else { return false }
        if cuts[position.own] != nil { try reincarnate(.clockAhead, now: now) }
        for (number, last) in cuts { try cut(number, after: last, restamping) }
        for number in others {
            var state = position.origins[number]
            state.clock = highest[number] ?? .init(rawValue: 0)
            record(state, number)
        }
        if position.clock.last > latest { position.clock = HybridLogicalClock(last: position.origins.all.lazy.map(\.clock).max() ?? .init(date: now)) }
        try adopt(try voidFields(), restamping)
        return true
    }

    /// For each origin in the log: the first transaction whose clock is later than `latest`, and the highest clock that isn't.
    private func logged(around latest: HybridLogicalClock.Reading) throws -> (
        ahead: [OriginNumber: Int64], highest: [OriginNumber: HybridLogicalClock.Reading]
    ) {
        var ahead: [OriginNumber: Int64] = [:]
        var highest: [OriginNumber: HybridLogicalClock.Reading] = [:]
        guard position.origins.all.contains(where: { $0.clock > latest }) else { return (ahead, highest) }
        var place = LogPlace.start
        while case let page = try storage.log(after: place, limit: Self.page), let end = page.last?.place {
            for transaction in page.lazy.map(\.transaction) {
                guard let number = position.origins.number(of: transaction.origin) else { continue }
                if transaction.clock > latest {
                    ahead[number] = min(ahead[number] ?? .max, transaction.sequence)
                } else {
                    highest[number] = max(highest[number] ?? transaction.clock, transaction.clock)
                }
            }
            place = end
        }
        return (ahead, highest)
    }

    /// Cuts an origin, and writes the fields after the cut again under this device's origin.
    private mutating func end(_ number: OriginNumber, after sequence: Int64) throws {
        try cut(number, after: sequence)
        try adopt(try voidFields())
    }

    /// - Parameter restamping: given where the clock of the cut transactions was wrong. Then the origin's clock goes back too.
    private mutating func cut(_ number: OriginNumber, after sequence: Int64, _ restamping: Restamping? = nil) throws {
        var state = position.origins[number]
        state.closedAt = min(state.closedAt ?? .max, sequence)
        if state.sequence > sequence {
            state.top = sequence == 0 ? .start : try storage.hash(number, sequence) ?? .start
            // Without restamping the clock stays, so that it doesn't go back when the store is opened again.
            if let restamping {
                state.clock = try sequence == 0 ? .init(rawValue: 0) : storage.clock(number, sequence) ?? min(state.clock, .init(date: restamping.present))
            }
            state.sequence = sequence
            state.floor = min(state.floor, sequence)
            try storage.cut(number, after: sequence)
        }
        record(state, number)
    }

    /// All fields and tombstones whose stamp is void. It reads the rows and not the log, so it also finds changes that have left the log or came in a snapshot.
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

    /// Writes void fields again as this device's own changes. The fields of one transaction stay together.
    /// - Parameter restamping: gives changes from the future a new clock. With nil all changes keep their clock.
    mutating func adopt(_ fields: VoidFields, _ restamping: Restamping? = nil) throws {
        try logOwnOperations()
        for transaction in fields.transactions {
            var (part, bytes): ([RowOperation], Int) = ([], 0)
            for operation in transaction.operations {
                let count = FrameWriter.size([operation])
                if part.count == ReplicationLimits.operationsPerTransaction || (!part.isEmpty && bytes + count > ReplicationLimits.frameBytes) {
                    try adopt(part, transaction.clock, restamping)
                    (part, bytes) = ([], 0)
                }
                part.append(operation)
                bytes += count
            }
            try adopt(part, transaction.clock, restamping)
        }
    }

    private mutating func adopt(_ operations: [RowOperation], _ clock: HybridLogicalClock.Reading, _ restamping: Restamping?) throws {
        var clock = clock
        // A change whose clock everyone accepts keeps it. With a new clock it would win over later changes.
        if let restamping, clock > restamping.latest { clock = position.clock.tick(now: restamping.now) }
        let stamp = Stamp(clock: clock, origin: position.own, sequence: position.origins[position.own].sequence + 1)
        for operation in operations { try apply(operation, stamp) }
        try logOwn(FrameWriter.frame(operations), stamp)
    }

    static var page: Int { 500 }
}

/// The dates for stamping changes from the future again.
struct Restamping {
    /// The date to compare with.
    let present: Timestamp
    /// The date by this device's clock.
    let now: Timestamp

    /// A change with a later clock came from the future.
    var latest: HybridLogicalClock.Reading { .init(date: present + ReplicationLimits.clockAhead) }
}

/// The fields whose stamp is void (``OriginTable/isVoid(_:)``), by transaction.
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
