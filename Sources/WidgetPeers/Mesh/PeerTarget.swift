public import WidgetCore
public import WidgetReplication

/// A device that a link should be kept to.
public struct PeerTarget: Sendable, Hashable {
    public var device: DeviceID
    /// The addresses to try, in order.
    public var addresses: [PeerAddress]

    public init(device: DeviceID, addresses: [PeerAddress]) {
        self.device = device
        self.addresses = addresses
    }
}

/// The state of the link to a device.
public struct PeerLinkStatus: Sendable, Hashable {
    /// A session runs.
    public var isConnected = false
    /// The address of the present or the last link.
    public var address = ""
    /// Whether the other side dialled.
    public var isInbound = false
    /// When the device was last heard.
    public var lastSeenAt: Timestamp?
    public var session: SessionStatus?
    /// Why there is no link.
    public var lastError = ""
    public var nextTryAt: Timestamp?

    public init() {}
}

/// Receives the events of a mesh. Its methods are called from any thread, and must be quick.
public protocol MeshDelegate: Sendable {
    /// Something to record for the user: a fork, a divergence, or a transaction that is held.
    func mesh(_ device: DeviceID, notes note: SessionNote)
    /// A session began or ended, and why.
    func mesh(_ device: DeviceID, isConnected: Bool, reason: String)
    /// A device asks for something that isn't replicated. `answer` must be called once, at any time.
    func mesh(_ device: DeviceID, asks method: String, _ payload: [UInt8], answer: @escaping @Sendable (PeerResponse) -> Void)
}
