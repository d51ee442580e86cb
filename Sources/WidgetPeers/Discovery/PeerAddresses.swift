public import WidgetCore

/// The addresses of the other devices, from all sources.
///
/// The addresses that are most likely to answer are tried first. First is the one at which this device joined the other, then those found on this network, then
/// those that a user configured, then remembered ones. An address from several sources counts once, at its first place. The address of the last link is tried
/// before all of them (``DialPlan``).
public struct PeerAddresses: Sendable, Equatable {
    /// The sources of an address, the best first.
    public enum Source: Int, Sendable, Hashable, CaseIterable {
        /// The address of the link by which this device joined the other.
        case succeeded
        /// The device announces itself on this network. Only its certificate proves that it is that device.
        case found
        /// A user configured it: it is in the device's row.
        case configured
        /// The device published it in its presence. Before it has, the address comes from the device by which this one joined.
        case remembered
    }

    private var sources: [DeviceID: [Source: [PeerAddress]]] = [:]

    public init() {}

    /// Replaces the addresses of one device from one source. If there are more than 8, the first 8 count.
    public mutating func set(_ addresses: [PeerAddress], of device: DeviceID, from source: Source) {
        let bounded = Array(addresses.prefix(DiscoveryLimits.addressesPerSource))
        sources[device, default: [:]][source] = bounded.isEmpty ? nil : bounded
        if sources[device]?.isEmpty == true { sources[device] = nil }
    }

    /// Replaces the addresses of all devices from one source. Devices that it doesn't name have none from it.
    public mutating func set(_ all: [DeviceID: [PeerAddress]], from source: Source) {
        for device in sources.keys where all[device] == nil { set([], of: device, from: source) }
        for (device, addresses) in all { set(addresses, of: device, from: source) }
    }

    /// The addresses at which to try a device, in order, at most 16.
    public func addresses(of device: DeviceID) -> [PeerAddress] {
        guard let known = sources[device] else { return [] }
        var seen: Set<PeerAddress> = []
        let all = Source.allCases.flatMap { known[$0] ?? [] }.filter { seen.insert($0).inserted }
        return Array(all.prefix(DiscoveryLimits.addresses))
    }
}
