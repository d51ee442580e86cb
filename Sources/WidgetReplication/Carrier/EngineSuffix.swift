/// The transactions of a closed origin that stand in the engine behind its end, while they are read.
struct EngineSuffix: Sendable {
    let origin: Origin
    /// The number of the last one that was read, or up to which a snapshot has them.
    private(set) var last: Int64
    /// The hash of that one. Nil where it isn't known.
    private(set) var top: ChainHash?
    /// The hash of the last one in the engine.
    let wanted: ChainHash

    init<S>(_ head: OriginState, after end: Int64, _ replica: Replica<S>) throws {
        origin = head.origin
        last = max(end, head.floor)
        wanted = head.top
        let number = replica.position.origins.number(of: head.origin)
        top = last == head.sequence ? head.top : try last > end ? nil : end == 0 ? .start : number.flatMap { try replica.storage.hash($0, end) }
    }

    /// Takes the next ones.
    /// - Throws: ``ReplicationFault`` where they don't follow.
    mutating func add(_ transactions: [LoggedTransaction]) throws(ReplicationFault) {
        for transaction in transactions {
            guard transaction.origin == origin, transaction.sequence == last + 1 else {
                throw ReplicationFault.gap(origin, have: last, got: transaction.sequence)
            }
            let hash = top?.next(origin, sequence: transaction.sequence, clock: transaction.clock, frame: transaction.frame)
            guard hash == nil || hash == transaction.hash else { throw ReplicationFault.brokenChain(origin, sequence: transaction.sequence) }
            (last, top) = (transaction.sequence, transaction.hash)
        }
    }
}
