public import WidgetCore

/// Where the other devices may be reached, from all who know something of it.
///
/// The likelier an address is to answer, the earlier it is tried. First is the one at which this device joined it, then those on this network now, then those
/// that a user wrote down, then those that are remembered. An address that several sources name counts once, at its best place. Where a link stood last is
/// tried before all of them (``DialPlan``).
public struct PeerAddresses: Sendable, Equatable {
    /// The sources of an address, the best first.
    public enum Source: Int, Sendable, Hashable, CaseIterable {
        /// A link stood there: the one by which this device joined it.
        case succeeded
        /// The device announces itself on this network. It isn't proven to be that device until it has shown its certificate.
        case found
        /// People wrote it down: the device's row.
        case configured
        /// The device said once that it had it, by its presence; before it has, whoever this device joined by.
        case remembered
    }

    private var sources: [DeviceID: [Source: [PeerAddress]]] = [:]

    public init() {}

    /// Replaces what one source says of one device. If there are more than 8 addresses, the first 8 count.
    public mutating func set(_ addresses: [PeerAddress], of device: DeviceID, from source: Source) {
        let bounded = Array(addresses.prefix(DiscoveryLimits.addressesPerSource))
        sources[device, default: [:]][source] = bounded.isEmpty ? nil : bounded
        if sources[device]?.isEmpty == true { sources[device] = nil }
    }

    /// Replaces what one source says of all devices: what it doesn't name any more is gone.
    public mutating func set(_ all: [DeviceID: [PeerAddress]], from source: Source) {
        for device in sources.keys where all[device] == nil { set([], of: device, from: source) }
        for (device, addresses) in all { set(addresses, of: device, from: source) }
    }

    /// Where to try a device, in this order; at most 16.
    public func addresses(of device: DeviceID) -> [PeerAddress] {
        guard let known = sources[device] else { return [] }
        var seen: Set<PeerAddress> = []
        let all = Source.allCases.flatMap { known[$0] ?? [] }.filter { seen.insert($0).inserted }
        return Array(all.prefix(DiscoveryLimits.addresses))
    }
}
