import WidgetCore

/// Gives other devices the work that waits for them. Each device has one task at a time, which looks once more where something came after it
/// looked. No device waits for another one.
struct DeliveryScheduler: Sendable {
    private var tasks: [DeviceID: Task<Void, Never>] = [:]
    /// Devices for which more may have come than their task saw.
    private var wanted: Set<DeviceID> = []

    /// Something waits for a device, or the device came.
    /// - Parameter begin: starts the task, which does a round as often as ``next(to:)`` says so; only called where none is at it.
    /// - Returns: the task that is at it.
    mutating func want(_ device: DeviceID, _ begin: () -> Task<Void, Never>) -> Task<Void, Never> {
        wanted.insert(device)
        if let task = tasks[device] { return task }
        let task = begin()
        tasks[device] = task
        return task
    }

    /// - Returns: whether the task has another round to do; else it ends.
    mutating func next(to device: DeviceID) -> Bool {
        if wanted.remove(device) != nil { return true }
        tasks[device] = nil
        return false
    }
}
