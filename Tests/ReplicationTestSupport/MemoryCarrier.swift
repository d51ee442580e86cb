public import WidgetCore
public import WidgetReplication

/// An engine in memory. A value: a copy of it is a backup.
public struct MemoryCarrier: Carrier, Sendable {
    private struct Owned: Sendable {
        var place: Int64
        var version: OwnedVersion
        var rows: [[UInt8]: OwnedRow] = [:]
    }

    private struct Snapshot: Sendable {
        var place: CarrierPlace
        var vector: [OriginState]
        var pages: [Int: SnapshotPage]
    }

    /// The engine's clock.
    public var now: Timestamp
    /// How many places an answer has at most.
    public var placesPerRead = 3
    public var bug: CarrierBug?
    public private(set) var heads: [Origin: OriginState] = [:]
    public private(set) var log: [(place: Int64, transaction: LoggedTransaction)] = []
    private var marks: [Int64: UInt64]
    private var end: Int64 = 0
    private var chain: [Origin: [Int64: ChainHash]] = [:]
    private var closings: [Origin: Int64] = [:]
    private var snapshot: Snapshot?
    private var staged: [UInt64: [Int: SnapshotPage]] = [:]
    private var owned: [OwnedKey: Owned] = [:]

    /// - Parameter mark: a random number that no other engine has.
    public init(mark: UInt64, now: Timestamp) {
        marks = [0: mark]
        self.now = now
    }

    /// The state that all devices with this engine come to.
    public var summary: ReplicaSummary {
        ReplicaSummary(
            origins: heads.values.filter { $0.sequence > 0 || $0.closedAt != nil }.sorted { $0.origin < $1.origin }, owned: owned.mapValues(\.version))
    }

    public var hasSnapshot: Bool { snapshot != nil }
    public var pages: [SnapshotPage] { snapshot.map { Array($0.pages.values) } ?? [] }

    /// - Parameter mark: the mark of the place that a write takes.
    public mutating func perform(_ request: CarrierRequest, mark: UInt64) throws -> CarrierAnswer {
        let before = place
        if let seen = request.seen, marks[seen.number] != seen.mark { return .stale }
        switch request {
        case .meet(let vector): return .state(state(vector))
        case .read(let number, let known, _):
            if snapshot?.place != known, bug != .snapshotWithoutPlace { return .stale }
            return items(after: number)
        case .hashes(let origin, let sequences):
            return .hashes(Dictionary(sequences.compactMap { sequence in chain[origin]?[sequence].map { (sequence, $0) } }) { first, _ in first })
        case .transactions(let origin, let last, _):
            return .transactions(log.map(\.transaction).filter { $0.origin == origin && $0.sequence > last }.prefix(2).map(\.self))
        case .page(let place, let number, _):
            guard let snapshot, snapshot.place == place else { return .page(nil, vector: []) }
            return .page(snapshot.pages[number], vector: snapshot.vector)
        case .owned(let key, let base, let after, _): return .owned(update(key, base: base, after: after))
        case .stage(let page, let number, let id):
            staged[id, default: [:]][number] = page
            return .staged
        case .append(let batch, let closing, let previous, _):
            let latest = HybridLogicalClock.Reading(date: now + ReplicationLimits.clockAhead)
            if let ahead = batch.first(where: { $0.clock > latest }) {
                return .ahead(.init(origin: ahead.origin, sequence: ahead.sequence, clock: ahead.clock), present: now)
            }
            var changed = self
            guard changed.append(batch, closing, previous, mark) else { return .stale }
            self = changed
        case .setOwned(let update, let base, _): guard set(update, base, mark) else { return .stale }
        case .publish(let publication, let end):
            var changed = self
            guard changed.publish(publication, end, mark) else { return .stale }
            self = changed
        }
        return .done(before: before, after: place)
    }

    public mutating func perform(_ request: CarrierRequest) throws -> CarrierAnswer {
        try perform(request, mark: UInt64(end + 1))
    }

    private var place: CarrierPlace { CarrierPlace(number: end, mark: marks[end] ?? 0) }

    private mutating func advance(_ mark: UInt64) {
        end += 1
        marks[end] = mark
    }

    // MARK: Reading

    private func state(_ vector: [Origin: Int64]) -> CarrierState {
        let first = log.first { $0.transaction.sequence > vector[$0.transaction.origin] ?? 0 }?.place
        let beginning = first.map { $0 - 1 } ?? end
        return CarrierState(
            summary: summary, hashes: vector.reduce(into: [:]) { $0[$1.key] = chain[$1.key]?[$1.value] }, snapshot: snapshot?.place,
            beginning: beginning, end: place, logged: Int64(log.count))
    }

    private func items(after number: Int64) -> CarrierAnswer {
        let last = min(number + Int64(placesPerRead), end)
        func isWanted(_ place: Int64) -> Bool { place > number && place <= last }
        var items: [(Int64, CarrierItem)] = []
        for (origin, place) in closings where isWanted(place) { items.append((place, .closed(origin, after: heads[origin]?.closedAt ?? 0))) }
        items += log.filter { isWanted($0.place) }.map { ($0.place, CarrierItem.transaction($0.transaction)) }
        for (key, set) in owned where isWanted(set.place) { items.append((set.place, .owned(key, set.version))) }
        let sorted = items.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
        return .items(sorted, through: CarrierPlace(number: last, mark: marks[last] ?? 0), isLast: last == end)
    }

