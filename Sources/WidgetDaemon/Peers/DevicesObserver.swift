import WidgetCore
import WidgetReplication

/// A service that shows other devices' data or acts on it.
protocol DevicesObserver: Sendable {
    /// Takes over changes of another device, which are in the store.
    func apply(_ changes: ReplicaChanges) async
    /// The link to a device came or went.
    func linkDidChange(to device: DeviceID) async
    /// A device is connected: missing data is asked for again.
    func connected() async
    /// Archives or images came.
    func contentsDidArrive() async
    /// Looks at the hubs' leases: whether the giver of something is another device now.
    /// - Returns: after how long a lease runs out; nil: nothing depends on any.
    func checkLeases(_ presences: [DeviceID: Presence], at date: Timestamp) async -> Milliseconds?
}

extension DevicesObserver {
    func connected() async {}
    func contentsDidArrive() async {}
    func checkLeases(_ presences: [DeviceID: Presence], at date: Timestamp) async -> Milliseconds? { nil }
}

extension WidgetService: DevicesObserver {}
extension ActivityService: DevicesObserver {}
extension ControlService: DevicesObserver {}
extension SurfaceRegistry: DevicesObserver {}

extension SurfaceService: DevicesObserver {
    func apply(_ changes: ReplicaChanges) {}
    func linkDidChange(to device: DeviceID) {}
}
