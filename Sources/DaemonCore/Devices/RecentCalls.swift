import DequeModule
import Synchronization
package import TTRPC
package import WidgetCore

/// The newest calls of this device's clients that changed a widget, an activity or a control, so that a change can be traced to its caller.
///
/// A call costs a lock that is free and a write into a queue. Any thread may use it.
package final class RecentCalls: Sendable {
    package struct Call: Sendable {
        /// The id of what the call changed, as the answer has it.
        var subject: String
        package var method: String
        package var uid: UInt32
        package var pid: Int32
        package var began: Timestamp
        package var took: Duration
    }

    private let now: @Sendable () -> Timestamp
    private let limit: Int
    /// Oldest first.
    private let calls = Mutex<Deque<Call>>([])

    /// - Parameter limit: the number of calls that are remembered.
    package init(limit: Int = DaemonCoreLimits.tracedCalls, now: @escaping @Sendable () -> Timestamp) { (self.limit, self.now) = (limit, now) }

    /// Notes a call that has just succeeded.
    package func note(_ method: String, of subject: String, by peer: PeerIdentity, took: Duration) {
        let (seconds, attoseconds) = took.components
        let began = now() + Milliseconds(-(seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
        let call = Call(subject: subject, method: method, uid: peer.uid, pid: peer.pid, began: began, took: took)
        calls.withLock { calls in
            if calls.count == limit { calls.removeFirst() }
            calls.append(call)
        }
    }

    /// The calls that changed a thing, oldest first.
    package func calls(of id: WidgetID) -> [Call] {
        let text = id.description
        return calls.withLock { $0.filter { $0.subject == text } }
    }
}
