/// Finds the last number up to which two chains of one origin are equal. Chains that differ at one number differ at all later ones, so it divides the range
/// into parts.
struct ForkSearch: Sendable, Hashable {
    /// The last number that is known to be equal. 0 stands for the start of the chain.
    private(set) var equal: Int64 = 0
    /// The first number that is known to differ.
    private(set) var differs: Int64

    /// Whether no common number is known to differ, because the search began with a transaction that didn't follow. If none is found, the peer lied.
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

    /// Takes the peer's hashes of the numbers that were asked for.
    mutating func learn<S>(_ theirs: [Int64: ChainHash], of origin: Origin, _ replica: Replica<S>) throws {
        for sequence in probes {
            let mine = try replica.position.origins.number(of: origin).flatMap { try replica.storage.hash($0, sequence) }
            learn(sequence, isEqual: mine.flatMap { mine in theirs[sequence].map { $0 == mine } })
        }
    }

    /// - Parameter isEqual: nil where one side doesn't know the hash. An unknown hash counts as equal, because nothing may be given up without proof.
    private mutating func learn(_ sequence: Int64, isEqual: Bool?) {
        guard sequence > equal, sequence < differs else { return }
        if isEqual == false { differs = sequence } else { equal = sequence }
    }
}
