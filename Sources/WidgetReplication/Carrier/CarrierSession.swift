import WidgetCore

/// Makes a replica equal with the others that use one engine. It stands beside ``PeerSession``: it does alone what two sessions of devices do together.
///
/// It is a state machine without I/O. ``step(_:_:_:)`` takes the answer to the last request, in a transaction of the store, and gives the next request. It
/// always takes everything before it gives anything but log entries, since a snapshot replaces the earlier one.
public struct CarrierSession: Sendable {
    private var stage = Stage.meeting([:])
    /// Nil until the engine was met.
    private var engine: EngineView?
    /// The number of the place up to which the engine's log was taken.
    private var cursor: Int64 = 0
    /// The last place of the engine's log that is known. It lies behind the cursor after a write.
    private var seen = CarrierPlace(number: 0, mark: 0)
    /// The owned sets to fetch.
    private var wanted: Set<OwnedKey> = []
    /// Closed origins whose ends in the engine were adopted, each with the hash of the last transaction.
    private var adopted: [Origin: ChainHash] = [:]
    /// The snapshot that was merged last.
    private var merged: CarrierPlace?
    private var publication: Publication?
    /// How many transactions of each origin stay in the engine's log when it is cut. Nil where it isn't to be cut.
    private var trimTail: Int64?
    private var waiting = Waiting()
    /// The engine has something new.
    private var hasNews = false
    /// The last write was refused, and nothing has been read since that explains it.
    private var isStale = false
    /// Faults of the engine since it last took or gave anything.
    private var faults = 0
    private var notes: [SessionNote] = []

    /// Transactions that wait for a time.
    private struct Waiting {
        /// Until when a transaction of the engine waits that is from the future.
        var heldUntil: Timestamp?
        /// A transaction of the engine that this device can't take, and the uptime at which it tries again.
        var unreadable: (fault: ReplicationFault, until: Int64)?
        /// A snapshot is needed, and the store is too large for one.
        var isTooLarge = false
        /// Whether a transaction of the engine waits, and all behind it.
        var isHolding: Bool { heldUntil != nil || unreadable != nil }
        /// The engine refuses transactions because they are from the future by its clock. At this uptime they are tried again.
        var refusedUntil: Int64?
    }

    private enum Stage {
        /// With the vector that the engine was asked with.
        case meeting([Origin: Int64])
        case searching([Origin: ForkSearch])
        /// With the pages that have come.
        case merging(CarrierPlace, [SnapshotPage])
        case reading
        case fetching(OwnedKey, after: Int64?, isWhole: Bool)
        case ending(EngineSuffix)
        /// With the request that is on its way. Nil where it rests.
        case giving(CarrierRequest?)
    }

    public init() {}

    // MARK: State

    /// Notes for the user since the last call.
    public mutating func takeNotes() -> [SessionNote] {
        defer { notes = [] }
        return notes
    }

    /// Whether it has no request on its way and waits for a change.
    public var isResting: Bool { if case .giving(nil) = stage { true } else { false } }

    /// The origins as the engine has them durably. They are empty before it was met.
    public var heads: [OriginState] { engine.map { Array($0.heads.values) } ?? [] }

    public func lag<S>(_ replica: Replica<S>) -> CarrierLag {
        guard let engine else { return CarrierLag() }
        let (ahead, behind) = engine.distance(replica)
        var lag = CarrierLag()
        lag.hasMet = true
        (lag.ahead, lag.behind, lag.logged) = (ahead, behind, engine.logged)
        (lag.heldUntil, lag.fault, lag.isRefused) = (waiting.heldUntil, waiting.unreadable?.fault, waiting.refusedUntil != nil)
        lag.isTooLarge = waiting.isTooLarge
        return lag
    }

    /// The uptime at which a resting session has something to do. Nil where nothing but a change wakes it.
    public func nextStep(_ time: SessionTime) -> Int64? {
        let held = waiting.heldUntil.map { time.uptime + max($0.milliseconds - time.wall.milliseconds, 0) }
        return [held, waiting.unreadable?.until, waiting.refusedUntil].compactMap(\.self).min()
    }

    // MARK: Events

    /// The engine says that its log has grown.
    public mutating func hearNews() { hasNews = true }

    /// A request failed, or its answer was lost. The engine may be another one by now, or an older state of it.
    public mutating func lose() {
        stage = .meeting([:])
        publication = nil
    }

    /// Cuts the engine's log as soon as this device has everything: a snapshot takes its place.
    /// - Parameter tail: how many transactions of each origin stay, so that a device that was away for a short time needs no snapshot.
    public mutating func trim(keeping tail: Int64) { trimTail = tail }

