import TTRPC
import TTRPCWire
import WidgetCore
import WidgetSettings

/// The rights on the local socket. The daemon's own user and root may do everything, whatever the rules say. For others a `Deny=` goes before an `Allow=`, and
/// that goes before the right of their groups.
struct AccessPolicy: Sendable {
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
