import Logging
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetStore

/// The leaves of the members: who they are, and which of them are linked with this device.
actor LeafRegistry {
    private let store: WidgetStore
    private let links: DeviceLinks
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    /// When leaves last used an invitation of this daemon.
    private var joins: [DeviceID: Timestamp] = [:]

    init(store: WidgetStore, links: DeviceLinks, runtime: DaemonRuntime) {
        self.store = store
        self.links = links
        now = runtime.now
        logger = runtime.logger
    }

    /// - Parameter all: also those that are forgotten.
    func list(all: Bool) -> [ProtoDeviceInfo] {
        let connected = connectedLeaves
        return links.membership.leaves.filter { all || $0.forgottenAt == nil }.sorted { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }.map {
            info($0, connected)
        }
    }

    /// Makes a device that proved an invitation's secret a leaf, durably.
    /// - Throws: FAILED_PRECONDITION for a device that was revoked; RESOURCE_EXHAUSTED where there are too many; the store's errors.
    func admit(_ newcomer: PairingService.JoiningDevice) async throws(WidgetError) {
        let leaves = links.membership.leaves
        guard leaves.contains(where: { $0.id == newcomer.id }) || leaves.count < DaemonLimits.leaves else {
            throw WidgetError(.resourceExhausted, "\(DaemonLimits.leaves) leaves are known, the limit (leaves); begin another set of devices for more")
        }
        let date = now()
        try await store.write { try $0.addLeaf(newcomer.id, name: newcomer.name, at: date) }
        try reload()
        joins[newcomer.id] = date
        logger.notice("a leaf joined", metadata: ["device": "\(newcomer.id.short)", "name": "\(newcomer.name)"])
    }

    /// Changes a leaf.
    /// - Throws: NOT_FOUND; the store's errors.
    func change(_ leaf: DeviceID, _ body: @escaping @Sendable (inout StoreTransaction) throws -> Void) async throws(WidgetError) -> ProtoDeviceInfo {
        try await store.write { try body(&$0) }
        try reload()
        guard let changed = links.membership.leaf(leaf) else { throw WidgetError(.notFound, "device \(leaf.short) isn't known") }
        return info(changed, connectedLeaves)
    }

    /// Reads the leaves again. Links to those that aren't trusted any more are cut.
    func reload() throws(WidgetError) {
        let membership = links.membership
        membership.set(try store.leaves())
        links.endpoint.links.cut { link in
            // A leaf that becomes a member gets the answer over the link of before.
            let isTrusted = membership.leaf(link.device)?.isTrusted == true || membership.isMember(link.device)
            guard link.trustLevel == .leaf, !isTrusted else { return false }
            logger.notice("the link to a leaf that isn't trusted any more is cut", metadata: ["device": "\(link.device.short)"])
            return true
        }
    }

    private var connectedLeaves: Set<DeviceID> { Set(links.endpoint.links.all.lazy.filter { $0.trustLevel == .leaf }.map(\.device)) }

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
