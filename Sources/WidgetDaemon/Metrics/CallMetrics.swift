import Logging
import NIOCore
import Synchronization
import Systemd
import TTRPC
import TTRPCWire
import WidgetCore

/// Counts the server's connections and calls. A call costs a lock that is nearly always free, and a look into a table of the methods.
final class CallMetrics: ServerObserver {
    /// The calls of one method.
    struct Calls: Sendable {
        /// Ended calls, by the number of their status.
        fileprivate(set) var counts = [UInt64](repeating: 0, count: StatusCode.allCases.count)
        fileprivate(set) var durations = Histogram(bounds: Histogram.callBounds)

        var count: UInt64 { counts.reduce(0, &+) }
        var failures: UInt64 { count &- counts[0] }
    }

    let connections = Atomic<Int>(0)
    /// All methods that don't exist have one row, so the table has no more rows than there are methods.
    private let table = Mutex<[RequestedMethod?: Calls]>([:])
    private let refusals: Refusals

    init(logger: Logger) { refusals = Refusals(logger: logger) }

    func connectionOpened(_ id: ConnectionID, _ peer: PeerIdentity) { connections.add(1, ordering: .relaxed) }

    func connectionClosed(_ id: ConnectionID, _ peer: PeerIdentity) { connections.subtract(1, ordering: .relaxed) }

    func connectionRefused(_ peer: PeerIdentity, reason: RPCStatus) {
        refusals.note(.connectionRefused(reason: reason.message), of: peer, now: .now())
    }

    func callDenied(_ peer: PeerIdentity, _ method: RequestedMethod, rule: String) {
        refusals.note(.callDenied(method.fullName, rule: rule), of: peer, now: .now())
    }

    func callFinished(_ method: RequestedMethod?, status: StatusCode, duration: TimeAmount) {
        table.withLock { $0[method, default: Calls()].note(Int(status.rawValue), duration) }
    }

    /// The calls of each method that was called; nil: of all that don't exist.
    var calls: [RequestedMethod?: Calls] { table.withLock { $0 } }

    /// All calls that have ended, and those among them that failed.
    var totals: (calls: UInt64, failed: UInt64) {
        calls.values.reduce(into: (0, 0)) { totals, calls in
            totals.0 &+= calls.count
            totals.1 &+= calls.failures
        }
    }
}

extension CallMetrics.Calls {
    fileprivate mutating func note(_ status: Int, _ duration: TimeAmount) {
        counts[status] &+= 1
        durations.observe(seconds: Double(duration.nanoseconds) / 1e9)
    }
}
