import DaemonCore
import NIOCore
import WidgetCarrier
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

/// The links to the user's other devices, and the requests over them. It is made before the services that need other devices; ``PeerService`` opens the links.
final class DeviceLinks: RemoteDevices {
    let identity: DeviceIdentity
    /// The file that makes this device a leaf at the next start.
    let hubs: HubsFile
    /// The file that makes this device a hub of an engine at the next start.
    let engineFile: EngineFile
    /// The file with the way to the engine that it uses. Nil: it uses none.
    let carrierFile: String?
    let membership: Membership
    let invitations: InvitationService
    let endpoint: PeerEndpoint
    let mesh: PeerMesh<DaemonSyncStore>
    /// The exchange through an engine. Nil where this device isn't a hub.
    let carrier: CarrierRunner<DaemonSyncStore>?
    let contents: ContentFetcher
    let events: MeshEvents
    /// Changes of the store by other devices.
    let changes = ChangeQueue()
    /// When which rows were changed.
    let recent: RecentChanges
    /// Stands for the password of this device's account on its engine. Nil: it has none.
    let ownVerifier: String?

    /// - Parameter carrier: the file with the connection string of an engine. Nil where this device isn't a hub.
    /// - Throws: INTERNAL if no TLS context can be made from the identity; the store's errors.
    init(
        store: WidgetStore, identity: DeviceIdentity, hubs: HubsFile, engineFile: EngineFile, devices: [Device], carrier: String?, group: any EventLoopGroup,
        runtime: DaemonRuntime
    ) throws(WidgetError) {
        self.identity = identity
        self.hubs = hubs
        self.engineFile = engineFile
        carrierFile = carrier
        membership = Membership(devices)
        invitations = InvitationService(of: identity.id, now: runtime.now)
        events = MeshEvents(logger: runtime.logger)
        recent = RecentChanges(now: runtime.now)
        endpoint = try PeerEndpoint(identity: identity, trust: membership.trust(invitations), group: group, logger: runtime.logger)
        ownVerifier = try? carrier.map { try EngineFile.access(of: ConnectionFile.lines($0)) }?.account.map { _ in identity.hubVerifier }
        let synced = DaemonSyncStore(store: store, changes: changes, ownVerifier: ownVerifier)
        mesh = PeerMesh(
            store: synced, device: identity.id, version: Version.current, dialer: PeerDialer(endpoint: endpoint), loop: group.next(), now: runtime.now,
            delegate: events, logger: runtime.logger)
        self.carrier = carrier.map { CarrierRunner(file: $0, store: synced, now: runtime.now, logger: runtime.logger) }
        contents = ContentFetcher(store: store, mesh: mesh, carrier: self.carrier, events: events, runtime: runtime)
    }

    /// The way to this device's engine.
    /// - Throws: FAILED_PRECONDITION where it uses none; INVALID_ARGUMENT where its file names files that another machine hasn't got.
    func engine() throws(WidgetError) -> EngineAccess {
        guard let carrierFile else {
            throw WidgetError(.failedPrecondition, "this device uses no engine; set one up with: widgetctl fleet init")
        }
        return try EngineFile.access(of: try ConnectionFile.lines(carrierFile))
    }

    /// The way to the engine for a new hub: with an account of its own, where this hub has one.
    /// - Throws: as ``engine()``; UNAVAILABLE where this hub isn't connected to the engine; INVALID_ARGUMENT for a wrong verifier.
    func engine(for newcomer: PairingService.JoiningDevice) async throws -> EngineAccess {
        var engine = try engine()
        guard engine.account != nil, let carrier else { return engine }
        try await carrier.letIn(newcomer.id, verifier: newcomer.hubVerifier)
        engine.account = HubAccount(of: newcomer.id)
        return engine
    }

    func isConnected(_ device: DeviceID) -> Bool { mesh.isConnected(to: device) }

    func lastHeard(_ device: DeviceID) -> Timestamp? { mesh.lastSeen(device) }

    /// Errors call the device by its name, as lists do.
    func ask(_ device: DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        do {
            return try await mesh.ask(device, method, payload)
        } catch {
            throw error.naming(membership.name(device))
        }
    }

    func want(_ archives: WantedArchives, from device: DeviceID) { Task { await contents.want(archives, from: device) } }

    func fetchImage(_ digest: ContentDigest) async { await contents.fetchImage(digest) }
}

/// The daemon's store as sessions see it. It puts the rows that a session changed in a queue, and ``PeerService`` reads them again. So the order in which two
/// sessions report doesn't matter.
struct DaemonSyncStore: SyncStore, CarrierStore {
    let store: WidgetStore
    let changes: ChangeQueue
    /// Stands for the password of this device's account on an engine. Nil: it has none.
    let ownVerifier: String?

    func replicate<T: Sendable>(_ body: @escaping @Sendable (inout Replica<SQLiteReplica>) throws -> T) async throws -> T {
        note(try await store.replicate(body))
    }

    func follow<T: Sendable>(_ body: @escaping @Sendable (inout Replica<SQLiteReplica>) throws -> T) async throws -> T {
        note(try await store.replicate(likelyReading: true, body))
    }

    func sync() async throws { try await store.sync() }

    func contents(namedBy update: OwnedUpdate) -> Set<ContentDigest> { update.namedContents }

    func namedContents() throws -> [ContentDigest] { try store.namedContents() }

    func content(_ digest: ContentDigest) throws -> EngineContent? {
        try store.content(digest).map { EngineContent(digest: digest, mediaType: $0.mediaType, data: $0.data) }
    }

    func hubVerifiers(joining: [DeviceID: String]) throws -> [HubAccount: String] {
        guard let ownVerifier else { return [:] }
        let presences = try store.presences()
        var verifiers = [HubAccount(of: store.device): ownVerifier]
        for member in try store.devices() where member.isMember && member.id != store.device {
            let own = presences[member.id].flatMap { $0.hubVerifier.isEmpty ? nil : $0.hubVerifier }
            verifiers[HubAccount(of: member.id)] = own ?? joining[member.id]
        }
        return verifiers
    }

    func hasRevokedDevices() throws -> Bool { try store.devices().contains(where: \.isRevoked) }

    var executor: (any TaskExecutor)? { ThreadPoolExecutor.shared }

    private func note<T>(_ outcome: (result: T, changed: ReplicaChanges)) -> T {
        let changed = outcome.changed
        if !changed.rows.isEmpty || !changed.owned.isEmpty || changed.reincarnation != nil { changes.put(changed) }
        return outcome.result
    }
}
