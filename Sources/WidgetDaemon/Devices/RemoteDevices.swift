import WidgetCore

/// The user's other devices, as services of this one reach them.
protocol RemoteDevices: Sendable {
    func isConnected(_ device: DeviceID) -> Bool
    /// When a device was heard of last; nil: not since the daemon started.
    func lastHeard(_ device: DeviceID) -> Timestamp?
    /// Calls a ``PeerMethod`` of a device.
    /// - Throws: UNAVAILABLE where it isn't connected, and then nothing was asked; the device's own errors.
    func ask(_ device: DeviceID, _ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8]
    /// Has archives fetched from a device, or from any that has them.
    func want(_ archives: WantedArchives, from device: DeviceID)
    /// Fetches a picture from any device that has it, and returns when it is here or can't be had.
    func fetchPicture(_ digest: ContentDigest) async
}

/// Archives that widgets wait for.
struct WantedArchives: Sendable {
    var digests: Set<ContentDigest> = []
    /// Those that are looked for for the first time.
    var new: Set<ContentDigest> = []
}