    /// Goes on, within a transaction of the store. The caller commits it, and then performs the request. If the transaction's changes must be durable
    /// (``ReplicaChanges/mustBeDurable``), they are before the request is performed. If the commit fails, the session is as before.
    /// - Parameter answer: the answer to the last request. Nil where there was none, or after ``lose()``.
    /// - Returns: the next request. Nil where the session rests.
    /// - Throws: ``ReplicationFault`` where the engine's contents can't be accepted; the storage's errors.
    public mutating func step<S>(_ answer: CarrierAnswer?, _ replica: inout Replica<S>, _ time: SessionTime) throws -> CarrierRequest? {
        if let answer { try take(answer, &replica, time) }
        while true {
            switch stage {
            case .meeting:
                let known = replica.position.origins.all.filter { $0.sequence > 0 }
                let vector = Dictionary(known.map { ($0.origin, $0.sequence) }, uniquingKeysWith: max)
                stage = .meeting(vector)
                return .meet(vector)
            case .searching(let searches):
                guard let next = searches.min(by: { $0.key < $1.key }) else {
                    stage = .meeting([:])
                    continue
                }
                return .hashes(next.key, next.value.probes)
            case .merging(let snapshot, let pages): return .page(of: snapshot, number: pages.count, seen: seen)
            case .reading:
                hasNews = false
                return .read(after: cursor, snapshot: engine?.snapshot, seen: seen)
            case .fetching(let key, let after, let isWhole):
                return .owned(key, base: isWhole ? nil : replica.position.owned[key], after: after, seen: seen)
            case .ending(let suffix): return .transactions(suffix.origin, after: suffix.last, seen: seen)
            case .giving:
                if takesAgain(time) { continue }
                let request = try give(replica)
                if case .ending = stage { continue }
                if case .merging = stage { continue }
                stage = .giving(request)
                return request
            }
        }
    }

    private mutating func take<S>(_ answer: CarrierAnswer, _ replica: inout Replica<S>, _ time: SessionTime) throws {
        switch (stage, answer) {
        case (.meeting(let vector), .state(let state)): try meet(state, vector, &replica, time)
        case (.searching(let searches), .hashes(let hashes)): try narrow(searches, hashes, &replica, time)
        case (.merging(let snapshot, let pages), .page(let page, let vector)): try take(page, after: pages, of: snapshot, vector, &replica, time)
        case (.reading, .items(let items, let end, let isLast)): try take(items, through: end, isLast: isLast, &replica, time)
        case (.fetching(let key, _, let isWhole), .owned(let update)): try take(update, key, isWhole: isWhole, &replica)
        case (.ending(let suffix), .transactions(let transactions)): try take(transactions, suffix, &replica, time)
        case (.giving, .staged):
            publication?.staged()
            stage = .giving(nil)
        case (.giving(let request?), .done(let before, let end)): noteDone(request, before: before, end: end)
        case (.giving, .stale): try noteStale()
        case (.reading, .stale), (.merging, .stale), (.fetching, .stale), (.ending, .stale): stage = .meeting([:])
        case (.giving, .ahead(let held, let present)): try restamp(held, present: present, &replica, time)
        default: throw ReplicationFault.malformed("an answer of the engine to another question")
        }
    }

    // MARK: Meeting