    private func update(_ key: OwnedKey, base: OwnedVersion?, after: Int64?) -> OwnedUpdate? {
        guard let set = owned[key] else { return nil }
        let isDelta = base.map { $0.incarnation == set.version.incarnation && $0.counter <= set.version.counter && $0.counter > 0 } ?? false
        let start = after ?? (isDelta ? base?.counter ?? 0 : 0)
        let rows = set.rows.values.filter { $0.counter > start }.sorted { $0.counter < $1.counter }
        return OwnedUpdate(key: key, version: set.version, isWhole: !isDelta && after == nil, rows: Array(rows.prefix(2)), hasMore: rows.count > 2)
    }

    // MARK: Writing

    private mutating func append(
        _ batch: [LoggedTransaction], _ closing: [CarrierClosing], _ previous: [Origin: ChainHash], _ mark: UInt64
    ) -> Bool {
        var last = previous
        var isNew = !closing.isEmpty
        for closing in closing { guard close(closing) else { return false } }
        for transaction in batch {
            var head = heads[transaction.origin] ?? OriginState(origin: transaction.origin)
            defer { last[transaction.origin] = transaction.hash }
            if transaction.sequence <= head.sequence {
                guard chain[transaction.origin]?[transaction.sequence] == transaction.hash else { return false }
                continue
            }
            guard transaction.sequence == head.sequence + 1, head.accepts(transaction.sequence), last[transaction.origin] == head.top else { return false }
            head.sequence = transaction.sequence
            head.top = transaction.hash
            head.clock = max(head.clock, transaction.clock)
            heads[transaction.origin] = head
            chain[transaction.origin, default: [:]][transaction.sequence] = transaction.hash
            log.append((end + 1, transaction))
            isNew = true
        }
        if isNew { advance(mark) }
        return true
    }

    private mutating func set(_ update: OwnedUpdate, _ base: OwnedVersion?, _ mark: UInt64) -> Bool {
        guard owned[update.key]?.version == base else { return false }
        advance(mark)
        var set = owned[update.key] ?? Owned(place: end, version: update.version)
        if update.isWhole || set.version.incarnation != update.version.incarnation { set.rows = [:] }
        for row in update.rows { set.rows[row.id] = row }
        (set.version, set.place) = (update.version, end)
        owned[update.key] = set.rows.values.reduce(0) { $0 &+ $1.digest } == update.version.digest ? set : nil
        return owned[update.key] != nil
    }

    private mutating func publish(_ publication: CarrierPublication, _ expected: CarrierPlace, _ mark: UInt64) -> Bool {
        guard expected == place, let pages = staged.removeValue(forKey: publication.id), pages.count == publication.pages else { return false }
        for closing in publication.closing { guard close(closing) else { return false } }
        if bug != .snapshotWithoutPlace { advance(mark) }
        for page in pages.values {
            for run in page.chains {
                let origin = page.origins[Int(run.origin.rawValue) - 1]
                for (offset, hash) in run.hashes.enumerated() { chain[origin, default: [:]][run.first + Int64(offset)] = hash }
            }
        }
        for state in publication.vector {
            var head = heads[state.origin] ?? OriginState(origin: state.origin)
            if state.sequence > head.sequence {
                (head.sequence, head.top, head.floor) = (state.sequence, state.top, state.sequence)
                head.clock = max(head.clock, state.clock)
                chain[state.origin, default: [:]][state.sequence] = state.top
            } else {
                head.floor = max(head.floor, state.sequence - publication.tail)
            }
            heads[state.origin] = head
        }
        log.removeAll { $0.transaction.sequence <= heads[$0.transaction.origin]?.floor ?? 0 }
        snapshot = Snapshot(place: place, vector: publication.vector, pages: pages)
        staged = [:]
        return true
    }

    /// Closes an origin at the next place.
    private mutating func close(_ closing: CarrierClosing) -> Bool {
        let (origin, last) = (closing.origin, closing.last)
        var head = heads[origin] ?? OriginState(origin: origin)
        guard head.top == closing.top, last < head.closedAt ?? .max else { return false }
        head.closedAt = last
        if head.sequence > last {
            log.removeAll { $0.transaction.origin == origin && $0.transaction.sequence > last }
            chain[origin] = chain[origin]?.filter { $0.key <= last }
            (head.sequence, head.top, head.floor) = (last, chain[origin]?[last] ?? .start, min(head.floor, last))
        }
        heads[origin] = head
        closings[origin] = end + 1
        if let index = snapshot?.vector.firstIndex(where: { $0.origin == origin }), let state = snapshot?.vector[index], state.sequence > last {
            snapshot?.vector[index].sequence = last
            snapshot?.vector[index].top = head.top
        }
        return true
    }
}

/// Mistakes of an engine, or of those that use it, that the simulation must find.
public enum CarrierBug: String, Sendable, CaseIterable {
    /// An append is acknowledged before it is committed.
    case appendBeforeCommit
    /// A snapshot is uploaded before everything is read.
    case uploadBeforeRead
    /// A snapshot takes no place in the log.
    case snapshotWithoutPlace
    /// A device's log is cut without a tail.
    case cutWithoutTail
    /// A hub that closes a fork adopts its own side alone.
    case adoptOneSide
}
