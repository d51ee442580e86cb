import NIOCore

/// Limits of discovery, each with its reason.
enum DiscoveryLimits {
    // MARK: Addresses

    /// Addresses of one device from one source: a few networks, each with two families. It is as many as a device may publish.
    static let addressesPerSource = PairingLimits.addresses
    /// Addresses of one device in all. A round of attempts over all of them, each of up to 10 s, must end within minutes.
    static let addresses = 16

    // MARK: The network

    /// A change of the network causes about a dozen messages within half a second, for the link, addresses and routes. It is reported once, when nothing has
    /// come for this long.
    static let quiet = TimeAmount.milliseconds(500)
    /// A network that keeps changing is reported after this time all the same.
    static let longestWait = TimeAmount.seconds(5)
    /// Links, addresses and routes that are remembered, as many of each. On a router with more, changes are reported too often rather than too seldom.
    static let networkFacts = 1_024
    /// Bytes of one message of the kernel. It makes no longer ones.
    static let netlinkMessage = 32 << 10
    /// The pause before a new netlink socket when the last one failed. Then the kernel's queue has overflowed, so the machine is busy.
    static let netlinkPause = TimeAmount.seconds(1)

    // MARK: Avahi

    /// Services of widgetd that are remembered on all links: 50 devices of a user and those of neighbours, each on a few networks in two families.
    static let services = 1_024
    /// Services that are being resolved: members' alone. Avahi itself allows a client 1,024 objects.
    static let resolvers = 512
    /// Signals that wait to be handled.
    static let signals = 4_096
    /// Other names that are tried where ours is taken.
    static let names = 8
    /// How long Avahi may take to answer. It answers from memory.
    static let avahiTimeout = Duration.seconds(10)
}
