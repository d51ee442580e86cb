import Synchronization
import WidgetCore
import WidgetReplication

/// Changes by sessions that the work loop hasn't taken over yet, all together: a loop that is slower than a session takes over more at once, and each row
/// once.
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

    /// While everything comes in, page by page, nothing is taken over: it would be done for each page, and takes the time from what brings the next. Not for
    /// ever, and not where it is about who
    /// the devices are: who was revoked is cut off at once.
    /// - Returns: `changed`, with what came meanwhile.
    func gather<C: Clock<Duration>>(_ changed: ReplicaChanges, on clock: C, whileComing isComing: @Sendable () -> Bool) async -> ReplicaChanges {
        var changed = changed
        let end = clock.now.advanced(by: DaemonLimits.snapshotPatience)
        while !changed.hasDevices, isComing(), clock.now < end {
            // Cancelled: at once.
            guard (try? await clock.sleep(for: DaemonLimits.snapshotPause)) != nil else { break }
            if let more = rest() { changed.merge(more) }
        }
        return changed
    }

    /// All that waits by now; nil: nothing does.
    func rest() -> ReplicaChanges? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }
}

extension ReplicaChanges {
    /// A few rows, and nothing that everything else depends on.
    var isBrief: Bool {
        !hasDevices && !owned.values.contains { $0.contains([]) } && owned.values.reduce(rows.count) { $0 + $1.count } <= DaemonLimits.briefChanges
    }
}
