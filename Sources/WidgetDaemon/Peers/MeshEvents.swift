import Logging
import Synchronization
import Systemd
import WidgetCore
import WidgetPeers
import WidgetReplication

/// An event of the links to other devices, for ``PeerService``.
enum DeviceEvent: Sendable {
    case linkChanged(DeviceID, isConnected: Bool)
    /// Archives or images that were missing came.
    case contentsArrived
    /// A device asks for something that isn't replicated; `answer` is called once, at any time.
    case request(DeviceID, method: String, payload: [UInt8], answer: @Sendable (PeerResponse) -> Void)
}

/// The events of the links, in the order in which they came. Any thread may post one.
final class MeshEvents: MeshDelegate {
    /// The events; only one reader is allowed.
    let stream: AsyncStream<DeviceEvent>
    private let continuation: AsyncStream<DeviceEvent>.Continuation
    private let logger: Logger
    private let divergenceCount = Mutex<UInt64>(0)

    init(logger: Logger) {
        (stream, continuation) = AsyncStream.makeStream()
        self.logger = logger
    }

    /// How often this device and another one had the same history but different contents.
    var divergences: UInt64 { divergenceCount.withLock { $0 } }

    func post(_ event: DeviceEvent) { continuation.yield(event) }

    func mesh(_ device: DeviceID, notes note: SessionNote) {
        switch note {
        case .live: logger.info("in sync with a device", metadata: ["device": "\(device.short)"])
        case .fork(let origin, let sequence):
            logger.log(
                .deviceForked, "a device's store was copied and both copies were used: its history is closed, and what either wrote is kept",
                metadata: ["device": "\(origin.device.short)", "after": "\(sequence)"])
        case .held(let held):
            logger.log(
                .deviceClockAhead, "a device's clock is ahead: its change waits",
                metadata: ["device": "\(held.origin.device.short)", "change": "\(held.sequence)"])
        case .divergence(let tables):
            divergenceCount.withLock { $0 += 1 }
            logger.log(
                .devicesDiverged, "this device and another one had the same history and different contents; it is repaired, and should be reported",
                metadata: ["device": "\(device.short)", "tables": "\(tables)"])
        case .snapshotBegan: logger.info("everything is fetched from a device", metadata: ["device": "\(device.short)"])
        case .snapshotEnded: logger.info("everything was fetched from a device", metadata: ["device": "\(device.short)"])
        }
    }

    func mesh(_ device: DeviceID, isConnected: Bool, reason: String) {
        logger.info(
            isConnected ? "connected to a device" : "the link to a device ended", metadata: ["device": "\(device.short)", "reason": "\(reason)"])
        post(.linkChanged(device, isConnected: isConnected))
    }

    func mesh(_ device: DeviceID, asks method: String, _ payload: [UInt8], answer: @escaping @Sendable (PeerResponse) -> Void) {
        post(.request(device, method: method, payload: payload, answer: answer))
    }
}
