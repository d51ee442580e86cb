import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

// The user's commands for devices.

extension PeerService {
    /// The members, then the leaves.
    func list(all: Bool) async -> [ProtoDeviceInfo] {
        mesh.probe()
        let status = mesh.status
        let members = devices.filter { all || $0.forgottenAt == nil }.sorted { ($0.addedAt, $0.id) < ($1.addedAt, $1.id) }
        let isMember = Set(devices.lazy.filter(\.isMember).map(\.id))
        return members.map { info($0, status[$0.id]) } + (await leaves.list(all: all, except: isMember))
    }

    /// Makes an invitation, and listens for the device that will use it.
    /// - Parameter role: the part that the device takes.
    func invite(addresses texts: [String], as role: DeviceRole) async throws(WidgetError) -> InviteResult {
        if role == .hub { _ = try links.engine() }
        let addresses = try await reachableAddresses(named: texts)
        let code = try links.invitations.invite(at: addresses, as: role)
        logger.noteFleetChange("made an invitation for a \(role)")
        return InviteResult(code: code, addresses: addresses.map(\.description))
    }

    /// Listens for devices.
    /// - Parameter texts: addresses of this device that a user names. They are kept, so that others learn them too.
    /// - Returns: where others reach this device: the named addresses, or those that are known.
    /// - Throws: INVALID_ARGUMENT for a wrong address; FAILED_PRECONDITION where there is none; the store's errors.
    func reachableAddresses(named texts: [String]) async throws(WidgetError) -> [PeerAddress] {
        var named: [PeerAddress] = []
        for text in texts { named.append(try Self.dialled(text)) }
        try await listen()
        // Others learn this device's addresses from its own row. Addresses that a user has set there before stay.
        let own = devices.first { $0.id == identity.id }?.addresses ?? []
        let known = own.compactMap { try? PeerAddress($0) }.filter { !named.contains($0) }
        if !named.isEmpty {
            let row = (named + known).prefix(PairingLimits.addresses).map(\.description)
            if row != own {
                try await store.write { [id = identity.id] in try $0.setAddresses(row, of: id) }
                try await reloadDevices()
            }
        }
        let addresses = named.isEmpty ? Array((known + publishedAddresses().filter { !known.contains($0) }).prefix(PairingLimits.addresses)) : named
        guard !addresses.isEmpty else {
            throw WidgetError(.failedPrecondition, "this machine has no address that another one could reach; name one with --address")
        }
        return Array(addresses.prefix(PairingLimits.addresses))
    }

    struct InviteResult: Sendable {
        var code: InvitationCode
        var addresses: [String]
    }

    /// This device's name for people.
    var ownName: String { devices.first { $0.id == identity.id }?.name ?? configuration.name }

    /// Uses an invitation that was made on another device.
    /// - Parameter obstacle: why this device can't become a leaf; empty: it can.
    /// - Returns: the other device, and the part that this one takes. As a leaf it isn't one yet: its hubs are on the disk.
    func join(_ text: String, obstacle: String) async throws(WidgetError) -> (ProtoDeviceInfo, DeviceRole) {
        let code = try InvitationCode(text)
        guard code.device != identity.id else { throw WidgetError(.failedPrecondition, "code: this device made the invitation; use it on the other one") }
        if let there = devices.first(where: { $0.id == code.device }), there.isRevoked {
            throw WidgetError(.permissionDenied, "the inviting device was revoked, and is never trusted again")
        }
        try await listen()
        let others = devices.contains { $0.isMember && $0.id != identity.id } ? "it has other devices; forget them first" : obstacle
        let welcome = try await PairingClient(endpoint: links.endpoint).join(
            code, as: ownName, addresses: publishedAddresses(), obstacle: others, now: now())
        let inviter = welcome.inviter
        guard welcome.role != .leaf else {
            var inviter = inviter
            // The addresses in the code come first: this device has just reached the hub there.
            inviter.addresses = Array((code.addresses + inviter.addresses.filter { !code.addresses.contains($0) }).prefix(PairingLimits.addresses))
            try links.hubs.write([inviter] + welcome.members)
            return (ProtoDeviceInfo.with { ($0.id, $0.name, $0.state) = (inviter.id.description, inviter.name, .offline) }, .leaf)
        }
        // The addresses in the code come first: this device has just reached the inviter there.
        addresses.set(code.addresses, of: inviter.id, from: .succeeded)
        // The other members come by replication, since the inviter may not know the latest ones. These addresses help until the members' own come.
        for member in welcome.members { addresses.set(member.addresses, of: member.id, from: .remembered) }
        try await add(inviter)
        logger.noteFleetChange("joined \(inviter.name) (\(inviter.id.short)) with a code that was made there")
        mesh.dialNow()
        // The way to an engine that the settings name stays.
        guard let engine = welcome.engine, links.carrierFile == nil || links.carrierFile == links.engineFile.path else {
            return (try info(inviter.id), .member)
        }
        try links.engineFile.write(engine)
        return (try info(inviter.id), .hub)
    }

