import Synchronization
import WidgetCore

/// What sessions have changed and the work loop hasn't taken over yet, all together: a loop that is slower than a session takes over more at once, and each row once.
final class ChangeQueue: Sendable {
    private let waiting = Mutex<ReplicaChanges?>(nil)
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    func put(_ changed: ReplicaChanges) {
        waiting.withLock { waiting in
            if waiting == nil { waiting = changed } else { waiting?.merge(changed) }
        }
        continuation.yield()
    }

    /// All that waits; waits for something. Nil: the task was cancelled.
    func next() async -> ReplicaChanges? {
        for await _ in stream { if let changed = rest() { return changed } }
        return nil
    }

    /// All that waits by now; nil: nothing does.
    func rest() -> ReplicaChanges? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }
}
