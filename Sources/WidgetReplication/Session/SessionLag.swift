public import WidgetCore

/// How far the two ends of a link are apart, as far as this end knows.
public struct SessionLag: Sendable, Hashable {
    /// Transactions that the peer has and this device lacks.
    public var behind: Int64 = 0
    /// Transactions that this device has and the peer hasn't reported as durable: not sent, on the way, or held.
    public var ahead: Int64 = 0
    /// Until when the first transaction from the future is held here.
    public var heldUntil: Timestamp?
    /// Whether the peer holds changes that this device sent, because they are from the future by its clock.
    public var isHeldThere = false

    /// Whether the peer has sent its hello, and so accepts this device.
    public var hasMet = false

    public init() {}
}
