public import WidgetCore

/// A part of the log, on its way to a peer.
struct LogBatch {
    var sent: [LoggedTransaction] = []
    /// The place before the first transaction that the peer lacks and that is held back.
    var heldBack: LogPlace?
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
    /// The versions of other devices' sets that were reported to the peer.
    private var acknowledgedSets: [OwnedKey: OwnedVersion] = [:]
    /// The devices with which this one is linked, as the peer was told. Nil where it wasn't.
    private var toldLinks: Set<DeviceID>?
    /// The devices with which this one is linked, the peer among them.
    private var links: Set<DeviceID>
    private var acknowledgedAt: Int64 = 0

    /// - Parameters:
    ///   - links: the devices with which this one is linked.
    ///   - closed: the origins that both have closed.
    init(links: Set<DeviceID>, closed: [Origin: Int64] = [:]) {
        self.links = links
        self.closed = closed
    }

    mutating func setLinks(_ devices: Set<DeviceID>) { links = devices }

    /// Both have the same.
    mutating func begin(closed: [Origin: Int64]) { self.closed = closed }

    /// - Returns: the message with this replica's summary.
    mutating func summarize<S>(_ replica: Replica<S>, at uptime: Int64) -> PeerMessage {
        let told = replica.summary()
        summary = replica.position.summaryDigest
        closed = replica.position.origins.closed
        acknowledged = Dictionary(told.origins.map { ($0.origin, $0.sequence) }, uniquingKeysWith: max)
        acknowledgedSets = told.owned
        acknowledgedAt = uptime
        return .summary(told)
    }

    /// The uptime at which the peer is to be told what has become durable, or who is linked. Nil where nothing is new.
    func acknowledgementDue<S>(to peer: DeviceID, _ replica: Replica<S>) -> Int64? {
        unacknowledged(to: peer, replica).isEmpty ? nil : acknowledgedAt + ReplicationLimits.acknowledgeInterval.count
    }

    /// - Returns: the message that tells the peer what has become durable. Nil while it isn't due.
    mutating func acknowledge<S>(to peer: DeviceID, _ replica: Replica<S>, at uptime: Int64) -> PeerMessage? {
        guard uptime - acknowledgedAt >= ReplicationLimits.acknowledgeInterval.count else { return nil }
        let news = unacknowledged(to: peer, replica)
        guard !news.isEmpty else { return nil }
        for state in news.origins { acknowledged[state.origin] = state.sequence }
        acknowledgedSets.merge(news.owned) { $1 }
        toldLinks = links
        acknowledgedAt = uptime
        return .acknowledge(news)
    }

    private func unacknowledged<S>(to peer: DeviceID, _ replica: Replica<S>) -> Acknowledgement {
        let (position, device) = (replica.position, replica.position.device)
        return Acknowledgement(
            origins: position.origins.all.filter { $0.sequence > 0 && acknowledged[$0.origin] != $0.sequence },
            // The peer holds back the sets of the devices with which this one is linked, until it hears that they are here.
            owned: position.owned.filter { key, version in
                links.contains(key.device) && key.device != peer && key.device != device && acknowledgedSets[key] != version
            },
            links: toldLinks == links ? nil : links)
    }
}

/// The changes of a device's state since it was last told.
public struct Acknowledgement: Sendable, Hashable {
    /// The parts of the vector that have become durable.
    public var origins: [OriginState]
    /// The versions of sets of the devices with which the sender is linked.
    public var owned: [OwnedKey: OwnedVersion]
    /// The devices with which the sender is linked. Nil: as before.
    public var links: Set<DeviceID>?

    public init(origins: [OriginState] = [], owned: [OwnedKey: OwnedVersion] = [:], links: Set<DeviceID>? = nil) {
        self.origins = origins
        self.owned = owned
        self.links = links
    }

    var isEmpty: Bool { origins.isEmpty && owned.isEmpty && links == nil }
}
