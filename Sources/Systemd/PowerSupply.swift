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
            guard read(supply + "/scope") != "Device" else { continue }
            switch read(supply + "/type") {
            case "Battery", "UPS": isDischarging = isDischarging || read(supply + "/status") == "Discharging"
            case "Mains", "USB": if read(supply + "/online") == "1" { return false }
            default: break
            }
        }
        return isDischarging ? true : nil
    }

    private static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }
}