    private mutating func meet<S>(_ state: CarrierState, _ vector: [Origin: Int64], _ replica: inout Replica<S>, _ time: SessionTime) throws {
        guard state.summary.origins.count <= ReplicationLimits.origins, state.summary.owned.count <= ReplicationLimits.ownedSets else {
            throw ReplicationFault.malformed("an engine with more than \(ReplicationLimits.origins) origins, or \(ReplicationLimits.ownedSets) owned sets")
        }
        // The engine compared this device's chains as they were when it asked. If an origin has grown here and there since, its chains aren't compared yet.
        let origins = replica.position.origins
        let isOutdated = state.summary.origins.contains { theirs in
            let asked = vector[theirs.origin] ?? 0
            return theirs.sequence > asked && origins.state(of: theirs.origin)?.sequence ?? 0 > asked
        }
        guard !isOutdated else { return stage = .meeting([:]) }
        // Two sets of devices that become one can't be parted again. A device that was paired knows the others before it meets them here.
        let devices = Set(state.summary.origins.map(\.origin.device))
        guard try devices.isEmpty || devices.contains(where: { try replica.storage.isKnown($0) }) else {
            throw ReplicationFault.forbidden(
                "the engine has changes of \(devices.count) devices, and this device knows none of them; pair it with one of them, or use another database"
            )
        }
        let reconciliation = try replica.reconcile(with: state.summary, now: time.wall)
        var searches = Dictionary(reconciliation.forks.map { ($0.origin, ForkSearch(differs: $0.differs)) }) { first, _ in first }
        // A peer would compare its chain with this device's last transaction. An engine can't.
        for (origin, hash) in state.hashes where searches[origin] == nil {
            guard let sequence = vector[origin], let number = replica.position.origins.number(of: origin),
                let mine = try replica.storage.hash(number, sequence), mine != hash
            else { continue }
            searches[origin] = ForkSearch(differs: sequence)
        }
        guard searches.isEmpty else { return stage = .searching(searches) }
        let engine = try EngineView(state, replica)
        if self.engine == nil { notes.append(.live) }
        self.engine = engine
        (cursor, seen) = (state.beginning, state.end)
        (publication, isStale, waiting) = (nil, false, Waiting())
        wanted = Set(try engine.owned.filter { try engine.isNews($0.key, $0.value, replica) }.keys)
        stage = .reading
        if reconciliation.needsSnapshot { try merge(state.snapshot) }
    }

    /// Merges a snapshot, unless that was done already. A closed origin may end below it, and then the snapshot can't bring its number up.
    private mutating func merge(_ snapshot: CarrierPlace?) throws {
        guard let snapshot else { throw ReplicationFault.malformed("an engine whose log was cut and that has no snapshot") }
        guard merged != snapshot else { return }
        notes.append(.snapshotBegan)
        stage = .merging(snapshot, [])
    }

    private mutating func narrow<S>(
        _ searches: [Origin: ForkSearch], _ hashes: [Int64: ChainHash], _ replica: inout Replica<S>, _ time: SessionTime
    ) throws {
        var searches = searches
        guard let origin = searches.keys.min(), var search = searches[origin] else { return }
        try search.learn(hashes, of: origin, replica)
        searches[origin] = search.found == nil ? search : nil
        stage = .searching(searches)
        guard let last = search.found else { return }
        try replica.close(origin, after: last, .forked, now: time.wall)
        notes.append(.fork(origin, closedAfter: last))
    }

    // MARK: Taking

    /// Merges a snapshot once all its pages are here, in one transaction. Half a snapshot would have fields whose transactions nobody has, if its giver was put
    /// back meanwhile.
    private mutating func take<S>(
        _ page: SnapshotPage?, after pages: [SnapshotPage], of snapshot: CarrierPlace, _ vector: [OriginState], _ replica: inout Replica<S>,
        _ time: SessionTime
    ) throws {
        guard let page else { return stage = .meeting([:]) }
        guard page.next.section == .end else {
            guard pages.count < CarrierLimits.pages else {
                throw ReplicationFault.malformed("a snapshot of more than \(CarrierLimits.pages) pages (CarrierLimits.pages)")
            }
            return stage = .merging(snapshot, pages + [page])
        }
        for page in pages + [page] { try replica.merge(page) }
        try replica.takeOver(vector, now: time.wall)
        merged = snapshot
        notes.append(.snapshotEnded)
        stage = .meeting([:])
    }

    private mutating func take<S>(
        _ items: [CarrierItem], through end: CarrierPlace, isLast: Bool, _ replica: inout Replica<S>, _ time: SessionTime
    ) throws {
        if isStale {
            // Nothing explains why the write was refused, so the engine isn't the one that was met.
            if items.isEmpty { return stage = .meeting([:]) }
            isStale = false
        }
        (waiting.heldUntil, waiting.unreadable) = (nil, nil)
        var batch: [LoggedTransaction] = []
        var meetsAgain = false
        for item in items {
            if case .transaction(let transaction) = item {
                if batch.count == ReplicationLimits.transactionsPerBatch { try apply(&batch, &replica, time) }
                batch.append(transaction)
                continue
            }
            try apply(&batch, &replica, time)
            guard !waiting.isHolding, case .reading = stage else { break }
            switch item {
            case .transaction: break
            case .closed(let origin, let sequence):
                // Those that were known at the meeting are done.
                guard engine?.heads[origin]?.closedAt != sequence else { continue }
                try replica.close(origin, after: sequence, now: time.wall)
                meetsAgain = true
            case .owned(let key, let version):
                engine?.add(key, version)
                let mine = replica.position.owned[key]
                if key.device == replica.position.device {
                    // A state of this device's set that it doesn't know: it was restored from a backup.
                    if version.isLater(than: mine) || mine.map({ version.hasNumber(of: $0) && version != $0 }) ?? false { meetsAgain = true }
                } else if try engine?.isNews(key, version, replica) == true {
                    wanted.insert(key)
                }
            }
        }
        try apply(&batch, &replica, time)
        guard case .reading = stage else { return }
        guard !waiting.isHolding else { return stage = .giving(nil) }
        cursor = end.number
        if end.number > seen.number { seen = end }
        if !items.isEmpty { faults = 0 }
        if meetsAgain { stage = .meeting([:]) } else if isLast { fetchNext() }
    }

