public import WidgetCore

/// How far the two ends of a link are apart, as far as this one knows.
public struct SessionLag: Sendable, Hashable {
    /// Transactions that the peer has and this device lacks.
    public var behind: Int64 = 0
    /// Transactions that this device has and the peer hasn't said to be durable there: not sent, on the way, or held.
    public var ahead: Int64 = 0
    /// The first transaction from the future that waits, and until when.
    public var heldUntil: Timestamp?
    /// The peer holds changes that this device sent: by its clock they are from the future.
    public var isHeldThere = false

    /// The peer has said hello: it is there, and takes this device.
    public var hasMet = false

    public init() {}
}
