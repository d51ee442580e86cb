import Synchronization
import TTRPC

/// The access policy that holds now, and polkit behind it. Any thread may ask it and replace the policy.
final class AccessControl: Sendable {
    private let owner: UInt32
    private let current: Mutex<AccessPolicy>
    /// Nil where nobody is to be asked, as in a user's own daemon.
    private let polkit: Polkit?

    /// - Parameter owner: the daemon's own uid.
    init(_ policy: AccessPolicy, owner: UInt32, polkit: Polkit? = nil) {
        self.owner = owner
        self.polkit = polkit
        current = Mutex(policy)
    }

    /// Sets the rules from now on, also for connections that are open. Calls and streams that run go on.
    func replace(_ policy: AccessPolicy) { current.withLock { $0 = policy } }

    /// Whether a caller has a right, by its groups.
    func allows(_ peer: PeerIdentity, _ right: AccessRight) -> Bool {
        // A leaf, which looks and acts.
        if peer.remoteName != nil { return right <= .act }
        if AccessPolicy.isOwner(peer, owner: owner) { return true }
        return current.withLock { $0.right(of: peer) }.map { $0 >= right } ?? false
    }

    /// Whether a caller may call a method.
    func decide(_ peer: PeerIdentity, _ method: RequestedMethod) -> AccessDecision {
        // Nothing is looked up for the usual caller.
        if AccessPolicy.isOwner(peer, owner: owner) { return .allowed }
        let (verdict, asksPolkit) = current.withLock { ($0.verdict(on: peer, method), $0.asksPolkit) }
        switch verdict {
        case .allowed: return .allowed
        case .denied(let denial): return .denied(denial)
        case .lacksRight(let has):
            let denial = AccessDenial(
                method, uid: peer.uid, has: has, advice: "an administrator can give it with Allow= in widgetd.conf")
            guard asksPolkit, let polkit else { return .denied(denial) }
            return .undecided { [self] context in
                if let denial = await polkit.ask(context, method, otherwise: denial) { return denial }
                return current.withLock { $0.confirm(peer, method, otherwise: denial) }
            }
        }
    }

    /// Keeps the process of a caller about whom polkit may be asked.
    func attach(_ socket: Int32, _ peer: PeerIdentity) -> (any Sendable)? {
        guard polkit != nil, !AccessPolicy.isOwner(peer, owner: owner), current.withLock({ $0.asksPolkit && $0.right(of: peer) != .manage }) else { return nil }
        return PeerProcess(socket: socket, pid: peer.pid)
    }
}
