internal import GRDB
internal import WidgetCore

/// What the last change of another device was, as its commit read it: who shows it just after needn't read it again, for which a connection takes locks and reads the pages that the commit made.
struct LastCommitChanges: Sendable {
    let stored: StoredChanges
    private let changes: ReplicaChanges

    /// - Parameter db: the connection that writes, before the commit.
    /// - Returns: nil: it is more than a few rows, about what everything depends on, or damaged.
    init?(_ changes: ReplicaChanges, _ db: Database) throws {
        let count = changes.owned.values.reduce(changes.rows.count) { $0 + $1.count }
        guard count > 0, count <= StoreLimits.freshRows, !changes.hasDevices else { return nil }
        for (key, ids) in changes.owned {
            switch OwnedSet(rawValue: key.set) {
            case .timelines, .activities, .controls, .intents: guard !ids.contains([]) else { return nil }
            case .kinds, .activityTypes, .controlKinds, .presence, nil: return nil
            }
        }
        stored = try StoredChanges(changes, db)
        guard stored.damaged.isEmpty else { return nil }
        self.changes = changes
    }

    /// Whether all that is asked for is here.
    func covers(_ asked: ReplicaChanges) -> Bool {
        asked.rows.isSubset(of: changes.rows) && asked.owned.allSatisfy { key, ids in changes.owned[key].map(ids.isSubset) ?? false }
    }
}
