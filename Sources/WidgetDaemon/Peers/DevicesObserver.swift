import WidgetCore
import WidgetReplication

/// A service that shows what other devices own, or acts on it.
protocol DevicesObserver: Sendable {
    /// Takes over what another device changed, as the store has it by now.
    func take(_ changes: ReplicaChanges) async
    /// The link to a device came or went.
    func linkMayHaveChanged(to device: DeviceID) async
    /// A device is connected again: what was missing is asked for.
    func connected() async
    /// Archives or pictures came.
    func contentsMayBeHere() async
}

extension DevicesObserver {
    func connected() async {}
    func contentsMayBeHere() async {}
}

extension WidgetService: DevicesObserver {}
extension ActivityService: DevicesObserver {}
extension ControlService: DevicesObserver {}

extension SurfaceService: DevicesObserver {
    func take(_ changes: ReplicaChanges) {}
    func linkMayHaveChanged(to device: DeviceID) {}
}
