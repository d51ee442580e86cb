import DequeModule
import Synchronization
package import TTRPC
package import WidgetCore

/// The calls of this device's clients that change a widget, an activity or a control: those that run, and the newest, so that a change can be traced to its
/// caller.
///
/// A call costs a lock that is free, two atomic additions and a write into a queue. Any thread may use it.
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
    private let running = Atomic<Int>(0)

    /// - Parameter limit: the number of calls that are remembered.
    package init(limit: Int = DaemonCoreLimits.tracedCalls, now: @escaping @Sendable () -> Timestamp) { (self.limit, self.now) = (limit, now) }

    /// Whether several calls run now, so that their writes can share a commit.
    package var severalRun: Bool { running.load(ordering: .relaxed) > 1 }

    /// Runs a call, and notes it when it has succeeded.
    /// - Parameter body: returns the call's answer, and the id of what it changed.
    package func run<Answer>(_ method: String, by peer: PeerIdentity, _ body: () async throws -> (answer: Answer, subject: String)) async throws -> Answer {
        running.add(1, ordering: .relaxed)
        defer { running.subtract(1, ordering: .relaxed) }
        let began = ContinuousClock.now
        let (answer, subject) = try await body()
        note(method, of: subject, by: peer, took: began.duration(to: .now))
        return answer
    }

    private func note(_ method: String, of subject: String, by peer: PeerIdentity, took: Duration) {
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