    func rename(_ text: String, to name: String) async throws(WidgetError) -> ProtoDeviceInfo {
        let name = try Device.checked(name: name, field: "name")
        let device = try findMemberOrLeaf(text)
        guard !device.isLeaf else { return try await change(device, noting: "renamed") { try $0.renameLeaf(device.id, to: name) } }
        // Two machines may have the same name when they are paired. A user can't give one name twice, since commands name devices by it.
        if let other = devices.first(where: { $0.name == name && $0.id != device.id && $0.forgottenAt == nil }) {
            throw WidgetError(.alreadyExists, "name: \(other.id.short) is called '\(name)' already; choose another name, or give that device another one first")
        }
        return try await change(device, noting: "renamed") { try $0.rename(device.id, to: name) }
    }

    func setAddresses(_ text: String, _ texts: [String]) async throws(WidgetError) -> ProtoDeviceInfo {
        let device = try find(text)
        guard texts.count <= PairingLimits.addresses else { throw .invalid("addresses", "at most \(PairingLimits.addresses), not \(texts.count)") }
        var addresses: [String] = []
        for text in texts { addresses.append(try Self.dialled(text).description) }
        let checked = addresses
        return try await change(device.id) { try $0.setAddresses(checked, of: device.id) }
    }

    /// An address that others dial.
    private static func dialled(_ text: String) throws(WidgetError) -> PeerAddress {
        let address = try PeerAddress(text)
        guard address.port != 0 else {
            throw .invalid("addresses", "'\(text.cut(toBytes: 64))' has port 0, which nobody can dial; name the port that it is reached at")
        }
        return address
    }

    func revoke(_ text: String) async throws(WidgetError) -> ProtoDeviceInfo {
        let device = try findMemberOrLeaf(text)
        guard device.id != identity.id else { throw .invalid("device", "a device can't revoke itself; revoke it on another one") }
        let date = now()
        return try await change(device, noting: "revoked") { try $0.revoke(device.id, at: date) }
    }

    func forget(_ text: String) async throws(WidgetError) -> ProtoDeviceInfo {
        let device = try findMemberOrLeaf(text)
        guard device.id != identity.id else { throw .invalid("device", "a device can't forget itself; forget it on another one") }
        let date = now()
        // Two hubs that couldn't reach each other may have let it in as both.
        let isLeaf = links.membership.leaf(device.id).map { $0.forgottenAt == nil } ?? false
        let roles = (isMember: devices.contains { $0.id == device.id && $0.forgottenAt == nil }, isLeaf: isLeaf)
        guard roles.isMember || roles.isLeaf else { throw WidgetError(.failedPrecondition, "device: it was forgotten already") }
        return try await change(device, noting: "forgot") {
            if roles.isMember { try $0.setForgotten(device.id, at: date) }
            if roles.isLeaf { try $0.forgetLeaf(device.id, at: date) }
        }
    }

