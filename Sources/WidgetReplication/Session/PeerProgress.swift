internal import WidgetCore

/// A part of the log, on its way to a peer.
struct LogBatch {
    var sent: [LoggedTransaction] = []
    /// The place before the first transaction that the peer lacks and that is held back.
    var heldBack: LogPlace?
    /// The devices that made those that are held back.
    var devices: Set<DeviceID> = []
    /// The next transaction is sent, once those that are held back before it have been sent.
    var isBlocked = false
}

/// The last transaction of each origin that the peer has, as far as is known here.
struct PeerProgress: Sendable {
    /// The last transaction that the peer reported, sent, or was sent.
    private var known: [Origin: Int64] = [:]
    /// The last transaction that the peer reported as durable, or sent.
    private var confirmed: [Origin: Int64] = [:]
    /// The origins that the peer has closed.
    private var closed: [Origin: Int64] = [:]
    /// The origins of which one side may have more than the other.
    private var apart: Set<Origin> = []
    /// The count of the replica's changes of origins when they were last looked at.
    private var seen: Int?

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
        for state in vector {
            known[state.origin] = max(known[state.origin] ?? 0, state.sequence)
            apart.insert(state.origin)
        }
    }

    private mutating func confirm(_ origin: Origin, _ sequence: Int64) {
        known[origin] = max(known[origin] ?? 0, sequence)
        confirmed[origin] = max(confirmed[origin] ?? 0, sequence)
        apart.insert(origin)
    }

    /// The next transactions that the peer lacks, which then count as sent.
    /// - Parameters:
    ///   - cursor: the place in the log to begin at. It is moved to the place to continue from.
    ///   - end: the place in the log to end at. Nil: the log's end.
    ///   - isHolding: whether transactions before the cursor are held back.
    ///   - isSent: whether an origin's transactions are sent. The others are held back.
    /// - Returns: the transactions, which end before one that follows others that are held back.
    mutating func nextBatch<S>(
        after cursor: inout LogPlace, through end: LogPlace? = nil, isHolding: Bool = false, _ replica: Replica<S>, isSent: (Origin) -> Bool
    ) throws -> LogBatch {
        var (batch, bytes) = (LogBatch(), 0)
        while batch.sent.count < ReplicationLimits.transactionsPerBatch {
            let entries = try replica.storage.log(after: cursor, limit: ReplicationLimits.transactionsPerBatch - batch.sent.count)
            for entry in entries {
                if let end, entry.place > end { return batch }
                let transaction = entry.transaction
                if isLacking(transaction) {
                    if isSent(transaction.origin) {
                        batch.isBlocked = isHolding || batch.heldBack != nil
                        bytes += transaction.frame.count + 80
                        if batch.isBlocked || !batch.sent.isEmpty && bytes > ReplicationLimits.batchBytes { return batch }
                        batch.sent.append(transaction)
                        known[transaction.origin] = transaction.sequence
                    } else {
                        batch.heldBack = batch.heldBack ?? cursor
                        batch.devices.insert(transaction.origin.device)
                    }
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

    // MARK: Lag

    /// Looks how far the two are apart.
    /// - Parameter isCounted: whether a device's transactions count that the peer hasn't reported as durable. Those don't that it gets from others, since it
    ///   reports them seldom.
    mutating func look<S>(_ replica: Replica<S>, isCounted: (DeviceID) -> Bool) {
        let origins = replica.position.origins
        if let numbers = replica.position.recentOrigins.since(seen) {
            for number in numbers { apart.insert(origins[number].origin) }
        } else {
            apart.formUnion(known.keys)
            apart.formUnion(origins.all.lazy.map(\.origin))
        }
        seen = replica.position.recentOrigins.count
        guard !apart.isEmpty else { return }
        apart = apart.filter { missing($0, origins) > 0 || isCounted($0.device) && unconfirmed($0, origins) > 0 }
    }

    /// Whose transactions count has changed.
    mutating func lookAgain() { seen = nil }

    /// The number of this replica's transactions that count and that the peer hasn't reported as durable.
    func ahead(_ origins: OriginTable, isCounted: (DeviceID) -> Bool) -> Int64 {
        apart.reduce(0) { isCounted($1.device) ? $0 + unconfirmed($1, origins) : $0 }
    }

    /// The states that the peer hasn't reported as durable.
    func unconfirmed(_ origins: OriginTable) -> [OriginState] { origins.all.filter { $0.sequence > confirmed[$0.origin] ?? 0 } }

    /// The number of the peer's transactions that aren't here.
    func behind(_ origins: OriginTable) -> Int64 { apart.reduce(0) { $0 + missing($1, origins) } }

    private func unconfirmed(_ origin: Origin, _ origins: OriginTable) -> Int64 {
        max((origins.state(of: origin)?.sequence ?? 0) - (confirmed[origin] ?? 0), 0)
    }

    private func missing(_ origin: Origin, _ origins: OriginTable) -> Int64 {
        guard let theirs = known[origin] else { return 0 }
        return max(min(theirs, closed[origin] ?? .max) - (origins.state(of: origin)?.sequence ?? 0), 0)
    }
}
