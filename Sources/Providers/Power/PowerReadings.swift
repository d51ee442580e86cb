import Glibc
import WidgetCore

/// A battery, as the kernel reports it.
struct Battery: Hashable {
    enum Status: String {
        case charging = "Charging"
        case discharging = "Discharging"
        case full = "Full"
        case notCharging = "Not charging"
        case unknown = "Unknown"
    }

    /// The kernel's name, such as `BAT0`, or the model for a battery of another device.
    var name: String
    /// 0 to 100.
    var percent: Int
    var status: Status
    /// Seconds until it is empty or full. Nil where the kernel doesn't say enough.
    var seconds: Int?
    /// Whether the battery is in another device, such as a mouse, a keyboard or a headset.
    var isOfDevice = false
}

/// The batteries of a machine and its devices, from sysfs (Documentation/ABI/testing/sysfs-class-power).
struct PowerReadings {
    static let directory = "/sys/class/power_supply"
    /// The most power supplies that are read: more than any machine has.
    static let limit = 32

    /// The machine's own first, each group by name.
    var batteries: [Battery] = []
    /// Whether a mains supply is online. Nil where no supply says it.
    var isOnMains: Bool?

    init(batteries: [Battery] = [], isOnMains: Bool? = nil) {
        self.batteries = batteries
        self.isOnMains = isOnMains
    }

    /// - Throws: UNAVAILABLE with the system's reason where the directory can't be read. A missing directory counts as a machine without batteries.
    init(reading directory: String) throws(WidgetError) {
        self.init()
        guard let list = opendir(directory) else {
            if errno == ENOENT { return }
            throw WidgetError(.unavailable, "\(directory) can't be read: \(String(cString: strerror(errno)))")
        }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list), names.count < Self.limit {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !name.hasPrefix(".") { names.append(name) }
        }
        for name in names.sorted() { add(Supply(path: directory + "/" + name), name) }
        batteries = batteries.filter { !$0.isOfDevice } + batteries.filter(\.isOfDevice)
    }

    private mutating func add(_ supply: Supply, _ name: String) {
        switch supply["type"] {
        case "Battery", "UPS":
            guard let percent = supply.percent else { return }
            let isOfDevice = supply["scope"] == "Device"
            batteries.append(
                Battery(
                    name: isOfDevice ? supply["model_name"] ?? name : name, percent: percent,
                    status: supply["status"].flatMap(Battery.Status.init) ?? .unknown, seconds: supply.seconds, isOfDevice: isOfDevice))
        case "Mains", "USB":
            guard let online = supply.number("online") else { return }
            isOnMains = (isOnMains ?? false) || online != 0
        default: break
        }
    }

    /// A directory of attributes.
    private struct Supply {
        /// An attribute is a page at most.
        static let bytes = 4_096
        let path: String

        subscript(attribute: String) -> String? {
            let descriptor = open("\(path)/\(attribute)", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            var buffer = [UInt8](repeating: 0, count: Self.bytes)
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { return nil }
            let line = String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n").first.map(String.init)
            return line.flatMap { $0.isEmpty ? nil : $0 }
        }

        func number(_ attribute: String) -> Double? { self[attribute].flatMap(Double.init) }

        var percent: Int? {
            if let capacity = number("capacity") { return Int(min(100, max(0, capacity))) }
            guard let (now, full, _) = figures, full > 0 else { return nil }
            return Int((min(1, max(0, now / full)) * 100).rounded())
        }

        /// In µWh and µW, or in µAh and µA.
        private var figures: (now: Double, full: Double, rate: Double)? {
            for (amount, rate) in [("energy", "power_now"), ("charge", "current_now")] {
                if let now = number(amount + "_now"), let full = number(amount + "_full") { return (now, full, abs(number(rate) ?? 0)) }
            }
            return nil
        }

        var seconds: Int? {
            let status = self["status"].flatMap(Battery.Status.init)
            guard let (now, full, rate) = figures, rate > 0 else { return nil }
            let rest: Double
            switch status {
            case .discharging: rest = now
            case .charging: rest = max(0, full - now)
            default: return nil
            }
            let seconds = rest / rate * 3_600
            // A rate that gives more than a month means nothing.
            return seconds < 31 * 86_400 ? Int(seconds) : nil
        }
    }
}

extension PowerReadings {
    /// For a gallery.
    static let sample = PowerReadings(
        batteries: [
            Battery(name: "BAT0", percent: 72, status: .discharging, seconds: 3 * 3_600 + 20 * 60),
            Battery(name: "Mouse", percent: 40, status: .discharging, isOfDevice: true),
        ],
        isOnMains: false)
}
