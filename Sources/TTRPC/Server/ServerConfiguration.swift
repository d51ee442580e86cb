public import Logging

/// The services of a server, the peers that may call them, and its bounds.
public struct ServerConfiguration: Sendable {
    public var services: [ServiceDefinition]
    /// Whether a peer has a right. Asked for each call, on the event loop: must be quick.
    public var authorize: @Sendable (PeerIdentity, AccessRight) -> Bool
    public var limits: ServerLimits
    public var observer: (any ServerObserver)?
    public var logger: Logger

    public init(
        services: [ServiceDefinition],
        authorize: @escaping @Sendable (PeerIdentity, AccessRight) -> Bool,
        limits: ServerLimits = ServerLimits(),
        observer: (any ServerObserver)? = nil,
        logger: Logger = Logger(label: "ttrpc")
    ) {
        self.services = services
        self.authorize = authorize
        self.limits = limits
        self.observer = observer
        self.logger = logger
    }
}

/// Where a server listens.
public enum ListeningAddress: Sendable {
    /// A Unix socket at a path, made with these permissions (such as `0o600`) and removed at the end. A socket that a dead
    /// server left there is replaced.
    case path(String, mode: UInt32 = 0o600)
    /// A socket that listens already, as systemd hands over. Taken over, not removed.
    case descriptor(Int32)
}
