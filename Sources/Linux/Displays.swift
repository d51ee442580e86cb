internal import Glibc

/// Which displays are attached, as the kernel says it.
public enum Displays {
    public static let directory = "/sys/class/drm"

    /// Whether a display is attached beside the built-in one; nil: the kernel lists no connector, as in a virtual machine without graphics.
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
enum SystemFile {
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
