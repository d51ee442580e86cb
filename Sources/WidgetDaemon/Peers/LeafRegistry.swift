import DaemonCore
import Logging
import Synchronization
import TTRPC
import TTRPCWire
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetStore

/// The leaves of the members: who they are, and which of them are linked with this device.
actor LeafRegistry {
    private let store: WidgetStore
    private let links: DeviceLinks
    private let now: @Sendable () -> Timestamp
    private let clock: any Clock<Duration>
    private let logger: Logger
    /// When leaves last used an invitation of this daemon.
    private var joins: [DeviceID: Timestamp] = [:]
    /// The leaves that have asked for hubs, each with its latest link.
    private var greeted: [DeviceID: Greeting] = [:]
    /// No leaf is served, since this hub is to be switched off.
    private nonisolated let isDraining = Mutex(false)

    private struct Greeting {
        var connection: ConnectionID
        var at: Timestamp
        var version: String
    }

    init(store: WidgetStore, links: DeviceLinks, runtime: DaemonRuntime) {
        self.store = store
        self.links = links
        now = runtime.now
        clock = runtime.clock
        logger = runtime.logger
    }

    /// - Parameters:
    ///   - all: also those that are forgotten.
    ///   - members: devices that are more than leaves.
    func list(all: Bool, except members: Set<DeviceID>) -> [ProtoDeviceInfo] {
        let connected = self.connected
        let listed = links.membership.leaves.filter { (all || $0.forgottenAt == nil) && !members.contains($0.id) }
        return listed.sorted { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }.map { info($0, connected) }
    }

    /// Makes a device that proved an invitation's secret a leaf, durably.
    /// - Throws: FAILED_PRECONDITION for a device that was revoked; RESOURCE_EXHAUSTED where there are too many; the store's errors.
    func admit(_ newcomer: PairingService.JoiningDevice) async throws(WidgetError) {
        let leaves = links.membership.leaves
        guard leaves.contains(where: { $0.id == newcomer.id }) || leaves.count < DaemonLimits.leaves else {
            throw WidgetError(.resourceExhausted, "\(DaemonLimits.leaves) leaves are known, the limit (leaves); begin another set of devices for more")
        }
        let date = now()
        try await store.write { try $0.addLeaf(newcomer.id, name: newcomer.name, at: date, enrolment: newcomer.enrolment) }
        try reload(sparing: newcomer.id)
        // It has another link by then, with what its new group shows.
        let old = links.endpoint.links.all.filter { $0.device == newcomer.id }
        Task { [clock] in
            try? await clock.sleep(for: DaemonLimits.answerToJoin)
            for link in old { link.cut() }
        }
        joins[newcomer.id] = date
        logger.notice(
            "a leaf joined",
            metadata: ["device": "\(newcomer.id.short)", "name": "\(newcomer.name)", "enrolment": "\(newcomer.enrolment?.short ?? "none")"])
    }

    /// - Throws: NOT_FOUND.
    func info(_ leaf: DeviceID) throws(WidgetError) -> ProtoDeviceInfo {
        guard let leaf = links.membership.leaf(leaf) else { throw WidgetError(.notFound, "device \(leaf.short) isn't known") }
        return info(leaf, connected)
    }

    /// Reads the leaves, their groups and the enrolments again. Links are cut to leaves that aren't trusted any more. A leaf whose group shows something else
    /// now is cut off too: it comes back within a second, and gets what it may look at now.
    /// - Parameter newcomer: a leaf that waits for an answer over its link.
    func reload(sparing newcomer: DeviceID? = nil) throws(WidgetError) {
        let membership = links.membership
        let (leaves, enrolments) = (try store.leaves(), try store.enrolments())
        let changed = membership.set(leaves, try store.displayGroups())
        links.invitations.set(enrolments, used: membership.uses)
        links.endpoint.links.cut { link in
            guard link.trustLevel == .leaf else { return false }
            if membership.leaf(link.device)?.isTrusted == true { return link.device != newcomer && changed.contains(link.device) }
            // A leaf that becomes a member gets the answer over the link of before.
            guard !membership.isMember(link.device) else { return false }
            logger.notice("the link to a leaf that isn't trusted any more is cut", metadata: ["device": "\(link.device.short)"])
            return true
        }
    }

    // MARK: Links

    /// A leaf that is linked asks for hubs: as soon as it is linked, and again and again.
    func greet(_ leaf: DeviceID, over connection: ConnectionID, version: String) {
        let since = greeted[leaf].flatMap { $0.connection == connection ? $0.at : nil } ?? now()
        greeted[leaf] = Greeting(connection: connection, at: since, version: version.cut(toBytes: DaemonLimits.versionBytes))
    }

    /// Whether a leaf's call is answered. UNAVAILABLE where this hub is drained: the leaf goes to another one.
    nonisolated var decision: AccessDecision {
        guard isDraining.withLock({ $0 }) else { return .allowed }
        let reason = "the hub is drained, since it is to be switched off; another one is to be tried"
        return .denied(AccessDenial(rule: "the hub is drained", status: RPCStatus(.unavailable, reason)))
    }

    /// Sends the leaves away, and lets none in. Or it lets them in again.
    /// - Returns: how many were sent away.
    func drain(_ isDraining: Bool) -> Int {
        self.isDraining.withLock { $0 = isDraining }
        guard isDraining else { return 0 }
        let count = connected.count
        logger.notice("this hub is drained: its leaves go to others", metadata: ["leaves": "\(count)"])
        links.endpoint.links.cut { $0.trustLevel == .leaf }
        return count
    }

    /// The leaves that are linked, and the exchange through an engine.
    func report() -> ProtoHubReport {
        let connected = self.connected
        greeted = greeted.filter { connected.contains($0.key) }
        return ProtoHubReport.with { report in
            report.draining = isDraining.withLock { $0 }
            if let carrier = links.carrier?.status { report.carrier = ProtoCarrierStatus(carrier) }
            report.displays = connected.sorted().map { leaf in
                .with { display in
                    display.id = .init(leaf.bytes)
                    guard let greeting = greeted[leaf] else { return }
                    (display.connectedAt, display.version) = (.init(greeting.at), greeting.version)
                }
            }
        }
    }

    /// The leaves that are linked now.
    var connected: Set<DeviceID> { Set(links.endpoint.links.all.lazy.filter { $0.trustLevel == .leaf }.map(\.device)) }

    private func info(_ leaf: Leaf, _ connected: Set<DeviceID>) -> ProtoDeviceInfo {
        .with { info in
            (info.id, info.name, info.leaf) = (leaf.id.description, leaf.name, true)
            info.addedAt = .init(leaf.addedAt)
            if let date = joins[leaf.id] { info.joinedAt = .init(date) }
            info.state = leaf.isRevoked ? .revoked : leaf.forgottenAt != nil ? .forgotten : connected.contains(leaf.id) ? .connected : .offline
        }
    }
}

extension Leaf {
    /// The leaf that a user means: by its id, a prefix of it, or its name. Nil: none.
    /// - Throws: INVALID_ARGUMENT if several are meant.
    static func find(_ text: String, in leaves: [Leaf]) throws(WidgetError) -> Leaf? {
        if let id = DeviceID(text) { return leaves.first { $0.id == id } }
        let named = leaves.filter { $0.name == text && $0.forgottenAt == nil }
        let found = named.isEmpty ? leaves.filter { $0.id.begins(with: text) } : named
        guard found.count <= 1 else {
            let ids = found.prefix(3).map(\.id.short).joined(separator: ", ")
            throw .invalid("device", "'\(text.cut(toBytes: 64))' is \(found.count) leaves; use the id: \(ids)")
        }
        return found.first
    }
}
