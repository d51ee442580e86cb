import Logging
import Synchronization
import WidgetCore
import WidgetPeers
import WidgetReplication

/// What links tell, on its way to ``PeerService``: made before it, since it is made with the mesh. From any thread.
final class MeshEvents: MeshDelegate {
    private let service = Mutex<PeerService?>(nil)
    private let logger: Logger
    /// Differences although both had the same vector.
    private let count = Mutex<UInt64>(0)

    init(logger: Logger) { self.logger = logger }

    var divergences: UInt64 { count.withLock { $0 } }

    func attach(_ peers: PeerService?) { service.withLock { $0 = peers } }

    func mesh(_ device: DeviceID, notes note: SessionNote) {
        switch note {
        case .live: logger.info("in sync with a device", metadata: ["device": "\(device.short)"])
        case .fork(let origin, let sequence):
            logger.warning(
                "a device's store was copied and both copies were used: its history is closed, and what either wrote is kept",
                metadata: ["device": "\(origin.device.short)", "after": "\(sequence)"])
        case .held(let held):
            logger.warning(
                "a device's clock is ahead: its change waits", metadata: ["device": "\(held.origin.device.short)", "change": "\(held.sequence)"])
        case .divergence(let tables):
            count.withLock { $0 += 1 }
            logger.critical(
                "this device and another one had the same history and different contents; it is repaired, and should be reported",
                metadata: ["device": "\(device.short)", "tables": "\(tables)"])
        case .snapshotBegan: logger.info("everything is fetched from a device", metadata: ["device": "\(device.short)"])
        case .snapshotEnded: logger.info("everything was fetched from a device", metadata: ["device": "\(device.short)"])
        }
    }

    func mesh(_ device: DeviceID, isConnected: Bool, reason: String) {
        logger.info(
            isConnected ? "connected to a device" : "the link to a device ended", metadata: ["device": "\(device.short)", "reason": "\(reason)"])
        guard let peers = service.withLock({ $0 }) else { return }
        if isConnected { Task { await peers.connected(to: device) } }
        Task {
            await peers.widgets.linkMayHaveChanged(to: device)
            await peers.activities.linkMayHaveChanged(to: device)
            await peers.controls.linkMayHaveChanged(to: device)
        }
    }

    func mesh(_ device: DeviceID, asks method: String, _ payload: [UInt8], answer: @escaping @Sendable (PeerResponse) -> Void) {
        guard let peers = service.withLock({ $0 }) else { return answer(PeerResponse(WidgetError(.unavailable, "the daemon starts"))) }
        Task(executorPreference: PeerMethod.onLoop.contains(method) ? nil : ThreadPoolExecutor.shared) {
            do throws(WidgetError) {
                answer(PeerResponse(try await peers.answer(method, payload, from: device)))
            } catch {
                answer(PeerResponse(error))
            }
        }
    }
}
