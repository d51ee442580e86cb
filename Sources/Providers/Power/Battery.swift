/// A battery, as the kernel tells of it.
struct Battery: Hashable {
    enum Status: String {
        case charging = "Charging"
        case discharging = "Discharging"
        case full = "Full"
        case notCharging = "Not charging"
        case unknown = "Unknown"
    }

    /// Such as `BAT0`, or the model where it is another device's.
    var name: String
    /// 0 to 100.
    var percent: Int
    var status: Status
    /// Until it is empty, or full; nil: the kernel doesn't say enough.
    var seconds: Int?
    /// A mouse's, a keyboard's, a headset's.
    var isOfDevice = false
}
