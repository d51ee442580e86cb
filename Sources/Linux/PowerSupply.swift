internal import Glibc

/// Where the machine's power comes from, as the kernel says it: for machines without UPower.
public enum PowerSupply {
    public static let directory = "/sys/class/power_supply"

    /// Whether a battery is being discharged and no mains supply is online; nil: nothing says so, as on a machine without a battery.
    public static func isOnBattery(_ directory: String = directory) -> Bool? {
        guard let list = opendir(directory) else { return nil }
        defer { closedir(list) }
        var isDischarging = false
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard !name.hasPrefix(".") else { continue }
            let supply = directory + "/" + name
            // A mouse's or a keyboard's battery says nothing of the machine.
            guard SystemFile.line(supply + "/scope") != "Device" else { continue }
            switch SystemFile.line(supply + "/type") {
            case "Battery", "UPS": isDischarging = isDischarging || SystemFile.line(supply + "/status") == "Discharging"
            case "Mains", "USB": if SystemFile.line(supply + "/online") == "1" { return false }
            default: break
            }
        }
        return isDischarging ? true : nil
    }
}
