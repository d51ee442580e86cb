public import WidgetCore
public import WidgetReplication

/// A session's state, for people.
public struct SessionStatus: Sendable, Hashable {
    public var lag: SessionLag
    /// The peer's clock less this one's; nil: not known yet.
    public var clockOffset: Milliseconds?
    /// ``WidgetCore/PeerSession/snapshotAt``.
    public var snapshotAt: Int64?

    public var isSnapshotComing: Bool { snapshotAt != nil }
}