    /// - Parameter verb: what a user does, for the journal.
    private func change(
        _ device: (id: DeviceID, isLeaf: Bool), noting verb: String, _ body: @escaping @Sendable (inout StoreTransaction) throws -> Void
    ) async throws(WidgetError) -> ProtoDeviceInfo {
        let name = links.membership.name(device.id)
        try await store.write { try body(&$0) }
        logger.noteFleetChange("\(verb) \(name) (\(device.id.short))")
        // A device may have both parts, and loses both.
        try await reloadDevices()
        try await leaves.reload()
        return device.isLeaf ? try await leaves.info(device.id) : try info(device.id)
    }

    private func change(_ device: DeviceID, _ body: @escaping @Sendable (inout StoreTransaction) throws -> Void) async throws(WidgetError) -> ProtoDeviceInfo {
        try await store.write { try body(&$0) }
        try await reloadDevices()
        return try info(device)
    }

    /// The member or the leaf that a user means. A device that was one and is the other now is what it is now.
    /// - Throws: NOT_FOUND, or INVALID_ARGUMENT if several are meant.
    private func findMemberOrLeaf(_ text: String) throws(WidgetError) -> (id: DeviceID, isLeaf: Bool) {
        let leaf = try Leaf.find(text, in: links.membership.leaves)
        guard let leaf else { return (try find(text).id, false) }
        let member: Device
        do throws(WidgetError) {
            member = try find(text)
        } catch {
            guard error.code == .notFound else { throw error }
            return (leaf.id, true)
        }
        guard member.id == leaf.id else {
            throw .invalid("device", "'\(text.cut(toBytes: 64))' is a member and a leaf; use the id: \(member.id.short), \(leaf.id.short)")
        }
        return (leaf.id, leaf.isTrusted || !member.isMember)
    }

    // MARK: Naming

    /// The device that a user means: by its id, a prefix of it, or its name.
    /// - Throws: NOT_FOUND, or INVALID_ARGUMENT if several are meant.
    func find(_ text: String) throws(WidgetError) -> Device {
        if let id = DeviceID(text), let device = devices.first(where: { $0.id == id }) { return device }
        let named = devices.filter { $0.name == text && $0.forgottenAt == nil }
        let found = named.isEmpty ? devices.filter { $0.id.begins(with: text) } : named
        guard let device = found.first else {
            throw WidgetError(.notFound, "device: there is no '\(text.cut(toBytes: 64))'; `widgetctl device list` lists them")
        }
        guard found.count == 1 else {
            throw .invalid("device", "'\(text.cut(toBytes: 64))' is \(found.count) devices; use the id: \(found.map(\.id.short).joined(separator: ", "))")
        }
        return device
    }

    func info(_ id: DeviceID) throws(WidgetError) -> ProtoDeviceInfo {
        guard let device = devices.first(where: { $0.id == id }) else { throw WidgetError(.notFound, "device \(id.short) isn't known") }
        return info(device, mesh.status[id])
    }

    func info(_ device: Device, _ status: PeerLinkStatus?) -> ProtoDeviceInfo {
        var info = ProtoDeviceInfo()
        info.id = device.id.description
        info.name = device.name
        info.addresses = device.addresses
        info.addedAt = .init(device.addedAt)
        if let date = joins[device.id] { info.joinedAt = .init(date) }
        if let date = status?.lastSeenAt { info.lastSeenAt = .init(date) }
        if let presence = presences[device.id] {
            info.version = presence.version
            if status?.lastSeenAt == nil, device.id != identity.id { info.lastSeenAt = .init(presence.at) }
        }
        if device.id == identity.id { info.version = Version.current }
        info.state =
            if device.isRevoked { .revoked } else if device.forgottenAt != nil { .forgotten } else if device.id == identity.id {
                .self_
            } else if status?.isConnected == true { .connected } else if device.evictedAt != nil { .evicted } else { .offline }
        return info
    }
}
