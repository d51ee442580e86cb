/// Finds the last number up to which two chains of one origin are equal: a search by parts, since chains that differ once differ from there on.
struct ForkSearch: Sendable, Hashable {
    /// Equal here; 0: before the first.
    private(set) var equal: Int64 = 0
    /// Different here.
    private(set) var differs: Int64

    /// No common number is known to differ: a transaction didn't follow. Where none is found, the peer lied.
    let isSuspected: Bool

    init(differs: Int64, isSuspected: Bool = false) {
        self.differs = differs
        self.isSuspected = isSuspected
    }

    /// The last common number, when it is known.
    var found: Int64? { differs - equal <= 1 ? equal : nil }

    /// The numbers to ask for next.
    var probes: [Int64] {
        let parts = Int64(ReplicationLimits.hashesPerQuery)
        let distance = differs - equal
        return Set((1...parts).map { equal + distance * $0 / (parts + 1) }).filter { $0 > equal && $0 < differs }.sorted()
    }

    /// - Parameter isEqual: nil: one of both doesn't know the number, which counts as equal: what isn't known can't be given up.
    mutating func learn(_ sequence: Int64, isEqual: Bool?) {
        guard sequence > equal, sequence < differs else { return }
        if isEqual == false { differs = sequence } else { equal = sequence }
    }
}

extension PeerSession {
    mutating func narrow<S>(_ origin: Origin, _ theirs: [Int64: ChainHash], _ replica: inout Replica<S>, _ time: SessionTime) throws {
        guard var search = searches[origin] else { return }
        for sequence in search.probes {
            let mine = try replica.position.origins.number(of: origin).flatMap { try replica.storage.hash($0, sequence) }
            search.learn(sequence, isEqual: mine.flatMap { mine in theirs[sequence].map { $0 == mine } })
        }
        guard let last = search.found else {
            searches[origin] = search
            return send(.hashesWanted(origin, search.probes), time)
        }
        searches[origin] = nil
        if search.isSuspected, last == replica.position.origins.state(of: origin)?.sequence {
            let fault = ReplicationFault.brokenChain(origin, sequence: last + 1)
            send(.bye("\(fault)"), time)
            return close(.refused(fault))
        }
        try replica.close(origin, after: last, .forked, now: time.wall)
        effects.append(.note(.fork(origin, closedAfter: last)))
        // The peer closes it too, and both compare again.
        tellSummary(replica, time)
    }
}
