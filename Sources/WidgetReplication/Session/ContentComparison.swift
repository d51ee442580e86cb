internal import WidgetCore

/// Decides when the contents of both replicas are compared: once for each state, after a quiet time.
struct ContentComparison: Sendable {
    /// The uptime of the last change.
    private var quietSince: Int64
    /// The digest of the summary for which contents were last compared.
    private var compared: UInt64?

    init(quietSince: Int64) { self.quietSince = quietSince }

    mutating func changed(at uptime: Int64) { quietSince = uptime }

    func isQuiet(at uptime: Int64) -> Bool { uptime - quietSince >= ReplicationLimits.compareAfter.count }

    /// Whether a state wasn't compared yet.
    func isNew(_ summary: UInt64) -> Bool { compared != summary }

    /// The uptime at which this state is to be compared. Nil where it was compared already.
    func due(_ summary: UInt64) -> Int64? { isNew(summary) ? quietSince + ReplicationLimits.compareAfter.count : nil }

    /// Notes that a state is being compared.
    /// - Returns: whether it wasn't compared before.
    mutating func compares(_ summary: UInt64) -> Bool {
        guard isNew(summary) else { return false }
        compared = summary
        return true
    }
}

extension Set<DeviceID> {
    /// Whether two of the linked devices compare their contents. In the ring of all by their ids, each compares with the nearest on each side.
    func isNear(_ peer: DeviceID, _ device: DeviceID, side: Int) -> Bool {
        guard count > 2 * side, contains(peer) else { return true }
        let (low, high) = peer < device ? (peer, device) : (device, peer)
        let between = reduce(0) { low < $1 && $1 < high ? $0 + 1 : $0 }
        return between < side || count - 1 - between < side
    }
}
