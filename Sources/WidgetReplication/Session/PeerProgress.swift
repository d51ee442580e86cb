/// The last transaction of each origin that the peer has, as far as is known here.
struct PeerProgress: Sendable {
    /// The last transaction that the peer reported, sent, or was sent.
    private var known: [Origin: Int64] = [:]
    /// The last transaction that the peer reported as durable, or sent.
    private var confirmed: [Origin: Int64] = [:]
    /// The origins that the peer has closed.
    private var closed: [Origin: Int64] = [:]

    /// Nothing is known yet.
    init() {}

    /// The peer's progress as its summary says.
    init(_ summary: ReplicaSummary) {
        for state in summary.origins {
            known[state.origin] = state.sequence
            closed[state.origin] = state.closedAt
        }
        confirmed = known
    }

    /// The peer says that this is durable on it. Beyond ``ReplicationLimits/origins``, unknown origins are ignored.
    mutating func acknowledge(_ states: [OriginState]) {
        for state in states where known[state.origin] != nil || known.count < ReplicationLimits.origins { confirm(state.origin, state.sequence) }
    }

    /// The peer has sent these transactions.
    /// - Parameter origins: this replica's origins, which say how many of them were accepted.
    mutating func received(_ batch: some Sequence<LoggedTransaction>, _ origins: OriginTable) {
        for transaction in batch where transaction.sequence <= origins.state(of: transaction.origin)?.sequence ?? 0 {
            confirm(transaction.origin, transaction.sequence)
        }
    }

    /// The peer was sent a whole snapshot with this vector.
    mutating func sent(snapshot vector: [OriginState]) {
        for state in vector { known[state.origin] = max(known[state.origin] ?? 0, state.sequence) }
    }

    private mutating func confirm(_ origin: Origin, _ sequence: Int64) {
        known[origin] = max(known[origin] ?? 0, sequence)
        confirmed[origin] = max(confirmed[origin] ?? 0, sequence)
    }

    /// The next transactions that the peer lacks, which then count as sent.
    /// - Parameter cursor: the place in the log to begin at. It is moved to the place to continue from.
    mutating func nextBatch<S>(after cursor: inout LogPlace, _ replica: Replica<S>) throws -> [LoggedTransaction] {
        var (batch, bytes): ([LoggedTransaction], Int) = ([], 0)
        while batch.count < ReplicationLimits.transactionsPerBatch {
            let entries = try replica.storage.log(after: cursor, limit: ReplicationLimits.transactionsPerBatch - batch.count)
            for entry in entries {
                let transaction = entry.transaction
                if isLacking(transaction) {
                    bytes += transaction.frame.count + 80
                    if !batch.isEmpty, bytes > ReplicationLimits.batchBytes { return batch }
                    batch.append(transaction)
                    known[transaction.origin] = transaction.sequence
                }
                cursor = entry.place
            }
            if entries.isEmpty { break }
        }
        return batch
    }

    private func isLacking(_ transaction: LoggedTransaction) -> Bool {
        transaction.sequence > known[transaction.origin] ?? 0 && transaction.sequence <= closed[transaction.origin] ?? .max
    }

    /// The place in the log before the first transaction that the peer may lack.
    func beginning<S>(in replica: Replica<S>) throws -> LogPlace { try replica.place(after: known) }

    /// The number of this replica's transactions that the peer hasn't reported as durable.
    func ahead(_ origins: OriginTable) -> Int64 { origins.all.reduce(0) { $0 + max($1.sequence - (confirmed[$1.origin] ?? 0), 0) } }

    /// The number of the peer's transactions that aren't here.
    func behind(_ origins: OriginTable) -> Int64 {
        known.reduce(0) { $0 + max(min($1.value, closed[$1.key] ?? .max) - (origins.state(of: $1.key)?.sequence ?? 0), 0) }
    }
}

/// This device's state as the peer was last told.
struct AdvertisedState: Sendable {
    /// The digest of the last summary that was sent. Nil where there was none.
    private(set) var summary: UInt64?
    /// The closed origins that the peer knows of.
    private(set) var closed: [Origin: Int64]
    /// The last transaction of each origin that was reported to the peer as durable.
    private var acknowledged: [Origin: Int64] = [:]
    private var acknowledgedAt: Int64 = 0

    /// - Parameter closed: the origins that both have closed.
    init(closed: [Origin: Int64] = [:]) { self.closed = closed }

    /// - Returns: the message with this replica's summary.
    mutating func summarize<S>(_ replica: Replica<S>, at uptime: Int64) -> PeerMessage {
        let told = replica.summary()
        summary = told.digest
        closed = replica.position.origins.closed
        acknowledged = Dictionary(told.origins.map { ($0.origin, $0.sequence) }, uniquingKeysWith: max)
        acknowledgedAt = uptime
        return .summary(told)
    }

    /// The uptime at which the peer is to be told what has become durable. Nil where nothing has.
    func acknowledgementDue<S>(_ replica: Replica<S>) -> Int64? {
        unacknowledged(replica).isEmpty ? nil : acknowledgedAt + ReplicationLimits.acknowledgeInterval.count
    }

    /// - Returns: the message that tells the peer what has become durable. Nil while it isn't due.
    mutating func acknowledge<S>(_ replica: Replica<S>, at uptime: Int64) -> PeerMessage? {
        guard uptime - acknowledgedAt >= ReplicationLimits.acknowledgeInterval.count else { return nil }
        let states = unacknowledged(replica)
        guard !states.isEmpty else { return nil }
        for state in states { acknowledged[state.origin] = state.sequence }
        acknowledgedAt = uptime
        return .acknowledge(states)
    }

    private func unacknowledged<S>(_ replica: Replica<S>) -> [OriginState] {
        replica.position.origins.all.filter { $0.sequence > 0 && acknowledged[$0.origin] != $0.sequence }
    }
}
