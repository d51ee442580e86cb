import Linux
import NIOCore
import Synchronization

/// How many handshakes run at once on a listener, in all and from each source. From any thread.
final class HandshakeGate: Sendable {
    private struct State {
        var running = 0
        /// With those that failed a moment ago.
        var bySource: [SourceNetwork: Int] = [:]
    }

    private let state = Mutex(State())
    private let limits: PeerLimits

    init(limits: PeerLimits) { self.limits = limits }

    /// - Returns: whether there is room for one more; then ``leave(_:hasFailed:on:)`` follows, once.
    func enter(_ source: SourceNetwork) -> Bool {
        state.withLock { state in
            let fromSource = state.bySource[source, default: 0]
            guard state.running < limits.handshakes, source == .local || fromSource < limits.handshakesPerSource else { return false }
            state.running += 1
            state.bySource[source] = fromSource + 1
            return true
        }
    }

    /// A handshake is over. One that failed counts to its source for a moment more.
    func leave(_ source: SourceNetwork, hasFailed: Bool, on loop: any EventLoop) {
        state.withLock { $0.running -= 1 }
        guard hasFailed, source != .local else { return forget(source) }
        loop.scheduleTask(in: limits.failedHandshakePenalty) { self.forget(source) }
    }

    private func forget(_ source: SourceNetwork) {
        state.withLock { state in
            let rest = state.bySource[source, default: 1] - 1
            state.bySource[source] = rest > 0 ? rest : nil
        }
    }

    /// For tests.
    var running: Int { state.withLock { $0.running } }
}
