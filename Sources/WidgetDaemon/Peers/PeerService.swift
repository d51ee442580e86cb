import Logging
import NIOCore
import Synchronization
import TTRPC
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetStore

/// This daemon among a person's devices: who they are, the links to them, invitations, and what they ask of each other.
actor PeerService {
    let store: WidgetStore
    let identity: DeviceIdentity
    let configuration: PeerConfiguration
    let mesh: PeerMesh<DaemonSyncStore>
    let endpoint: PeerEndpoint
    let membership: Membership
    let desk: InvitationDesk
    let widgets: WidgetService
    let events: MeshEvents
    let now: @Sendable () -> Timestamp
    let logger: Logger
    private let group: any EventLoopGroup
    private let changes: AsyncStream<ReplicaChanges>
    private var listener: PeerListener?
    private var services: PeerServices?
    private var isStopping = false

    var devices: [Device] = []
    var presences: [DeviceID: Presence] = [:]
    /// When devices last used an invitation of this daemon: who waits for one learns of it by this.
    var joins: [DeviceID: Timestamp] = [:]
    var addresses = AddressBook()
    private var discovery: PeerDiscovery?
    private var maintenance: Scheduled<Void>?
    /// Archives that are being fetched.
    var fetching: Set<ContentDigest> = []
    /// Why this device last began a new life.
    private(set) var reincarnation: String

    init(
        store: WidgetStore, identity: DeviceIdentity, configuration: PeerConfiguration, devices: [Device], reincarnation: Reincarnation?,
        widgets: WidgetService, group: any EventLoopGroup,
        events: MeshEvents, now: @escaping @Sendable () -> Timestamp, logger: Logger
    ) throws(WidgetError) {
        self.store = store
        self.identity = identity
        self.configuration = configuration
        self.devices = devices
        self.reincarnation = reincarnation.map { "\($0)" } ?? ""
        self.widgets = widgets
        self.group = group
        self.events = events
        self.now = now
        self.logger = logger
        desk = InvitationDesk(now: now)
        membership = Membership()
        membership.set(devices)
        endpoint = try PeerEndpoint(identity: identity, trust: membership.trust(desk), group: group, logger: logger)
        let (changes, continuation) = AsyncStream.makeStream(of: ReplicaChanges.self)
        self.changes = changes
        mesh = PeerMesh(
            store: DaemonSyncStore(store: store, changes: continuation), device: identity.id, version: Version.current, dialer: PeerDialer(endpoint: endpoint),
            loop: group.next(), now: now, delegate: events, logger: logger)
    }

    /// Begins: listens and dials where there are other members, and takes over what they change until the daemon stops.
    func start() async throws(WidgetError) {
        store.setObserver { [mesh] changes in
            if changes.hasLogged || !changes.owned.isEmpty { mesh.changed() }
        }
        presences = try store.presences()
        if devices.contains(where: { $0.isMember && $0.id != identity.id }) { try await listen() }
        membersChanged(devices)
        await maintain()
    }

    /// Takes over what peers change, until ``stop()``.
    func run() async {
        for await changed in changes {
            if isStopping { return }
            if let reason = changed.reincarnation {
                reincarnation = "\(reason)"
                logger.warning("this device began a new life: \(reason); nothing is lost", metadata: ["device": "\(identity.id.short)"])
            }
            do throws(WidgetError) {
                if changed.owned.keys.contains(where: { $0.set == OwnedSet.presence.rawValue }) { presences = try store.presences() }
                let concernsDevices = changed.rows.contains { $0.table == SharedSchema.device || $0.table == SharedSchema.revocation }
                if concernsDevices { membersChanged(try store.devices()) } else { connect() }
            } catch {
                logger.error("who the devices are could not be read; the next start does it", metadata: ["error": "\(error)"])
            }
            await widgets.take(changed)
        }
    }

    func stop() async {
        isStopping = true
        store.setObserver(nil)
        maintenance?.cancel()
        await discovery?.stop()
        await listener?.close()
        mesh.stop()
        await services?.drain(deadline: .now() + .seconds(1))
        for link in endpoint.links.all { link.close() }
    }

    /// Where this device listens; empty: it doesn't.
    var listening: [PeerAddress] { listener?.addresses ?? [] }

    /// Opens the door for other devices, once.
    func listen() async throws(WidgetError) {
        guard listener == nil, !isStopping else { return }
        let pairing = PairingService(desk: desk, links: endpoint.links) { [self] newcomer in try await admit(newcomer) }
        let services: PeerServices
        do {
            services = try await PeerServices(
                members: ServerConfiguration(
                    services: [mesh.service, pairing.definition], authorize: { _, _ in true }, limits: Self.memberLimits, logger: logger),
                candidates: ServerConfiguration(
                    services: [pairing.definition], authorize: { _, _ in true }, limits: PeerServices.candidateLimits, logger: logger), group: group)
        } catch {
            throw WidgetError(.unavailable, "devices can't be served", cause: "\(error)")
        }
        self.services = services
        listener = try await open(services)
        logger.notice("listening for devices", metadata: ["addresses": "\(listening.map(\.description).joined(separator: ", "))"])
        discover()
        try await sayPresence()
    }

    /// Looks for members on the local network and says that this device is there, from when it has a door.
    private func discover() {
        let port = listening.lazy.compactMap(\.port).first.flatMap { UInt16(exactly: $0) }
        let settings = DiscoveryConfiguration(device: identity.id, announcedPort: configuration.announces ? port : nil, browses: configuration.announces)
        discovery = PeerDiscovery.start(
            settings, on: group.next(), logger: logger,
            found: { [weak self] found in Task { await self?.take(found: found) } }, hurry: { [weak self] in Task { await self?.networkChanged() } })
    }

    private func take(found: [DeviceID: [PeerAddress]]) {
        addresses.set(found, from: .found)
        connect()
    }

    /// The network changed, or the machine woke up: links may work now that didn't, and this device may be reached elsewhere.
    private func networkChanged() async {
        mesh.hurry()
        do throws(WidgetError) {
            try await sayPresence()
        } catch {
            logger.error("this device's addresses could not be written", metadata: ["error": "\(error)"])
        }
    }

    private func open(_ services: PeerServices) async throws(WidgetError) -> PeerListener {
        let serve: @Sendable (PeerLink) throws -> Void = { try services.serve($0) }
        guard configuration.listening.isEmpty else { return try await PeerListener.start(on: configuration.listening, endpoint: endpoint, serve: serve) }
        // The port of before, where others look; else the usual one, which another daemon of this machine may have; else any.
        let before = presences[identity.id]?.addresses.lazy.compactMap { try? PeerAddress($0).port }.first
        for port in [before, PeerProtocol.defaultPort].compactMap({ $0 }) {
            for host in ["::", "0.0.0.0"] {
                do throws(WidgetError) {
                    return try await PeerListener.start(on: [.host(host, port: port)], endpoint: endpoint, serve: serve)
                } catch {
                    logger.info("a port can't be had; another one is tried", metadata: ["port": "\(port)", "error": "\(error.message)"])
                }
            }
        }
        do throws(WidgetError) {
            return try await PeerListener.start(on: [.host("::", port: 0)], endpoint: endpoint, serve: serve)
        } catch {
            return try await PeerListener.start(on: [.host("0.0.0.0", port: 0)], endpoint: endpoint, serve: serve)
        }
    }

    private static var memberLimits: ServerLimits {
        var limits = ServerLimits()
        limits.idleTimeout = nil
        // A batch of changes, a picture.
        limits.messageLength = limits.frameLength
        return limits
    }

    // MARK: Members

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

    // MARK: What is done once a day

    /// Says that this device lives, lets the log go on without those that nobody has heard of for long, and drops old tombstones.
    func maintain() async {
        guard !isStopping else { return }
        maintenance = group.next().scheduleTask(in: .hours(24)) { [weak self] in
            guard let self else { return }
            Task { await self.maintain() }
        }
        guard devices.contains(where: { $0.isMember && $0.id != identity.id }) else { return }
        do throws(WidgetError) {
            try await sayPresence(anyway: true)
            let date = now()
            let gone = devices.filter { device in
                device.isMember && device.evictedAt == nil && device.id != identity.id && !mesh.isConnected(to: device.id)
                    && date - max(presences[device.id]?.at ?? device.addedAt, device.addedAt) > ReplicationLimits.evictionAge
            }
            try await store.write { transaction in
                for device in gone { try transaction.setEvicted(device.id, at: date) }
                try transaction.collectTombstones()
            }
            for device in gone {
                logger.warning("a device was away for too long: it gets everything anew when it comes back", metadata: ["device": "\(device.name)"])
            }
            if !gone.isEmpty { try await reloadDevices() }
        } catch {
            logger.error("what is done once a day could not be done", metadata: ["error": "\(error)"])
        }
    }

    /// Writes how this device is, where that has changed.
    private func sayPresence(anyway: Bool = false) async throws(WidgetError) {
        let presence = Presence(version: Version.current, addresses: publishedAddresses().map(\.description), at: now())
        if !anyway, let there = presences[identity.id], there.version == presence.version, there.addresses == presence.addresses { return }
        try await store.write { try $0.setPresence(presence) }
        presences[identity.id] = presence
    }

    /// After a change of this device's own: reads who the devices are.
    func reloadDevices() async throws(WidgetError) {
        membersChanged(try store.devices())
        var changed = ReplicaChanges()
        changed.rows = [RowKey(table: SharedSchema.device, id: RowID(identity.id))]
        await widgets.take(changed)
    }

    /// Makes a device that proved an invitation's secret a member, durably.
    private func admit(_ newcomer: PairingService.Newcomer) async throws -> PairingService.Welcome {
        try await add(PairedDevice(id: newcomer.id, name: newcomer.name, addresses: newcomer.addresses, added: now()))
        joins[newcomer.id] = now()
        logger.notice("a device joined", metadata: ["device": "\(newcomer.id.short)", "name": "\(newcomer.name)"])
        let paired = devices.filter { $0.isMember }.map {
            PairedDevice(id: $0.id, name: $0.name, addresses: $0.addresses.compactMap { try? PeerAddress($0) }, added: $0.addedAt)
        }
        guard var inviter = paired.first(where: { $0.id == identity.id }) else { throw WidgetError(.internal, "this device isn't in its own list") }
        inviter.addresses = publishedAddresses()
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

    /// Where others should try this device: where it listens, by the machine's own addresses where that is everywhere.
    func publishedAddresses() -> [PeerAddress] {
        var addresses: [PeerAddress] = []
        for address in listening {
            switch address {
            case .host(let host, let port) where host == "::" || host == "0.0.0.0":
                addresses += MachineAddresses.all(withIPv6: host == "::").map { .host($0, port: port) }
            default: addresses.append(address)
            }
        }
        return Array(addresses.prefix(PairingLimits.addresses))
    }
}
