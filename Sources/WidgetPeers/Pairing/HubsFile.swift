import Glibc
public import WidgetCore

/// The file that makes a device a leaf: `leaf` in the state directory. It has a line for each hub: id, milliseconds since 1970 when the hub joined, addresses
/// with commas between them, name; a tab stands between two.
public struct HubsFile: Sendable {
    private let directory: String
    private let path: String

    public init(stateDirectory: String) {
        directory = stateDirectory
        path = stateDirectory + "/leaf"
    }

    /// Whether this device is a leaf.
    public var isThere: Bool { access(path, F_OK) == 0 }

    /// - Throws: FAILED_PRECONDITION for a file that isn't this one; UNAVAILABLE where it can't be read.
    public func read() throws(WidgetError) -> [PairedDevice] {
        let lines = try PrivateFile(path: path).text().split(separator: "\n")
        var hubs: [PairedDevice] = []
        for line in lines {
            let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4, let id = DeviceID(parts[0]), let added = Int64(parts[1]) else {
                throw WidgetError(.failedPrecondition, "\(path): '\(line.prefix(64))' isn't a hub; remove the file, and join the hub again")
            }
            let addresses = parts[2].split(separator: ",").map(String.init)
            hubs.append(
                PairedDevice(
                    id: id, name: Device.shown(name: parts[3]),
                    addresses: try PairedDevice.checkedAddresses(addresses, field: path), added: Timestamp(milliseconds: added)))
        }
        guard !hubs.isEmpty else { throw WidgetError(.failedPrecondition, "\(path) names no hub; remove the file, and join the hub again") }
        return hubs
    }

    /// Keeps the hubs durably: the first ones, as many as fit into the file.
    /// - Throws: UNAVAILABLE where the file can't be written. The one before stays.
    public func write(_ hubs: [PairedDevice]) throws(WidgetError) {
        let lines = hubs.map { hub in
            [hub.id.description, "\(hub.added.milliseconds)", hub.addresses.map(\.description).joined(separator: ","), hub.name].joined(separator: "\t")
        }
        var text = ""
        for line in lines where text.utf8.count + line.utf8.count < IdentityLimits.fileBytes { text += line + "\n" }
        try NewFile(directory: directory, name: "leaf", mode: 0o600).replace(text)
    }

    /// This device isn't a leaf any more.
    /// - Throws: UNAVAILABLE where the file can't be removed.
    public func remove() throws(WidgetError) {
        guard unlink(path) == 0 || errno == ENOENT else { throw WidgetError(.unavailable, "can't remove \(path): \(String(cString: strerror(errno)))") }
    }
}
