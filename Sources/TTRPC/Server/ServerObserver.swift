public import NIOCore
public import TTRPCWire

/// Hears what a server does, to count it. Called on the event loops: must be quick, must not block.
public protocol ServerObserver: Sendable {
    func connectionOpened(_ id: ConnectionID, _ peer: PeerIdentity)
    func connectionClosed(_ id: ConnectionID, _ peer: PeerIdentity)
    /// A connection over the limit of its uid; `reason` is what it was told. The server logs it; by default nothing else happens.
    func connectionRefused(_ peer: PeerIdentity, reason: RPCStatus)
    /// A call or a stream ended. Calls of methods that don't exist come with empty names.
    func callFinished(service: String, method: String, status: StatusCode, duration: TimeAmount)
}

extension ServerObserver {
    public func connectionRefused(_ peer: PeerIdentity, reason: RPCStatus) {}
}
