public import WidgetCore

/// A Live Activity as its owner keeps it, with what its provider drew.
public struct StoredActivity: Sendable, Hashable {
    public var activity: Activity
    /// An encoded `widgetd.v1.ActivityArchive`; empty for a type that widgetd draws from the state, and until the provider has drawn it.
    public var archive: [UInt8]
    /// The activity's revision that the archive is of.
    public var archiveRevision: Int64
    /// Why a later one couldn't be drawn; empty: it could.
    public var lastError: String
    /// Rises with each drawing that something else than a new state asked for: who was shown a tap knows by it that the views know of it.
    public var redraws: Int64

    public init(_ activity: Activity, archive: [UInt8] = [], archiveRevision: Int64 = 0, lastError: String = "", redraws: Int64 = 0) {
        self.activity = activity
        self.archive = archive
        self.archiveRevision = archiveRevision
        self.lastError = lastError
        self.redraws = redraws
    }

    /// As its row has it.
    public var bytes: [UInt8] { ActivityCoding.encode(self) }

    /// One of a row of this or another device.
    /// - Throws: DATA_LOSS for a state or style that this code doesn't know; ``WidgetCore/ReplicationFault/malformed(_:)`` for what isn't such a row.
    public init(_ id: ActivityID, bytes: [UInt8]) throws { self = try ActivityCoding.decode(id, bytes) }
}

/// A type of Live Activities with what tells whether its provider changed.
public struct StoredActivityType: Sendable, Hashable {
    public var type: ActivityType
    /// Changes when the provider's files or manifest change.
    public var fingerprint: String

    public init(type: ActivityType, fingerprint: String) {
        self.type = type
        self.fingerprint = fingerprint
    }
}
