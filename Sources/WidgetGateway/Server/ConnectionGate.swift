import Linux
import Synchronization

/// How many connections there are, in all and from each source. From any thread.
final class ConnectionGate: Sendable {
    private struct State {
        var count = 0
        var bySource: [SourceNetwork: Int] = [:]
    }

    private let state = Mutex(State())
    private let limits: GatewayLimits

    init(limits: GatewayLimits) { self.limits = limits }

    var count: Int { state.withLock { $0.count } }

    /// - Returns: whether there is room for one more; then ``leave(_:)`` follows, once.
    func enter(_ source: SourceNetwork) -> Bool {
        state.withLock { state in
            let fromSource = state.bySource[source, default: 0]
            guard state.count < limits.connections, fromSource < limits.connectionsPerSource else { return false }
            state.count += 1
            state.bySource[source] = fromSource + 1
            return true
        }
    }

    func leave(_ source: SourceNetwork) {
        state.withLock { state in
            state.count -= 1
            let rest = state.bySource[source, default: 1] - 1
            state.bySource[source] = rest > 0 ? rest : nil
        }
    }
}
