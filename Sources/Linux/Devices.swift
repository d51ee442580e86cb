import CLinux
import Glibc

/// The kernel's uevents: it reports devices that come, go and change on a netlink socket. Some containers have no such socket.
public final class KernelEvents: Sendable {
    private let watch: DescriptorWatch

    /// - Parameters:
    ///   - subsystem: such as `drm`. Events of other subsystems are ignored.
    ///   - handler: called on ``DescriptorWatcher``'s thread, so it must be quick.
    /// - Returns: nil where the kernel gives this process no such socket.
    public init?(of subsystem: String, _ handler: @escaping @Sendable () -> Void) {
        let descriptor = socket(AF_NETLINK, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), NETLINK_KOBJECT_UEVENT)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        // Group 1 has the kernel's own events; group 2 has udev's.
        address.nl_groups = 1
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size)) == 0 }
        }
        guard isBound, let watch = try? DescriptorWatcher.watch(descriptor, { if Self.drain(descriptor, subsystem) { handler() } }) else {
            close(descriptor)
            return nil
        }
        self.watch = watch
    }

    deinit { watch.cancel() }

    /// Reads the events that have come.
    /// - Returns: whether an event was about the subsystem, or events were lost.
    private static func drain(_ descriptor: Int32, _ subsystem: String) -> Bool {
        var isMeant = false
        withUnsafeTemporaryAllocation(byteCount: LinuxLimits.kernelEventBytes, alignment: 1) { buffer in
            while true {
                var sender = sockaddr_nl()
                var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
                let count = withUnsafeMutablePointer(to: &sender) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { recvfrom(descriptor, buffer.baseAddress, buffer.count, 0, $0, &length) }
                }
                if count < 0, errno == EINTR { continue }
                if count < 0, errno == ENOBUFS {
                    isMeant = true
                    continue
                }
                guard count > 0 else { return }
                // Other programs may send to the socket too. The kernel's own messages have pid 0.
                if sender.nl_pid == 0, says(UnsafeRawBufferPointer(rebasing: buffer[..<count]), subsystem) { isMeant = true }
            }
        }
        return isMeant
    }

    /// Whether an event is of a subsystem. An event is a list of texts that each end with a zero; one of them is like `SUBSYSTEM=drm`.
    static func says(_ event: UnsafeRawBufferPointer, _ subsystem: String) -> Bool {
        event.split(separator: 0).contains { $0.elementsEqual("SUBSYSTEM=\(subsystem)".utf8) }
    }
}

/// Which displays are attached, as the kernel says.
public enum Displays {
    public static let directory = "/sys/class/drm"

    /// Whether a display is attached beside the built-in one. Nil when the kernel lists no connector, as in a virtual machine without graphics.
    public static func isAttached(_ directory: String = directory) -> Bool? {
        guard let list = opendir(directory) else { return nil }
        defer { closedir(list) }
        var found: Bool?
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            // card1-HDMI-A-1: a connector of a card.
            guard name.hasPrefix("card"), let dash = name.firstIndex(of: "-"), let status = SystemFile.line(directory + "/" + name + "/status") else {
                continue
            }
            let isBuiltIn = builtIn.contains { name[name.index(after: dash)...].hasPrefix($0) }
            found = (found ?? false) || !isBuiltIn && status == "connected"
        }
        return found
    }

    /// The kernel's names of connectors that lead to a panel in the case.
    private static let builtIn = ["eDP-", "LVDS-", "DSI-", "DPI-"]
}

/// Files of /sys.
private enum SystemFile {
    /// A file's first line, of at most 64 bytes; nil where it can't be read.
    static func line(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }
}

/// Where the machine's power comes from, as the kernel says. It is for machines without UPower.
public enum PowerSupply {
    public static let directory = "/sys/class/power_supply"

    /// Whether the machine runs on a battery: one is discharging and no mains supply is online. Nil when nothing says either, as on a machine without a
    /// battery.
    public static func isOnBattery(_ directory: String = directory) -> Bool? {
        guard let list = opendir(directory) else { return nil }
        defer { closedir(list) }
        var isDischarging = false
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            guard !name.hasPrefix(".") else { continue }
            let supply = directory + "/" + name
            // A battery of a mouse or keyboard doesn't power the machine.
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
