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

extension PeerSession {
    public func lag<S>(_ replica: Replica<S>) -> SessionLag {
        var lag = SessionLag()
        lag.heldUntil = heldUntil
        lag.hasMet = phase == .comparing || phase == .exchanging
        guard phase == .exchanging || phase == .comparing else { return lag }
        let origins = replica.position.origins
        for state in origins.all { lag.ahead += max(state.sequence - (confirmed[state.origin] ?? 0), 0) }
        if let held = heldThere, let state = replica.position.origins.state(of: held.origin) {
            lag.isHeldThere = state.sequence >= held.sequence
        }
        for (origin, theirs) in known { lag.behind += max(min(theirs, closed[origin] ?? .max) - (origins.state(of: origin)?.sequence ?? 0), 0) }
        return lag
    }

    /// Everything is coming in, page by page: the uptime at which the last page came, or it was asked for; nil: it isn't.
    public var snapshotAt: Int64? { incomingVector == nil ? nil : pageAt }
}
