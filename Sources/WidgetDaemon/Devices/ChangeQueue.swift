import Synchronization
import WidgetCore
import WidgetReplication

/// Changes of peers' sessions that the daemon's services haven't taken over yet, merged into one. If the services are slower than a session, they take over
/// more at once, and each row only once.
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

    /// All changes that wait; waits until there are some. Nil: the task was cancelled.
    func next() async -> ReplicaChanges? {
        for await _ in stream { if let changed = rest() { return changed } }
        return nil
    }

    /// Collects changes while a snapshot comes in page by page. To take over each page alone would repeat work and delay the next page. This ends after
    /// `DaemonLimits.snapshotPatience`. Changes of the list of devices aren't delayed: a revoked device is disconnected at once.
    /// - Returns: `changed`, with the changes that came meanwhile.
    func gather<C: Clock<Duration>>(_ changed: ReplicaChanges, on clock: C, whileComing isComing: @Sendable () -> Bool) async -> ReplicaChanges {
        var changed = changed
        let end = clock.now.advanced(by: DaemonLimits.snapshotPatience)
        while !changed.hasDevices, isComing(), clock.now < end {
            // A cancelled task doesn't wait any more.
            guard (try? await clock.sleep(for: DaemonLimits.snapshotPause)) != nil else { break }
            if let more = rest() { changed.merge(more) }
        }
        return changed
    }

    /// All changes that wait now; nil: none do.
    func rest() -> ReplicaChanges? {
        waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
        }
    }
}

extension ReplicaChanges {
    /// Whether there are only a few changed rows, and no changes of devices or of whole sets.
    var isBrief: Bool {
        !hasDevices && !owned.values.contains { $0.contains([]) } && owned.values.reduce(rows.count) { $0 + $1.count } <= DaemonLimits.briefChanges
    }
}
