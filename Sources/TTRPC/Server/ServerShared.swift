import Logging
import NIOCore
import Synchronization

/// The state that all connections of one server share.
final class ServerShared: Sendable {
    let configuration: ServerConfiguration
    let methods: MethodTable
    let ledger: PeerLedger
    private let state = Mutex(State())

    private struct State {
        var lastID: UInt64 = 0
        var links: [ConnectionID: ConnectionLink] = [:]
        var isDraining = false
    }

    init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
        methods = MethodTable(configuration.services, messageLength: configuration.limits.messageLength)
        ledger = PeerLedger(limits: configuration.limits)
    }

    var limits: ServerLimits { configuration.limits }

    func nextConnectionID() -> ConnectionID {
        state.withLock { state in
            state.lastID += 1
            return ConnectionID(state.lastID)
        }
    }

    /// - Returns: whether the server is draining already.
    func add(_ link: ConnectionLink) -> Bool {
        state.withLock { state in
            state.links[link.id] = link
            return state.isDraining
        }
    }

    func remove(_ link: ConnectionLink) {
        state.withLock { state in _ = state.links.removeValue(forKey: link.id) }
    }

    /// From now on every new connection drains from its start.
    func beginDraining() {
        state.withLock { $0.isDraining = true }
    }

    var links: [ConnectionLink] {
        state.withLock { Array($0.links.values) }
    }
}
