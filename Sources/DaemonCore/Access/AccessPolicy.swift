import Synchronization
package import TTRPC
import TTRPCWire
import WidgetCore
import WidgetSettings

/// The rights on the local socket. The daemon's own user and root may do everything, whatever the rules say. For others a `Deny=` goes before an `Allow=`, and
/// that goes before the right of their groups.
package struct AccessPolicy: Sendable {
    /// A line of `Allow=` or `Deny=`, with its callers' number.
    struct Rule: Sendable {
        enum Callers: Sendable, Hashable {
            case user(UInt32)
            case group(UInt32)
        }

        let callers: Callers
        /// Full names.
        let methods: Set<String>
        /// The line and its place, as `Deny=alice Widgets/Place in /etc/widgetd/widgetd.conf:3`.
        let text: String

        func matches(_ peer: PeerIdentity, _ method: RequestedMethod) -> Bool {
            let isCaller =
                switch callers {
                case .user(let uid): peer.uid == uid
                case .group(let gid): peer.gid == gid || peer.groups.contains(gid)
                }
            return isCaller && methods.contains(method.fullName)
        }
    }

    /// The verdict on a call.
    enum Verdict: Sendable {
        case allowed
        /// A rule denies it.
        case denied(AccessDenial)
        /// No rule speaks of it, and the caller's right is too low: this one, or none.
        case lacksRight(AccessRight?)
    }

    /// The right that members of a group have, by group id.
    var rights: [UInt32: AccessRight] = [:]
    var allowed: [Rule] = []
    var denied: [Rule] = []
    /// Whether polkit is asked about callers that lack a right.
    var asksPolkit = false

    /// Whether the rules can't bind a caller: the daemon's own user and root.
    static func isOwner(_ peer: PeerIdentity, owner: UInt32) -> Bool { peer.uid == owner || peer.uid == 0 }

    /// The verdict on a call of somebody other than the owner.
    func verdict(on peer: PeerIdentity, _ method: RequestedMethod) -> Verdict {
        if let rule = denied.first(where: { $0.matches(peer, method) }) {
            let advice = "an administrator can change the rule and reload widgetd"
            let message = "uid \(peer.uid) may not call \(method.fullName): \(rule.text); \(advice)"
            return .denied(AccessDenial(rule: rule.text, status: RPCStatus(.permissionDenied, message)))
        }
        if allowed.contains(where: { $0.matches(peer, method) }) { return .allowed }
        let right = right(of: peer)
        return right.map { $0 >= method.right } == true ? .allowed : .lacksRight(right)
    }

    /// Whether polkit's yes still counts: a reload may have changed the rules while it was asked.
    /// - Parameter denial: the answer where it doesn't.
    func confirm(_ peer: PeerIdentity, _ method: RequestedMethod, otherwise denial: AccessDenial) -> AccessDenial? {
        switch verdict(on: peer, method) {
        case .allowed: nil
        case .denied(let denial): denial
        case .lacksRight: asksPolkit ? nil : denial
        }
    }

    /// The highest right of a caller's groups.
    func right(of peer: PeerIdentity) -> AccessRight? {
        rights.isEmpty ? nil : ([peer.gid] + peer.groups).compactMap { rights[$0] }.max()
    }
}

extension AccessPolicy.Rule {
    /// - Throws: NOT_FOUND for a user or a group that doesn't exist, with the nearest name.
    init(_ value: ConfigurationSettings.Value, of key: ConfigurationKey) throws(WidgetError) {
        let rule = try AccessRule(parsing: value.text)
        methods = rule.methods
        switch rule.callers {
        case .user(let name):
            guard let uid = Accounts.user(name) else { throw WidgetError(.notFound, Accounts.unknownUser(name)) }
            callers = .user(uid)
        case .group(let name):
            guard let gid = Accounts.group(name) else { throw WidgetError(.notFound, Accounts.unknownGroup(name)) }
            callers = .group(gid)
        }
        switch value.source {
        case .file(let path, let line): text = "\(key.name)=\(value.text) in \(path):\(line)"
        case .commandLine, .standard, .credential: text = "--\(key.option) \(value.text)"
        }
    }
}

/// The access policy that holds now, and polkit behind it. Any thread may ask it and replace the policy.
package final class AccessControl: Sendable {
    private let owner: UInt32
    private let current: Mutex<AccessPolicy>
    /// Nil where nobody is to be asked, as in a user's own daemon.
    private let polkit: Polkit?

    /// - Parameter owner: the daemon's own uid.
    package init(_ policy: AccessPolicy, owner: UInt32, polkit: Polkit? = nil) {
        self.owner = owner
        self.polkit = polkit
        current = Mutex(policy)
    }

    /// Sets the rules from now on, also for connections that are open. Calls and streams that run go on.
    package func replace(_ policy: AccessPolicy) { current.withLock { $0 = policy } }

    /// Whether a caller has a right, by its groups.
    package func allows(_ peer: PeerIdentity, _ right: AccessRight) -> Bool {
        // A leaf, which looks and acts.
        if peer.remoteName != nil { return right <= .act }
        if AccessPolicy.isOwner(peer, owner: owner) { return true }
        return current.withLock { $0.right(of: peer) }.map { $0 >= right } ?? false
    }

    /// Whether a caller may call a method.
    package func decide(_ peer: PeerIdentity, _ method: RequestedMethod) -> AccessDecision {
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
    package func attach(_ socket: Int32, _ peer: PeerIdentity) -> (any Sendable)? {
        guard polkit != nil, !AccessPolicy.isOwner(peer, owner: owner), current.withLock({ $0.asksPolkit && $0.right(of: peer) != .manage }) else { return nil }
        return PeerProcess(socket: socket, pid: peer.pid)
    }
}
