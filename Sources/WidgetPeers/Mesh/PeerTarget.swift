public import WidgetCore
public import WidgetReplication

/// A device that a link should be kept to.
public struct PeerTarget: Sendable, Hashable {
    public var device: DeviceID
    /// Where to try, in this order.
    public var addresses: [PeerAddress]

    public init(device: DeviceID, addresses: [PeerAddress]) {
        self.device = device
        self.addresses = addresses
    }
}

/// How the link to a device is.
public struct PeerLinkStatus: Sendable, Hashable {
    /// A session runs.
    public var isConnected = false
    /// The address of the present or the last link.
    public var address = ""
    /// Whether the other side dialled.
    public var isInbound = false
    /// When it said something last.
    public var lastSeenAt: Timestamp?
    public var session: SessionStatus?
    /// Why there is no link.
    public var lastError = ""
    public var nextTryAt: Timestamp?

    public init() {}
}

/// Hears of the mesh. Called from any thread; must be quick.
public protocol MeshDelegate: Sendable {
    /// Something that people should be able to read: a fork, a divergence, a transaction that is held.
    func mesh(_ device: DeviceID, notes note: SessionNote)
    /// A session began or ended, and why.
    func mesh(_ device: DeviceID, isConnected: Bool, reason: String)
    /// A device asks for something that isn't replicated; answered once, at any time.
    func mesh(_ device: DeviceID, asks method: String, _ payload: [UInt8], answer: @escaping @Sendable (PeerResponse) -> Void)
}
