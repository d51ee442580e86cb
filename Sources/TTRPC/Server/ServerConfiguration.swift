public import Logging
public import NIOCore
public import TTRPCWire

/// The services of a server, the peers that may call them, and its bounds.
public struct ServerConfiguration: Sendable {
    public var services: [ServiceDefinition]
    /// Whether a peer may call a method. It is called for each call on the event loop, so it must be quick.
    public var authorize: @Sendable (PeerIdentity, RequestedMethod) -> AccessDecision
    /// Makes something that the calls of a connection find as ``CallContext/attachment``, of its socket and its peer. It is called once on the event loop,
    /// before the connection is read. The socket stays the connection's.
    public var attach: @Sendable (Int32, PeerIdentity) -> (any Sendable)? = { _, _ in nil }
    public var limits: ServerLimits
    public var observer: (any ServerObserver)?
    public var logger: Logger

    public init(
        services: [ServiceDefinition],
        authorize: @escaping @Sendable (PeerIdentity, RequestedMethod) -> AccessDecision,
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

/// Is told what a server does, to count it. It is called on the event loops, so it must be quick and must not block.
public protocol ServerObserver: AnyObject, Sendable {
    func connectionOpened(_ id: ConnectionID, _ peer: PeerIdentity)
    func connectionClosed(_ id: ConnectionID, _ peer: PeerIdentity)
    /// A connection was refused, because its uid has too many. `reason` is the status that the client receives. The server logs it, and by default nothing else
    /// happens.
    func connectionRefused(_ peer: PeerIdentity, reason: RPCStatus)
    /// A call was denied. By default nothing else happens.
    /// - Parameter rule: the reason, as ``AccessDenial/rule`` has it.
    func callDenied(_ peer: PeerIdentity, _ method: RequestedMethod, rule: String)
    /// A call or a stream has ended.
    /// - Parameter method: nil for a call of a method that doesn't exist.
    func callFinished(_ method: RequestedMethod?, status: StatusCode, duration: TimeAmount)
}

extension ServerObserver {
    public func connectionRefused(_ peer: PeerIdentity, reason: RPCStatus) {}
    public func callDenied(_ peer: PeerIdentity, _ method: RequestedMethod, rule: String) {}
}