    /// Applies transactions. After a fault the engine is met again.
    private mutating func apply<S>(_ batch: inout [LoggedTransaction], _ replica: inout Replica<S>, _ time: SessionTime) throws {
        defer { batch = [] }
        guard try take(batch, &replica, time), batch.count > 1 else { return }
        // One of them can't be read. Those before it are taken.
        waiting.unreadable = nil
        for transaction in batch { _ = try take([transaction], &replica, time) }
    }

    /// - Returns: whether one of the transactions can't be read, and so none was taken.
    private mutating func take<S>(_ batch: [LoggedTransaction], _ replica: inout Replica<S>, _ time: SessionTime) throws -> Bool {
        guard !batch.isEmpty, !waiting.isHolding, case .reading = stage else { return false }
        // A transaction that is here would hide another one of the engine with the same number.
        guard try batch.allSatisfy({ try isConsistent($0, replica) }) else {
            stage = .meeting([:])
            return false
        }
        do {
            let outcome = try replica.apply(batch, from: replica.position.device, now: time.wall)
            if let held = outcome.held {
                waiting.heldUntil = held.clock.date + Milliseconds(-ReplicationLimits.clockAhead.count)
                notes.append(.held(held))
            }
            for transaction in batch { engine?.add(transaction) }
        } catch let fault as ReplicationFault {
            switch fault {
            case .gap, .brokenChain: try countFault(fault)
            case .malformed, .forbidden:
                // A later version may be able to take it. Until then this device goes on giving.
                waiting.unreadable = (fault, time.uptime + CarrierLimits.refusal.count)
                return true
            }
        }
        return false
    }

    private func isConsistent<S>(_ transaction: LoggedTransaction, _ replica: Replica<S>) throws -> Bool {
        guard let number = replica.position.origins.number(of: transaction.origin), let mine = try replica.storage.hash(number, transaction.sequence)
        else { return true }
        return mine == transaction.hash || transaction.sequence > replica.position.origins[number].sequence
    }

    private mutating func fetchNext() {
        if let key = wanted.min(by: { $0.isSent(before: $1) }) {
            stage = .fetching(key, after: nil, isWhole: false)
        } else {
            stage = .giving(nil)
        }
    }

    private mutating func take<S>(_ update: OwnedUpdate?, _ key: OwnedKey, isWhole: Bool, _ replica: inout Replica<S>) throws {
        var isHere = true
        // A device that isn't known here is one whose first transaction is held.
        if let update, try replica.storage.isKnown(key.device) { isHere = try replica.apply(update, from: key.device) }
        if !isHere, !isWhole { return stage = .fetching(key, after: nil, isWhole: true) }
        if isHere, let update, update.hasMore, let last = update.rows.last { return stage = .fetching(key, after: last.counter, isWhole: isWhole) }
        if let update { engine?.add(key, update.version) }
        wanted.remove(key)
        fetchNext()
    }

    private mutating func take<S>(
        _ transactions: [LoggedTransaction], _ suffix: EngineSuffix, _ replica: inout Replica<S>, _ time: SessionTime
    ) throws {
        var suffix = suffix
        // The log may have been cut or put back meanwhile.
        do { try suffix.add(transactions) } catch let fault { return try countFault(fault) }
        try replica.adopt(transactions, now: time.wall)
        guard transactions.isEmpty else { return stage = .ending(suffix) }
        guard suffix.top == suffix.wanted else { return try countFault(.gap(suffix.origin, have: suffix.last, got: suffix.last + 1)) }
        adopted[suffix.origin] = suffix.top
        stage = .giving(nil)
    }

    /// The engine is met again. An engine that goes on like that isn't in order.
    private mutating func countFault(_ fault: ReplicationFault) throws {
        faults += 1
        stage = .meeting([:])
        guard faults <= CarrierLimits.faults else { throw fault }
    }

    // MARK: Giving

