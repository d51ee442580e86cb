import Synchronization
import WidgetCore

/// The work loop's way to other devices: made before ``PeerService``, which needs the work loop itself.
final class PeerServiceReference: RemoteDevices {
    private let peers = Mutex<PeerService?>(nil)

    func attach(_ service: PeerService?) { peers.withLock { $0 = service } }

    /// Has contents fetched that widgets wait for; where there is nobody yet, they are asked for when a device is connected.
    func want(_ wanted: WantedArchives, from device: DeviceID) {
        guard let service = peers.withLock({ $0 }) else { return }
        Task { await service.want(wanted, from: device) }
    }

    /// Returns when the picture is here, or can't be had.
    func fetchPicture(_ digest: ContentDigest) async { await peers.withLock({ $0 })?.fetchPicture(digest) }

    func isConnected(_ device: DeviceID) -> Bool { peers.withLock { $0 }?.mesh.isConnected(to: device) == true }

    /// When a device was last heard; nil: not since the daemon started.
    func lastHeard(_ device: DeviceID) -> Timestamp? { peers.withLock { $0 }?.mesh.lastSeen(device) }

    func ask(_ device: DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        guard let service = peers.withLock({ $0 }) else { throw WidgetError(.unavailable, "the daemon starts; try again") }
        return try await service.ask(device, method, payload)
    }
}
