import NIOCore
import Synchronization
import TTRPC
import TTRPCWire

/// Counts the server's connections and calls.
final class CallMetrics: ServerObserver {
    let calls = Atomic<UInt64>(0)
    let failedCalls = Atomic<UInt64>(0)
    let connections = Atomic<Int>(0)

    func connectionOpened(_ id: ConnectionID, _ peer: PeerIdentity) { connections.add(1, ordering: .relaxed) }

    func connectionClosed(_ id: ConnectionID, _ peer: PeerIdentity) { connections.subtract(1, ordering: .relaxed) }

    func callFinished(service: String, method: String, status: StatusCode, duration: TimeAmount) {
        calls.add(1, ordering: .relaxed)
        if status != .ok { failedCalls.add(1, ordering: .relaxed) }
    }
}
