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

/// Another device that isn't connected to this one.
enum UnreachableDevice {
    /// Why it can't be asked, where what it owns is shown.
    static func reason(_ name: String) -> String { "the device '\(name)' isn't connected" }
}

/// The requests between devices beside replication. Numbers and names stay: older devices answer UNIMPLEMENTED to what they don't know.
enum PeerMethod {
    /// Digests of 32 bytes, one after another; answered with those that are there, as far as a message holds them (`ContentsResponse`).
    static let contents = "contents"
    /// The same, also of what the device lacks and gets from others, which it asks for `contents`: for pictures of a device that the asker can't meet.
    static let remoteContents = "contents-elsewhere"
    /// The 16 bytes of each widget's id, one after another; answered with `ReloadResponse`, which leaves out those that aren't known or given there.
    static let reload = "reload"
    /// `AwaitReloadsRequest`, about widgets that are given there; answered with `AwaitReloadsResponse`.
    static let awaitReloads = "await-reloads"
    /// `PerformRequest` with a key; answered with `PerformResponse`.
    static let perform = "perform"
    /// `ActivityRequest`, about an activity of the device that is asked; answered with `ActivityReceipt`.
    static let activity = "activity"
    /// The 16 bytes of the id of an activity of the device that asks, and what its row will be when that is written there; answered with nothing.
    static let optimisticActivity = "activity-ahead"
    /// `ControlRequest`, about a control of the device that is asked; answered as that says.
    static let control = "control"
    /// `OptionsRequest` about a kind that is given by the device that is asked; answered with `OptionsResponse`.
    static let options = "options"
    /// `ViewTraits` of a surface of the device that asks, which shows what is given by the device that is asked; answered with nothing.
    static let surface = "surface"
    /// Nothing; answered with `ContentDigests` of the values of all shared rows.
    static let digests = "digests"
    /// A table and a bucket, each a byte; answered with the rows of that bucket (`BucketRows`).
    static let bucket = "bucket"

    /// Those that run on the event loop's thread, because they are frequent and always short; the others run on the pool.
    static let onLoop: Set<String> = [perform, activity, optimisticActivity, control]
}
