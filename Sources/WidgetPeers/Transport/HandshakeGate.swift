import NIOCore
import Synchronization

/// How many handshakes run at once on a listener, in all and from each source. From any thread.
final class HandshakeGate: Sendable {
    private struct State {
        var running = 0
        /// With those that failed a moment ago.
        var bySource: [PeerSource: Int] = [:]
    }

    private let state = Mutex(State())
    private let limits: PeerLimits

    init(limits: PeerLimits) { self.limits = limits }

    /// - Returns: whether there is room for one more; then ``leave(_:hasFailed:on:)`` follows, once.
    func enter(_ source: PeerSource) -> Bool {
        state.withLock { state in
            let fromSource = state.bySource[source, default: 0]
            guard state.running < limits.handshakes, source == .local || fromSource < limits.handshakesPerSource else { return false }
            state.running += 1
            state.bySource[source] = fromSource + 1
            return true
        }
    }

    /// A handshake is over. One that failed counts to its source for a moment more.
    func leave(_ source: PeerSource, hasFailed: Bool, on loop: any EventLoop) {
        state.withLock { $0.running -= 1 }
        guard hasFailed, source != .local else { return forget(source) }
        loop.scheduleTask(in: limits.failedHandshakePenalty) { self.forget(source) }
    }

    private func forget(_ source: PeerSource) {
        state.withLock { state in
            let rest = state.bySource[source, default: 1] - 1
            state.bySource[source] = rest > 0 ? rest : nil
        }
    }

    /// For tests.
    var running: Int { state.withLock { $0.running } }
}

/// What strangers are counted by: an IPv4 address, or the network of an IPv6 address, of which everyone at home has 2^64.
enum PeerSource: Hashable, Sendable {
    case network(UInt64)
    /// A Unix socket, whose file mode says who may connect.
    case local

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            self = .network(UInt64(UInt32(bigEndian: address.address.sin_addr.s_addr)))
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            // An IPv4 address in IPv6's clothes, as on a socket for both.
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
            self = .network((isMapped ? bytes[12...] : bytes[..<8]).reduce(0) { $0 << 8 | UInt64($1) })
        case .unixDomainSocket, nil:
            self = .local
        }
    }
}
