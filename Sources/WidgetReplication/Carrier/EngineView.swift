/// The contents of an engine, as far as a session knows them.
struct EngineView: Sendable {
    private(set) var heads: [Origin: OriginState]
    private(set) var owned: [OwnedKey: OwnedVersion]
    /// The number of transactions in its log.
    private(set) var logged: Int64
    /// The snapshot's place.
    let snapshot: CarrierPlace?
    /// The place in this device's log before the first transaction that the engine may lack.
    private var cursor: LogPlace
    /// The place behind the batch that is on its way.
    private var sentThrough: LogPlace
    /// The transaction that it refuses for now.
    private var refused: BatchOutcome.Held?

    init<S>(_ state: CarrierState, _ replica: Replica<S>) throws {
        heads = Dictionary(state.summary.origins.map { ($0.origin, $0) }) { first, _ in first }
        owned = state.summary.owned
        logged = state.logged
        snapshot = state.snapshot
        cursor = try replica.place(after: heads.mapValues(\.sequence))
        sentThrough = cursor
    }

    /// The batch that was on its way is there.
    mutating func noteSent(_ batch: [LoggedTransaction]) {
        for transaction in batch { add(transaction) }
        cursor = sentThrough
    }

    /// A transaction is there.
    mutating func add(_ transaction: LoggedTransaction) {
        var head = heads[transaction.origin] ?? OriginState(origin: transaction.origin)
        guard transaction.sequence > head.sequence else { return }
        logged += 1
        head.sequence = transaction.sequence
        head.top = transaction.hash
        head.clock = max(head.clock, transaction.clock)
        heads[transaction.origin] = head
    }

    mutating func add(_ key: OwnedKey, _ version: OwnedVersion) { owned[key] = version }

    /// The engine refuses this transaction for now. Those after it in this device's log wait too, since they may depend on it.
    mutating func stop(before held: BatchOutcome.Held) { refused = held }

    // MARK: Giving

    /// The next transactions that the engine lacks, in the order of this device's log, and the hash before each origin's first one.
    mutating func nextBatch<S>(_ replica: Replica<S>) throws -> (transactions: [LoggedTransaction], previous: [Origin: ChainHash]) {
        var (batch, bytes): ([LoggedTransaction], Int) = ([], 0)
        var previous: [Origin: ChainHash] = [:]
        var sent: [Origin: Int64] = [:]
        sentThrough = cursor
        while batch.count < ReplicationLimits.transactionsPerBatch {
            let entries = try replica.storage.log(after: sentThrough, limit: ReplicationLimits.transactionsPerBatch - batch.count)
            for entry in entries {
                let transaction = entry.transaction
                if transaction.origin == refused?.origin, transaction.sequence == refused?.sequence { return (batch, previous) }
                let last = sent[transaction.origin] ?? heads[transaction.origin]?.sequence ?? 0
                // After a gap, which only a snapshot fills, the next ones don't follow either.
                if transaction.sequence == last + 1, heads[transaction.origin]?.accepts(transaction.sequence) ?? true {
                    bytes += transaction.frame.count + 80
                    if !batch.isEmpty, bytes > ReplicationLimits.batchBytes { return (batch, previous) }
                    if previous[transaction.origin] == nil, let number = replica.position.origins.number(of: transaction.origin) {
                        previous[transaction.origin] = try last == 0 ? .start : replica.storage.hash(number, last) ?? heads[transaction.origin]?.top
                    }
                    batch.append(transaction)
                    sent[transaction.origin] = transaction.sequence
                }
                sentThrough = entry.place
            }
            if entries.isEmpty { break }
        }
        // Nothing that was read can be sent before the next meeting, so it isn't read again.
        if batch.isEmpty { cursor = sentThrough }
        return (batch, previous)
    }

    /// Whether it lacks transactions that have left this device's log.
    func needsSnapshot<S>(of replica: Replica<S>) -> Bool {
        replica.position.origins.all.contains { mine in
            guard mine.floor > 0 else { return false }
            guard let theirs = heads[mine.origin] else { return true }
            return mine.floor > theirs.sequence && theirs.accepts(theirs.sequence + 1)
        }
    }

    /// The origins that this device has closed, and that go on in the engine.
    func unclosed<S>(in replica: Replica<S>) -> [CarrierClosing] {
        replica.position.origins.closed.filter { $0.value < heads[$0.key]?.closedAt ?? .max }.sorted { $0.key < $1.key }
            .map { CarrierClosing($0.key, after: $0.value, top: heads[$0.key]?.top ?? .start) }
    }

    /// A set that the engine lacks, in the latest version.
    func nextSet<S>(_ replica: Replica<S>) throws -> OwnedUpdate? {
        let lacking = try replica.position.owned.filter { try isLacking($0.key, $0.value, replica) }.keys
        for key in lacking.sorted(by: { $0.isSent(before: $1) }) { if let update = try wholeUpdate(key, replica) { return update } }
        return nil
    }

    private func isLacking<S>(_ key: OwnedKey, _ mine: OwnedVersion, _ replica: Replica<S>) throws -> Bool {
        guard mine.counter > 0 else { return false }
        guard let theirs = owned[key] else { return true }
        if mine.isLater(than: theirs) { return true }
        // If two states have one number, the greater sum counts. The owner sees that, and issues the set anew.
        return try mine.hasNumber(of: theirs) && mine.digest > theirs.digest && replica.isWhole(key, mine)
    }

    private func wholeUpdate<S>(_ key: OwnedKey, _ replica: Replica<S>) throws -> OwnedUpdate? {
        guard var update = try replica.update(key, base: owned[key], after: nil) else { return nil }
        while update.hasMore, let last = update.rows.last, let more = try replica.update(key, base: owned[key], after: last.counter) {
            update.rows += more.rows
            update.hasMore = more.hasMore
        }
        return update
    }

    // MARK: Taking

    /// Whether the engine's version of a set is to be taken.
    func isNews<S>(_ key: OwnedKey, _ theirs: OwnedVersion, _ replica: Replica<S>) throws -> Bool {
        guard key.device != replica.position.device else { return false }
        guard let mine = replica.position.owned[key] else { return theirs.counter > 0 }
        if theirs.isLater(than: mine) { return true }
        return try theirs.hasNumber(of: mine) && (theirs.digest > mine.digest || theirs.digest != mine.digest && !replica.isWhole(key, mine))
    }

    /// Transactions that are here and not there, and there and not here.
    func distance<S>(_ replica: Replica<S>) -> (ahead: Int64, behind: Int64) {
        let origins = replica.position.origins
        let ahead = origins.all.reduce(Int64(0)) { $0 + max($1.sequence - (heads[$1.origin]?.sequence ?? 0), 0) }
        let behind = heads.values.reduce(Int64(0)) { sum, theirs in
            let mine = origins.state(of: theirs.origin)
            return sum + max(min(theirs.sequence, mine?.closedAt ?? .max) - (mine?.sequence ?? 0), 0)
        }
        return (ahead, behind)
    }
}
