public import WidgetCore

extension Replica {
    /// Closes an origin for good after `sequence`: nobody takes a later transaction of it. A device that holds later ones adopts them under its own name, with
    /// the same clocks, so that nothing
    /// acknowledged is lost and doing it twice is harmless.
    ///
    /// Closing joins by minimum: whatever is said in whatever order, all end with the lowest.
    /// - Parameter reason: why this device begins a new life, where the origin is its own.
    public mutating func close(_ origin: Origin, after sequence: Int64, _ reason: Reincarnation = .ended, now: Timestamp) throws {
        let number = try number(of: origin)
        if let closed = position.origins[number].closedAt, closed <= sequence { return }
        if number == position.own {
            // A life without a successor can't end.
            try reincarnate(reason, now: now)
        }
        try end(number, after: sequence)
    }

    /// Takes a new life before anything else is written: no sequence number is ever used twice. Owned rows are issued anew under it.
    /// - Parameter device: not nil: the store has come into the hands of another device, which begins with an origin of its own. The rows that the old one owns
    /// stay
    ///   the old one's.
    public mutating func reincarnate(_ reason: Reincarnation, as device: DeviceID? = nil, after seen: Incarnation? = nil, now: Timestamp) throws {
        try logOwnOperations()
        let device = device ?? position.device
        let known = position.origins.latestIncarnation(of: device)
        let latest = [known, seen].compactMap { $0 }.max()
        if let seen, seen > Incarnation.lastSuccessor { throw ReplicationFault.forbidden("a life of this device after which there is no other") }
        let origin = Origin(device: device, incarnation: Incarnation(now: now, after: latest, random: random()))
        guard position.origins.number(of: origin) == nil else { throw ReplicationFault.forbidden("a life of this device after which there is no other") }
        if reason != .clockAhead, reason != .moved { try checkLives(of: device, now: now) }
        position.own = try number(of: origin)
        try storage.setOwn(position.own)
        changes.reincarnation = reason
        changes.hasOwn = true
        try reissueOwned()
    }

    /// Two machines with one key take new lives from each other without end, and so does a device that is lied to.
    private func checkLives(of device: DeviceID, now: Timestamp) throws {
        let yesterday = now + Milliseconds(-86_400_000)
        let lives = position.origins.all.count { $0.origin.device == device && $0.origin.incarnation.beganAt > yesterday }
        guard lives < ReplicationLimits.livesPerDay else {
            throw ReplicationFault.forbidden("\(lives) lives of one device in a day: another machine has a copy of its key; give one of both a new identity")
        }
    }

    /// After a clock was ahead: what a peer holds is given up, and written again with a clock that it takes. Each device that accepted it does so, not its
    /// author alone, who may be gone: otherwise the
    /// peer would wait for years, with everything behind it. Where several do, they write the same.
    /// - Parameters:
    ///   - accepted: the last transaction of the origin that the peer has taken.
    ///   - present: what the clocks are taken to say now: what is more than ``ReplicationLimits/clockAhead`` later came from the future.
    ///   - now: this device's clock.
    /// - Returns: false where it can't be written in a way that the peer would take sooner: it waits for its time.
    public mutating func restamp(_ origin: Origin, after accepted: Int64, present: Timestamp, now: Timestamp) throws -> Bool {
        guard let number = position.origins.number(of: origin), position.origins[number].sequence > accepted else { return false }
        // All that came from the future at once: what is written anew must not be less than what it has already won over here.
        let restamping = Restamping(present: present, now: now)
        let latest = restamping.latest
        let (ahead, highest) = try logged(around: latest)
        var cuts = ahead.mapValues { $0 - 1 }
        cuts[number] = min(cuts[number] ?? accepted, accepted)
        let others = position.origins.all.filter { $0.clock > latest }.compactMap { position.origins.number(of: $0.origin) }.filter { cuts[$0] == nil }
        // Changes that all have taken have left the log and stay: new ones must win over them. Where all is in the log, what came from the future has been
        // closed already.
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

    /// Cuts an origin and adopts what stood behind the cut.
    private mutating func end(_ number: OriginNumber, after sequence: Int64) throws {
        try cut(number, after: sequence)
        try adopt(try voidFields())
    }

    /// - Parameter restamping: not nil: the clock of what is cut was wrong, and is forgotten with it.
    private mutating func cut(_ number: OriginNumber, after sequence: Int64, _ restamping: Restamping? = nil) throws {
        var state = position.origins[number]
        state.closedAt = min(state.closedAt ?? .max, sequence)
        if state.sequence > sequence {
            state.top = sequence == 0 ? .start : try storage.hash(number, sequence) ?? .start
            // Otherwise the clock stays, so that it doesn't go back when the store is opened again.
            if let restamping {
                state.clock = try sequence == 0 ? .init(rawValue: 0) : storage.clock(number, sequence) ?? min(state.clock, .init(date: restamping.present))
            }
            state.sequence = sequence
            state.floor = min(state.floor, sequence)
            try storage.cut(number, after: sequence)
        }
        record(state, number)
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
    /// - Parameter restamping: nil: all keep their clock.
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
        // A change with a clock that all take keeps it: it must not win over later ones.
        if let restamping, clock > restamping.latest { clock = position.clock.tick(now: restamping.now) }
        let stamp = Stamp(clock: clock, origin: position.own, sequence: position.origins[position.own].sequence + 1)
        for operation in operations { try apply(operation, stamp) }
        try logOwn(FrameWriter.frame(operations), stamp)
    }

    static var page: Int { 500 }
}

/// How what came from the future is stamped anew.
struct Restamping {
    /// The present, as the clocks are taken to say.
    let present: Timestamp
    /// This device's clock.
    let now: Timestamp

    /// A change with a later clock came from the future.
    var latest: HybridLogicalClock.Reading { .init(date: present + ReplicationLimits.clockAhead) }
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
