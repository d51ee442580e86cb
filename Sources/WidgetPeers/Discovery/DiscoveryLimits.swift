import NIOCore

/// Limits of discovery, each with its reason.
enum DiscoveryLimits {
    // MARK: Addresses

    /// Addresses of one device from one source: a few networks, each with two families. More than it may publish aren't looked at.
    static let addressesPerSource = PairingLimits.addresses
    /// Addresses of one device in all: a round of attempts over all of them, each of up to 10 s, must end within minutes.
    static let addresses = 16

    // MARK: The network

    /// A network that changes says so a dozen times within half a second (link, addresses, routes): it is spoken of once, when it has been quiet for that long.
    static let quiet = TimeAmount.milliseconds(500)
    /// One that never becomes quiet is spoken of all the same.
    static let longestWait = TimeAmount.seconds(5)
    /// Links, addresses and routes that are remembered, of each; a router with more is told of changes too often, not too seldom.
    static let networkFacts = 1_024
    /// Bytes of one message of the kernel's: it makes none above this.
    static let netlinkMessage = 32 << 10
    /// Before a new netlink socket where the last one failed: the kernel's queue overflowed, so there is much to do anyway.
    static let netlinkPause = TimeAmount.seconds(1)

    // MARK: Avahi

    /// Services of our kind that are remembered on all links: 50 devices of a user, and neighbours' ones; each on a few networks in two families.
    static let services = 1_024
    /// Services that are being resolved: members' alone. Avahi itself allows a client 1,024 objects.
    static let resolvers = 512
    /// Signals that wait to be looked at.
    static let signals = 4_096
    /// Other names that are tried where ours is taken.
    static let names = 8
    /// How long Avahi may take to answer. It answers from memory.
    static let avahiTimeout = Duration.seconds(10)
}
