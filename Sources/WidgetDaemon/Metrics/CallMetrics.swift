import Logging
import NIOCore
import Synchronization
import Systemd
import TTRPC
import TTRPCWire
import WidgetCore

/// Counts the server's connections and calls. A call costs a lock that is nearly always free, and a look into a table of the methods.
final class CallMetrics: ServerObserver {
    /// The full name of a method. Both parts are empty for all methods that don't exist, so the table has no more rows than there are methods.
    struct Name: Hashable, Sendable {
        var service: String
        var method: String
    }

    /// The calls of one method.
    struct Calls: Sendable {
        /// Ended calls, by the number of their status.
        fileprivate(set) var counts = [UInt64](repeating: 0, count: StatusCode.allCases.count)
        fileprivate(set) var durations = Histogram(bounds: Histogram.callBounds)

        var count: UInt64 { counts.reduce(0, &+) }
        var failures: UInt64 { count &- counts[0] }
    }

    let connections = Atomic<Int>(0)
    private let table = Mutex<[Name: Calls]>([:])
    private let refusals: Refusals

    init(logger: Logger) { refusals = Refusals(logger: logger) }

    func connectionOpened(_ id: ConnectionID, _ peer: PeerIdentity) { connections.add(1, ordering: .relaxed) }

    func connectionClosed(_ id: ConnectionID, _ peer: PeerIdentity) { connections.subtract(1, ordering: .relaxed) }

    func connectionRefused(_ peer: PeerIdentity, reason: RPCStatus) {
        refusals.log(.connectionRefused, "a connection was refused", of: peer, ["reason": "\(reason.message)"], now: .now())
    }

    func callDenied(_ peer: PeerIdentity, service: String, method: String, right: AccessRight) {
        refusals.log(.callDenied, "a call was denied", of: peer, ["method": "\(service)/\(method)", "right": "\(right)"], now: .now())
    }

    func callFinished(service: String, method: String, status: StatusCode, duration: TimeAmount) {
        let index = Int(status.rawValue)
        table.withLock { table in
            table[Name(service: service, method: method), default: Calls()].note(index, duration)
        }
    }

    /// The calls of each method that was called.
    var calls: [Name: Calls] { table.withLock { $0 } }

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

/// Logs refused users, each once in a minute: a program that doesn't take no for an answer must not fill the journal.
final class Refusals: Sendable {
    private struct Key: Hashable {
        var event: JournalMessage
        var uid: UInt32
    }

    private static let pause = TimeAmount.seconds(60)
    private let logger: Logger
    private let logged = Mutex<[Key: NIODeadline]>([:])

    init(logger: Logger) { self.logger = logger }

    /// - Parameter now: when it was refused.
    func log(_ event: JournalMessage, _ message: Logger.Message, of peer: PeerIdentity, _ metadata: Logger.Metadata, now: NIODeadline) {
        let key = Key(event: event, uid: peer.uid)
        let isNews = logged.withLock { logged in
            logged = logged.filter { now - $0.value < Self.pause }
            return logged.updateValue(logged[key] ?? now, forKey: key) == nil
        }
        guard isNews else { return }
        logger.log(event, message, metadata: metadata.merging(["uid": "\(peer.uid)", "pid": "\(peer.pid)"]) { own, _ in own })
    }
}