    /// Whether a resting session begins to take again.
    private mutating func takesAgain(_ time: SessionTime) -> Bool {
        if let until = waiting.refusedUntil, time.uptime >= until {
            stage = .meeting([:])
            return true
        }
        let isDue = waiting.heldUntil.map { time.wall >= $0 } ?? waiting.unreadable.map { time.uptime >= $0.until } ?? false
        guard (hasNews || cursor < seen.number) && !waiting.isHolding || isDue else { return false }
        stage = .reading
        return true
    }

    /// - Returns: the next write. Nil where the engine has everything, or where the stage has changed.
    private mutating func give<S>(_ replica: Replica<S>) throws -> CarrierRequest? {
        guard var engine = self.engine else { return nil }
        defer { self.engine = engine }
        let unclosed = engine.unclosed(in: replica)
        // An origin is closed after everything of it was taken. This device's log has what it adopted, so that waits too.
        guard unclosed.isEmpty || !waiting.isHolding else { return nil }
        for closing in unclosed {
            guard let head = engine.heads[closing.origin], head.sequence > closing.last, adopted[closing.origin] != head.top else { continue }
            if head.floor > closing.last, engine.snapshot != merged {
                try merge(engine.snapshot)
            } else {
                stage = .ending(try EngineSuffix(head, after: closing.last, replica))
            }
            return nil
        }
        // Log entries may depend on what has left this device's log. So the snapshot comes first.
        let needsSnapshot = engine.needsSnapshot(of: replica)
        if !needsSnapshot {
            let batch = try engine.nextBatch(replica)
            if !batch.transactions.isEmpty || !unclosed.isEmpty {
                return .append(batch.transactions, closing: unclosed, previous: batch.previous, seen: seen)
            }
        }
        // Everything else replaces what is in the engine, so all of that must be here.
        guard !waiting.isHolding, waiting.refusedUntil == nil else { return nil }
        if needsSnapshot || trimTail != nil, let request = try publish(replica, engine, closing: unclosed) { return request }
        publication = nil
        return try engine.nextSet(replica).map { .setOwned($0, base: engine.owned[$0.key], seen: seen) }
    }

    /// - Returns: the next request for a snapshot. Nil where the store is too large for one.
    private mutating func publish<S>(_ replica: Replica<S>, _ engine: EngineView, closing: [CarrierClosing]) throws -> CarrierRequest? {
        guard !waiting.isTooLarge else { return nil }
        let earlier = publication.flatMap { $0.isCurrent(in: replica, instead: engine.snapshot) ? $0 : nil }
        guard let current = try earlier ?? Publication(of: replica, instead: engine.snapshot) else {
            (waiting.isTooLarge, trimTail) = (true, nil)
            return nil
        }
        publication = current
        if let page = current.nextPage { return page }
        return .publish(current.request(closing: closing, tail: trimTail ?? CarrierLimits.tail), end: seen)
    }

    private mutating func noteDone(_ request: CarrierRequest, before: CarrierPlace, end: CarrierPlace) {
        if cursor == before.number { cursor = end.number } else if before != end { hasNews = true }
        seen = end
        isStale = false
        if before != end { faults = 0 }
        stage = .giving(nil)
        switch request {
        case .append(let transactions, let closing, _, _):
            engine?.noteSent(transactions)
            guard !closing.isEmpty else { break }
            for closing in closing { adopted[closing.origin] = nil }
            merged = nil
            stage = .meeting([:])
        case .setOwned(let update, _, _): engine?.add(update.key, update.version)
        case .publish:
            (publication, trimTail, merged) = (nil, nil, nil)
            stage = .meeting([:])
        default: break
        }
    }

    private mutating func noteStale() throws {
        if isStale { return try countFault(.malformed("the engine refuses a write, and doesn't say why")) }
        isStale = true
        stage = .reading
    }

    /// The engine refuses a transaction from the future. It is stamped anew if it is from the future by this device's clock too.
    private mutating func restamp<S>(
        _ held: BatchOutcome.Held, present: Timestamp, _ replica: inout Replica<S>, _ time: SessionTime
    ) throws {
        let present = max(present, time.wall)
        if held.clock > HybridLogicalClock.Reading(date: present + ReplicationLimits.clockAhead),
            try replica.restamp(held.origin, after: held.sequence - 1, present: present, now: time.wall)
        {
            return stage = .meeting([:])
        }
        waiting.refusedUntil = time.uptime + CarrierLimits.refusal.count
        engine?.stop(before: held)
        stage = .giving(nil)
    }
}
