import DaemonCore
import Logging
import NIOCore
import Systemd
import TTRPC
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

/// The user's devices, the links to them, and invitations.
actor PeerService {
    let store: WidgetStore
    let links: DeviceLinks
    var configuration: PeerConfiguration
    let group: any EventLoopGroup
    let now: @Sendable () -> Timestamp
    let logger: Logger
    let requests: PeerRequestHandler
    let leaves: LeafRegistry
    /// The services for leaves. Empty until the daemon's services are made.
    var leafServices: [ServiceDefinition] = []
    let observers: [any DevicesObserver]
    private let clock: any Clock<Duration>

    var listener: PeerListener?
    /// The listener's start, done or under way.
    var opening: Task<Result<Void, WidgetError>, Never>?
    var services: PeerServices?
    private(set) var isStopping = false

    var presences: [DeviceID: Presence] = [:]
    var nextLeaseCheck: Scheduled<Void>?
    /// When devices last used an invitation of this daemon. A client that waits for a device sees it here.
    var joins: [DeviceID: Timestamp] = [:]
    var addresses = PeerAddresses()
    var discovery: PeerDiscovery?
    var nextUpkeep: Scheduled<Void>?
    /// When upkeep was last done, here or before this start.
    var upkeptAt: Timestamp?
    /// The reason of this device's last new incarnation.
    private(set) var reincarnation: String

    /// - Parameter observers: called with changes in this order.
    /// - Throws: UNAVAILABLE for a store that can't be read, DATA_LOSS for a damaged one.
    init(
        store: WidgetStore, links: DeviceLinks, configuration: PeerConfiguration, reincarnation: Reincarnation?,
        requests: PeerRequestHandler, observers: [any DevicesObserver], group: any EventLoopGroup, runtime: DaemonRuntime
    ) throws(WidgetError) {
        self.store = store
        self.links = links
        self.configuration = configuration
        self.reincarnation = reincarnation.map { "\($0)" } ?? ""
        self.requests = requests
        leaves = requests.leaves
        self.observers = observers
        self.group = group
        clock = runtime.clock
        now = runtime.now
        logger = runtime.logger
        let presences = try store.presences()
        self.presences = presences
        upkeptAt = presences[links.identity.id]?.at
    }

    /// The devices that are known, members or not.
    var devices: [Device] { links.membership.devices }
    var identity: DeviceIdentity { links.identity }
    var mesh: PeerMesh<DaemonSyncStore> { links.mesh }

    /// Sets what leaves are served. It is called before ``start()``.
    func serve(leaves services: [ServiceDefinition]) { leafServices = services }

    /// Starts links: if there are other members or leaves, it listens for them, and dials the members.
    /// - Throws: UNAVAILABLE or the store's error if this device can't listen; it dials others all the same.
    func start() async throws(WidgetError) {
        try await leaves.reload()
        store.setObserver { [mesh = links.mesh, carrier = links.carrier, queue = links.changes, recent = links.recent] changes, began, hasFailed in
            // The session that wrote the changes got an error and doesn't report them.
            if hasFailed { queue.put(changes) }
            if changes.hasLogged || !changes.owned.isEmpty || changes.authors == nil {
                mesh.changed(by: changes.authors, knownTo: changes.knownTo, began: began)
                carrier?.changed()
            }
            recent.note(changes, began: began)
        }
        var failure: WidgetError?
        do throws(WidgetError) {
            if isListener { try await listen() }
        } catch {
            failure = error
        }
        // A device that can't be reached can reach others all the same.
        membersChanged(devices)
        await upkeepIfDue()
        await checkLeases()
        if let failure { throw failure }
    }

    /// Takes over the changes of other devices, and answers their requests, until ``stop()``.
    func run() async {
        async let events: Void = handleEvents()
        await followChanges()
        await events
    }

    private func followChanges() async {
        while var changed = await links.changes.next() {
            changed = await links.changes.gather(changed, on: clock) { [mesh = links.mesh] in mesh.isSnapshotComing(within: DaemonLimits.snapshotStall) }
            if isStopping { return }
            if let reason = changed.reincarnation {
                reincarnation = "\(reason)"
                logger.log(.deviceBeganAnew, "this device began a new life: \(reason); nothing is lost", metadata: ["device": "\(identity.id.short)"])
            }
            do throws(WidgetError) {
                if changed.reincarnation != nil { try backOffAfterReincarnation() }
                let concernsPresences = changed.owned.keys.contains { $0.set == OwnedSet.presence.rawValue }
                if concernsPresences {
                    presences = try store.presences()
                    links.carrier?.devicesChanged()
                }
                if changed.hasDevices {
                    membersChanged(try store.devices())
                    try await leaves.reload()
                } else if concernsPresences {
                    connect()
                }
            } catch {
                logger.error("the list of devices could not be read; restart widgetd", metadata: ["error": "\(error)"])
            }
            await apply(changed)
            let sets = [OwnedSet.presence.rawValue, OwnedSet.kinds.rawValue]
            if changed.owned.keys.contains(where: { sets.contains($0.set) }) { await checkLeases() }
        }
    }

    private func apply(_ changed: ReplicaChanges) async {
        guard changed.isBrief else { return await ThreadPoolExecutor.run { await applyToAll(changed) } }
        await applyToAll(changed)
    }

    private func applyToAll(_ changed: ReplicaChanges) async { for observer in observers { await observer.apply(changed) } }

    private func handleEvents() async {
        for await event in links.events.stream {
            switch event {
            case .linkChanged(let device, let isConnected):
                if isConnected { Task { await connected(to: device) } }
                Task { [observers] in for observer in observers { await observer.linkDidChange(to: device) } }
            case .contentsArrived: for observer in observers { await observer.contentsDidArrive() }
            case .request(let device, let method, let payload, let answer):
                Task(executorPreference: PeerMethod.onLoop.contains(method) ? nil : ThreadPoolExecutor.shared) { [requests] in
                    do throws(WidgetError) {
                        answer(PeerResponse(try await requests.answer(method, payload, from: device)))
                    } catch {
                        answer(PeerResponse(error))
                    }
                }
            }
        }
    }

    /// Dials no device for a while if this device begins one incarnation after another. If a copy of it runs elsewhere, each dial takes the other's link and
    /// costs another incarnation.
    private func backOffAfterReincarnation() throws(WidgetError) {
        guard let count = CopiedDevices.find(in: try store.origins(), now: now())[identity.id] else { return }
        let pause = CopiedDevices.backoff(afterIncarnations: count)
        mesh.suspendDialing(for: pause)
        links.carrier?.suspend(for: pause)
        logger.log(
            .deviceCopied, "another machine probably runs a copy of this device's key and store; give one of both a new identity (docs/devices.md)",
            metadata: ["lives within an hour": "\(count)", "no device is dialled for": "\(pause.count / 60_000) min"])
    }

    func stop() async {
        isStopping = true
        store.setObserver(nil)
        nextUpkeep?.cancel()
        nextLeaseCheck?.cancel()
        await links.contents.stop()
        _ = await opening?.value
        await discovery?.stop()
        await listener?.close()
        mesh.stop()
        await services?.drain(deadline: .now() + .seconds(1))
        for link in links.endpoint.links.all { link.close() }
    }

    // MARK: Members

    /// A device is connected: it isn't evicted any more, and missing data is asked for.
    private func connected(to device: DeviceID) async {
        if devices.contains(where: { $0.id == device && $0.evictedAt != nil }) {
            do throws(WidgetError) {
                try await store.write { try $0.setEvicted(device, at: nil) }
                try await reloadDevices()
            } catch {
                logger.error("a device is back, and that could not be written", metadata: ["device": "\(device.short)", "error": "\(error)"])
            }
        }
        await links.contents.endRetry()
        for observer in observers { await observer.connected() }
    }

    /// Takes over the list of devices. New members are dialled, and links to devices that aren't members any more are cut.
    func membersChanged(_ devices: [Device]) {
        links.membership.set(devices)
        for link in links.endpoint.links.all where !devices.contains(where: { $0.id == link.device && $0.isMember }) && link.trustLevel == .member {
            logger.notice("the link to a device that isn't a member any more is cut", metadata: ["device": "\(link.device.short)"])
            link.cut()
        }
        connect()
        links.carrier?.devicesChanged()
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

    /// Reads the list of devices again, after this device has changed it.
    func reloadDevices() async throws(WidgetError) {
        membersChanged(try store.devices())
        var changed = ReplicaChanges()
        changed.rows = [RowKey(table: SharedSchema.device, id: RowID(identity.id))]
        await apply(changed)
    }

    /// Whether other devices dial this one.
    var isListener: Bool {
        devices.contains { $0.isMember && $0.id != identity.id } || links.membership.leaves.contains(where: \.isTrusted) || links.invitations.isOpen
    }

    /// Makes a device that proved an invitation's secret a member or a leaf, durably.
    func admit(_ newcomer: PairingService.JoiningDevice) async throws -> PairingService.Welcome {
        if newcomer.role == .hub, try links.engine().account != nil, newcomer.hubVerifier.isEmpty {
            throw WidgetError(.failedPrecondition, "hub_verifier: the joining machine's widgetd is too old to be a hub of this database; upgrade it there")
        }
        switch newcomer.role {
        case .member, .hub:
            let paired = PairedDevice(id: newcomer.id, name: newcomer.name, addresses: newcomer.addresses, added: now())
            try await add(paired, by: newcomer.enrolment)
            try await leaves.reload()
            joins[newcomer.id] = now()
            logger.notice(
                "a device joined",
                metadata: ["device": "\(newcomer.id.short)", "name": "\(newcomer.name)", "enrolment": "\(newcomer.enrolment?.short ?? "none")"])
        case .leaf:
            try await leaves.admit(newcomer)
        }
        let paired = members.filter { $0.id != newcomer.id }
        guard let inviter = paired.first else { throw WidgetError(.internal, "this device isn't in its own list") }
        // The account comes last: a try that failed here is repaired by the next one.
        let engine = newcomer.role == .hub ? try await links.engine(for: newcomer) : nil
        return PairingService.Welcome(inviter: inviter, members: Array(paired.dropFirst()), role: newcomer.role, engine: engine)
    }

    /// The members with their addresses, this device first.
    var members: [PairedDevice] {
        var members: [PairedDevice] = []
        for device in devices where device.isMember {
            var paired = PairedDevice(
                id: device.id, name: device.name, addresses: device.addresses.compactMap { try? PeerAddress($0) }, added: device.addedAt)
            guard device.id == identity.id else {
                members.append(paired)
                continue
            }
            // A joining device writes this device's row too, later. It must not replace the addresses in that row.
            if paired.addresses.isEmpty { paired.addresses = publishedAddresses() }
            members.insert(paired, at: 0)
        }
        return members
    }

    /// The answer to a leaf that asks for its hubs.
    func hubs(for context: CallContext, _ request: ProtoHubsRequest) async -> ProtoHubsResponse {
        if let leaf = PeerLink.device(of: context.peer) { await leaves.greet(leaf, over: context.connection, version: request.version) }
        var response = ProtoHubsResponse(hubs)
        response.revoked = devices.filter(\.isRevoked).suffix(PairingLimits.members).map { .init($0.id.bytes) }
        return response
    }

    /// Whether displays go there. Where members use an engine, these alone: the others are people's own machines.
    func isHub(_ device: DeviceID) -> Bool {
        device == identity.id || presences[device]?.isHub == true || !devices.contains { $0.isMember && presences[$0.id]?.isHub == true }
    }

    /// The devices at which a leaf may look: those that can be reached, this one first.
    private var hubs: [PairedDevice] {
        members.filter { isHub($0.id) }.compactMap { member in
            var hub = member
            let isSelf = hub.id == identity.id
            // A user may have written addresses that only some can reach.
            let found = isSelf ? publishedAddresses() : addresses.addresses(of: hub.id)
            hub.addresses = Array((hub.addresses + found.filter { !hub.addresses.contains($0) }).prefix(PairingLimits.addresses))
            return isSelf || !hub.addresses.isEmpty ? hub : nil
        }
    }

    /// Writes a device as a member. A device that was forgotten or evicted becomes a member again.
    /// - Parameter enrolment: the one that it has used. Nil: an invitation, or this device has used one.
    /// - Throws: PERMISSION_DENIED for a revoked device; the store's errors, also those of an enrolment that can't be used.
    func add(_ paired: PairedDevice, by enrolment: ContentDigest? = nil) async throws(WidgetError) {
        let there = devices.first { $0.id == paired.id }
        guard there?.isRevoked != true else {
            throw WidgetError(.permissionDenied, "the device was revoked, and is never trusted again; it needs a new identity (docs/devices.md)")
        }
        try await store.write { transaction in
            let addresses = paired.addresses.map(\.description)
            try transaction.addDevice(paired.id, name: paired.name, addresses: addresses, at: paired.added, enrolment: enrolment)
            if let there, there.addresses.isEmpty, !addresses.isEmpty { try transaction.setAddresses(addresses, of: paired.id) }
        }
        try await reloadDevices()
    }
}
