import Synchronization
import TTRPCWire

/// Counts the resources that each uid holds over all its connections. Any thread may call it. Each `take` that succeeds needs one `release`.
///
/// Per-connection limits alone would let a user multiply them by opening more connections.
final class PeerLedger: Sendable {
    private enum Resource: Int, CaseIterable {
        case connections, refusalsWaiting, streams, bytes
    }

    private struct Usage {
        private var counts = [Int](repeating: 0, count: Resource.allCases.count)
        let turns = UserTurns()

        subscript(_ resource: Resource) -> Int {
            get { counts[resource.rawValue] }
            set { counts[resource.rawValue] = newValue }
        }

        var isNothing: Bool { counts.allSatisfy { $0 == 0 } }
    }

    private let limits: ServerLimits
    private let usage = Mutex<[UInt32: Usage]>([:])
    private let connections: Atomic<Int>

    init(limits: ServerLimits) {
        self.limits = limits
        connections = Atomic(limits.connectionsPerUID)
    }

    /// ``ServerLimits/connectionsPerUID`` as it is now. A user who has more already keeps them.
    var connectionsPerUID: Int {
        get { connections.load(ordering: .relaxed) }
        set { connections.store(newValue, ordering: .relaxed) }
    }

    /// Counts a connection to its uid. It returns `nil` when the connection may stay, else the reason.
    func takeConnection(uid: UInt32) -> RPCStatus? {
        let limit = connectionsPerUID
        let taken = take(uid, .connections, 1, limit: limit)
        return taken ? nil : RPCStatus(.resourceExhausted, "uid \(uid) has \(limit) connections open, the limit; close one first")
    }

    func releaseConnection(uid: UInt32) {
        release(uid, .connections, 1)
    }

    /// The share of the event loops of a uid that has a connection.
    func turns(uid: UInt32) -> UserTurns { usage.withLock { $0[uid]?.turns } ?? UserTurns() }

    /// Whether a refused connection may wait to be told so.
    func takeRefusal(uid: UInt32) -> Bool {
        take(uid, .refusalsWaiting, 1, limit: Tuning.refusalsWaitingPerUID)
    }

    func releaseRefusal(uid: UInt32) {
        release(uid, .refusalsWaiting, 1)
    }

    func takeStream(uid: UInt32) -> RPCStatus? {
        let taken = take(uid, .streams, 1, limit: limits.streamsPerUID)
        return taken ? nil : RPCStatus(.resourceExhausted, "uid \(uid) has \(limits.streamsPerUID) streams open, the limit; end one first")
    }

    func releaseStream(uid: UInt32) {
        release(uid, .streams, 1)
    }

    func takeBytes(_ count: Int, uid: UInt32) -> RPCStatus? {
        let taken = take(uid, .bytes, count, limit: limits.bufferedBytesPerUID)
        return taken
            ? nil : RPCStatus(.resourceExhausted, "uid \(uid) has \(limits.bufferedBytesPerUID) bytes buffered here, the limit; read the answers first")
    }

    func releaseBytes(_ count: Int, uid: UInt32) {
        if count > 0 { release(uid, .bytes, count) }
    }

    private func take(_ uid: UInt32, _ what: Resource, _ count: Int, limit: Int) -> Bool {
        usage.withLock { usage in
            guard (usage[uid]?[what] ?? 0) + count <= limit else { return false }
            usage[uid, default: Usage()][what] += count
            return true
        }
    }

    private func release(_ uid: UInt32, _ what: Resource, _ count: Int) {
        usage.withLock { usage in
            usage[uid]?[what] -= count
            if usage[uid]?.isNothing == true { usage[uid] = nil }
        }
    }
}
