import Logging
import NIOCore
import Synchronization
import TTRPC
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

/// This daemon among a user's devices: who they are, the links to them, invitations, and what they ask of each other.
actor PeerService {
    let store: WidgetStore
    let identity: DeviceIdentity
    let configuration: PeerConfiguration
    let mesh: PeerMesh<DaemonSyncStore>
    let endpoint: PeerEndpoint
    let membership: Membership
    let invitations: InvitationService
    let widgets: WidgetService
    let activities: ActivityService
    let controls: ControlService
    let events: MeshEvents
    let now: @Sendable () -> Timestamp
    let logger: Logger
    let group: any EventLoopGroup
    private let changes = ChangeQueue()
    var listener: PeerListener?
    /// The door's opening, done or under way.
    var opening: Task<Result<Void, WidgetError>, Never>?
    var services: PeerServices?
    private(set) var isStopping = false

    var devices: [Device] = []
    var presences: [DeviceID: Presence] = [:]
    /// When devices last used an invitation of this daemon: who waits for one learns of it by this.
    var joins: [DeviceID: Timestamp] = [:]
    var addresses = PeerAddresses()
    var discovery: PeerDiscovery?
    var nextUpkeep: Scheduled<Void>?
    /// When upkeep was last done, here or before this start.
    var upkeptAt: Timestamp?
    var contents = Contents()
    /// Why this device last began a new life.
    private(set) var reincarnation: String

    init(
        store: WidgetStore, identity: DeviceIdentity, configuration: PeerConfiguration, devices: [Device], reincarnation: Reincarnation?,
        widgets: WidgetService, activities: ActivityService, controls: ControlService, group: any EventLoopGroup, events: MeshEvents,
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) throws(WidgetError) {
        self.store = store
        self.identity = identity
        self.configuration = configuration
        self.devices = devices
        self.reincarnation = reincarnation.map { "\($0)" } ?? ""
        self.widgets = widgets
        self.activities = activities
        self.controls = controls
        self.group = group
        self.events = events
        self.now = now
        self.logger = logger
        invitations = InvitationService(now: now)
        membership = Membership()
        membership.set(devices)
        let presences = try store.presences()
        self.presences = presences
        upkeptAt = presences[identity.id]?.at
        endpoint = try PeerEndpoint(identity: identity, trust: membership.trust(invitations), group: group, logger: logger)
        mesh = PeerMesh(
            store: DaemonSyncStore(store: store, changes: changes), device: identity.id, version: Version.current, dialer: PeerDialer(endpoint: endpoint),
            loop: group.next(), now: now, delegate: events, logger: logger)
    }

    /// Begins: listens and dials where there are other members, and takes over what they change until the daemon stops.
    /// - Throws: where this device can't listen; it dials others all the same.
    func start() async throws(WidgetError) {
        store.setObserver { [mesh, queue = changes] changes, began, hasFailed in
            // The session that wrote it doesn't say so.
            if hasFailed { queue.put(changes) }
            if changes.hasLogged || !changes.owned.isEmpty { mesh.changed(knownTo: changes.knownTo, began: began) }
        }
        var failure: WidgetError?
        do throws(WidgetError) {
            if devices.contains(where: { $0.isMember && $0.id != identity.id }) { try await listen() }
        } catch {
            failure = error
        }
        // Who can't be reached can reach others all the same.
        membersChanged(devices)
        await upkeepIfDue()
        if let failure { throw failure }
    }

    /// Takes over what peers change, until ``stop()``.
    func run() async {
        let clock = EventLoopClock(loop: group.next())
        while var changed = await changes.next() {
            changed = await changes.gather(changed, on: clock) { [mesh] in mesh.isSnapshotComing(within: DaemonLimits.snapshotStall) }
            if isStopping { return }
            if let reason = changed.reincarnation {
                reincarnation = "\(reason)"
                logger.warning("this device began a new life: \(reason); nothing is lost", metadata: ["device": "\(identity.id.short)"])
            }
            do throws(WidgetError) {
                if changed.reincarnation != nil { try restBetweenLives() }
                let concernsPresences = changed.owned.keys.contains { $0.set == OwnedSet.presence.rawValue }
                if concernsPresences { presences = try store.presences() }
                if changed.hasDevices { membersChanged(try store.devices()) } else if concernsPresences { connect() }
            } catch {
                logger.error("who the devices are could not be read; the next start does it", metadata: ["error": "\(error)"])
            }
            await take(changed)
        }
    }

    private func take(_ changed: ReplicaChanges) async {
        guard changed.isBrief else { return await ThreadPoolExecutor.run { await takeAll(changed) } }
        await takeAll(changed)
    }

    private func takeAll(_ changed: ReplicaChanges) async {
        await widgets.take(changed)
        await activities.take(changed)
        await controls.take(changed)
    }

    /// Dials no device for a while where this one begins one life after another: with a copy of it elsewhere, each dial takes the other's link and costs a
    /// life.
    private func restBetweenLives() throws(WidgetError) {
        guard let lives = CopiedDevices.find(in: try store.origins(), now: now())[identity.id] else { return }
        let rest = CopiedDevices.rest(afterLives: lives)
        mesh.rest(for: rest)
        logger.error(
            "another machine probably runs a copy of this device's key and store; give one of both a new identity (docs/devices.md)",
            metadata: ["lives within an hour": "\(lives)", "no device is dialled for": "\(rest.count / 60_000) min"])
    }

    func stop() async {
        isStopping = true
        store.setObserver(nil)
        nextUpkeep?.cancel()
        endContentsRetry()
        _ = await opening?.value
        await discovery?.stop()
        await listener?.close()
        mesh.stop()
        await services?.drain(deadline: .now() + .seconds(1))
        for link in endpoint.links.all { link.close() }
    }

    // MARK: Members

    /// A device is there again: what was missing is asked for.
    func connected(to device: DeviceID) async {
        if devices.contains(where: { $0.id == device && $0.evictedAt != nil }) {
            do throws(WidgetError) {
                try await store.write { try $0.setEvicted(device, at: nil) }
                try await reloadDevices()
            } catch {
                logger.error("a device is back, and that could not be written", metadata: ["device": "\(device.short)", "error": "\(error)"])
            }
        }
        endContentsRetry()
        await widgets.connected()
    }

    /// Takes over who the devices are: links to those that came are made, of those that are revoked cut.
    func membersChanged(_ devices: [Device]) {
        self.devices = devices
        membership.set(devices)
        for link in endpoint.links.all where !devices.contains(where: { $0.id == link.device && $0.isMember }) && link.standing == .member {
            logger.notice("the link to a device that isn't a member any more is cut", metadata: ["device": "\(link.device.short)"])
            link.cut()
        }
        connect()
    }

    /// Keeps links to all members.
    func connect() {
        let members = devices.filter { $0.isMember && $0.id != identity.id }
        for device in members {
            addresses.set(device.addresses.compactMap { try? PeerAddress($0) }, of: device.id, from: .configured)
            if let presence = presences[device.id] { addresses.set(presence.addresses.compactMap { try? PeerAddress($0) }, of: device.id, from: .remembered) }
        }
        discovery?.setMembers(Set(members.map(\.id)))
        mesh.setTargets(members.map { PeerTarget(device: $0.id, addresses: addresses.addresses(of: $0.id)) })
    }

    /// After a change of this device's own: reads who the devices are.
    func reloadDevices() async throws(WidgetError) {
        membersChanged(try store.devices())
        var changed = ReplicaChanges()
        changed.rows = [RowKey(table: SharedSchema.device, id: RowID(identity.id))]
        await take(changed)
    }

    /// Makes a device that proved an invitation's secret a member, durably.
    func admit(_ newcomer: PairingService.JoiningDevice) async throws -> PairingService.Welcome {
        try await add(PairedDevice(id: newcomer.id, name: newcomer.name, addresses: newcomer.addresses, added: now()))
        joins[newcomer.id] = now()
        logger.notice("a device joined", metadata: ["device": "\(newcomer.id.short)", "name": "\(newcomer.name)"])
        let paired = devices.filter { $0.isMember }.map {
            PairedDevice(id: $0.id, name: $0.name, addresses: $0.addresses.compactMap { try? PeerAddress($0) }, added: $0.addedAt)
        }
        guard var inviter = paired.first(where: { $0.id == identity.id }) else { throw WidgetError(.internal, "this device isn't in its own list") }
        // The joiner writes the inviter's row too, later: it must not replace what stands there.
        if inviter.addresses.isEmpty { inviter.addresses = publishedAddresses() }
        return PairingService.Welcome(inviter: inviter, members: paired.filter { $0.id != identity.id && $0.id != newcomer.id })
    }

    /// Writes a device as a member; one that is there already comes back from being forgotten or evicted.
    func add(_ paired: PairedDevice) async throws(WidgetError) {
        let there = devices.first { $0.id == paired.id }
        guard there?.isRevoked != true else {
            throw WidgetError(.permissionDenied, "the device was revoked, and is never trusted again; it needs a new identity (docs/devices.md)")
        }
        try await store.write { transaction in
            let addresses = paired.addresses.map(\.description)
            guard let there else { return try transaction.addDevice(paired.id, name: paired.name, addresses: addresses, at: paired.added) }
            if there.forgottenAt != nil { try transaction.setForgotten(paired.id, at: nil) }
            if there.evictedAt != nil { try transaction.setEvicted(paired.id, at: nil) }
            if there.addresses.isEmpty, !addresses.isEmpty { try transaction.setAddresses(addresses, of: paired.id) }
        }
        try await reloadDevices()
    }
}
