import Logging
import NIOCore
import ReplicationTestSupport
import Synchronization
import TTRPC
import WidgetCore
import WidgetReplication

@testable import WidgetPeers

/// A device that is as the daemon's: real TLS, a mesh, sessions; its store is in memory.
final class MeshNode: Sendable {
    let identity: DeviceIdentity
    let store: MemoryStore
    let mesh: PeerMesh<MemoryStore>
    let events: Events
    let address: PeerAddress
    private let endpoint: PeerEndpoint
    private let services: PeerServices
    private let listener: PeerListener

    static let now = Timestamp(milliseconds: 1_800_000_000_000)

    init(_ identity: DeviceIdentity, members: [DeviceID]) async throws {
        let trusted = Set(members)
        var logger = Logger(label: "mesh")
        logger.logLevel = .critical
        let endpoint = try PeerEndpoint(
            identity: identity, trust: TrustPolicy { trusted.contains($0) ? .member : .refused }, limits: PeerLimits(), group: PeerNode.group, logger: logger)
        store = try MemoryStore(identity.id, members: members, now: Self.now)
        events = Events()
        let mesh = PeerMesh(
            store: store, device: identity.id, version: "1", dialer: PeerDialer(endpoint: endpoint), loop: PeerNode.group.next(), now: { Self.now },
            delegate: events, logger: logger)
        let services = try await PeerServices(
            members: ServerConfiguration(
                services: [mesh.service], authorize: { $0.remoteName != nil ? .allowed : .denied(AccessDenial($1, uid: $0.uid, has: nil)) }, logger: logger),
            leaves: ServerConfiguration(services: [], authorize: { .denied(AccessDenial($1, uid: $0.uid, has: nil)) }, logger: logger),
            candidates: ServerConfiguration(services: [], authorize: { .denied(AccessDenial($1, uid: $0.uid, has: nil)) }, logger: logger),
            group: PeerNode.group)
        listener = try await PeerListener.start(on: [.host("127.0.0.1", port: 0)], endpoint: endpoint) { try services.serve($0) }
        address = listener.addresses[0]
        self.identity = identity
        self.endpoint = endpoint
        self.mesh = mesh
        self.services = services
    }

    /// Writes, and tells the other devices.
    func write(_ operations: RowOperation...) throws {
        try store.step { replica in for operation in operations { try replica.perform(operation, now: Self.now) } }
        mesh.changed(began: .now)
    }

    func has(_ operation: RowOperation) -> Bool { store.rows[operation.row.table]?[operation.row.id] != nil }

    func close() async {
        mesh.stop()
        await listener.close()
        await services.drain(deadline: .now())
        endpoint.links.cut { _ in true }
    }

    /// The events of the mesh.
    final class Events: MeshDelegate {
        private struct State {
            var connected: Set<DeviceID> = []
            var notes: [SessionNote] = []
            var asked = 0
        }
        private let state = Mutex(State())

        var connected: Set<DeviceID> { state.withLock { $0.connected } }
        var notes: [SessionNote] { state.withLock { $0.notes } }
        var asked: Int { state.withLock { $0.asked } }

        func mesh(_ device: DeviceID, notes note: SessionNote) { state.withLock { $0.notes.append(note) } }

        func mesh(_ device: DeviceID, isConnected: Bool, reason: String) {
            state.withLock { _ = isConnected ? $0.connected.insert(device).inserted : $0.connected.remove(device) != nil }
        }

        /// Answers `much` with a megabyte, `broken` with what the mesh itself says of a link that broke, and nothing else: what a device asks for may take
        /// for ever.
        func mesh(_ device: DeviceID, asks method: String, _ payload: [UInt8], answer: @escaping @Sendable (PeerResponse) -> Void) {
            state.withLock { $0.asked += 1 }
            if method == "much" { answer(PeerResponse(.megabyte)) }
            if method == "broken" { answer(PeerResponse(.brokenLink)) }
        }
    }
}

extension [UInt8] {
    /// Bytes that can't be deflated.
    static let megabyte: [UInt8] = (0..<1 << 17).flatMap { _ in Swift.withUnsafeBytes(of: UInt64.random(in: 0 ... .max)) { Array($0) } }
}

/// Waits until something is so; there is no event for what is asked here. Two minutes at most.
func until(_ isSo: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while try !isSo() {
        guard ContinuousClock.now < end else { throw WidgetError(.deadlineExceeded, "not within two minutes") }
        try await Task.sleep(for: .milliseconds(5))
    }
}
