public import WidgetCore
public import WidgetReplication

/// A session's state, for people.
public struct SessionStatus: Sendable, Hashable {
    public var lag: SessionLag
    /// The peer's clock minus this one's. Nil while it isn't known.
    public var clockOffset: Milliseconds?
    /// See `PeerSession.snapshotAt`.
    public var snapshotAt: Int64?
    /// See `PeerSession.unconcernedDevices`.
    public var unconcernedDevices: Set<DeviceID> = []

    public var isSnapshotComing: Bool { snapshotAt != nil }
}
