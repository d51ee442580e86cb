package import WidgetCore

/// Schedules deliveries to other devices. Each device has one task at a time. If more work comes during a round, the task does another one. No device waits for
/// another one.
package struct DeliveryScheduler: Sendable {
    private var tasks: [DeviceID: Task<Void, Never>] = [:]
    /// Devices whose tasks must do another round.
    private var wanted: Set<DeviceID> = []

    package init() {}

    /// Call when something waits for a device, or when the device is connected.
    /// - Parameter begin: starts the task, which does a round each time that ``next(to:)`` returns true; only called if the device has no task.
    /// - Returns: the device's task.
    package mutating func want(_ device: DeviceID, _ begin: () -> Task<Void, Never>) -> Task<Void, Never> {
        wanted.insert(device)
        if let task = tasks[device] { return task }
        let task = begin()
        tasks[device] = task
        return task
    }

    /// - Returns: whether the task has another round to do; else it ends.
    package mutating func next(to device: DeviceID) -> Bool {
        if wanted.remove(device) != nil { return true }
        tasks[device] = nil
        return false
    }
}
