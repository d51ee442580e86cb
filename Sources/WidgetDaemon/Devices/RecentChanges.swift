import DequeModule
import Synchronization
import WidgetCore
import WidgetReplication

/// When the newest commits changed which widgets, activities and controls here, so that a change can be traced from device to device.
///
/// A commit costs a lock that is free and a write into a queue. Any thread may use it.
final class RecentChanges: Sendable {
    /// A row that is traced.
    struct Row: Sendable, Hashable {
        /// Nil: a widget's shared row. Its device is nil too.
        var set: OwnedSet?
        var device: DeviceID?
        var id: WidgetID
    }

    struct Commit: Sendable {
        var row: Row
        /// When it was visible here, and durable if this device made the change.
        var at: Timestamp
        var took: Duration
    }

    /// The owned sets whose rows are traced.
    private static let traced: Set<Int> = Set([OwnedSet.timelines, .activities, .controls].map(\.rawValue))
    private let now: @Sendable () -> Timestamp
    private let startedAt: Timestamp
    private let limit: Int
    /// Oldest first.
    private let commits = Mutex<Deque<Commit>>([])

    /// - Parameter limit: the number of rows that are remembered.
    init(limit: Int = DaemonLimits.tracedCommits, now: @escaping @Sendable () -> Timestamp) {
        (self.limit, self.now) = (limit, now)
        startedAt = now()
    }

    /// Everything that was committed since then is remembered.
    var since: Timestamp { commits.withLock { $0.count == limit ? $0.first?.at : nil } ?? startedAt }

    /// Notes a commit.
    /// - Parameter began: when the commit began.
    func note(_ changes: ReplicaChanges, began: ContinuousClock.Instant) {
        let (at, took) = (now(), began.duration(to: .now))
        commits.withLock { commits in
            for row in changes.rows where row.table == SharedSchema.widget {
                put(Commit(row: Row(set: nil, device: nil, id: WidgetID(row.id)), at: at, took: took), &commits)
            }
            for (key, ids) in changes.owned where Self.traced.contains(key.set) {
                for id in ids {
                    guard let id = WidgetID(bytes: id) else { continue }
                    put(Commit(row: Row(set: OwnedSet(rawValue: key.set), device: key.device, id: id), at: at, took: took), &commits)
                }
            }
        }
    }

    private func put(_ commit: Commit, _ commits: inout Deque<Commit>) {
        if commits.count == limit { commits.removeFirst() }
        commits.append(commit)
    }

    /// The newest commit that changed a row. Nil: it isn't remembered.
    func newest(_ row: Row) -> Commit? { commits.withLock { $0.last { $0.row == row } } }
}
