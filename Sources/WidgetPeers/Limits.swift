public import NIOCore
import WidgetCore
import WidgetReplication

/// Limits of the peer links, each with its reason. The defaults are the documented ones; tests set smaller ones.
public struct PeerLimits: Sendable {
    // MARK: Before both sides are known

    /// How long a handshake may take on either side: three messages, even over a slow mobile link.
    public var handshakeTimeout = TimeAmount.seconds(5)
    /// Handshakes that run at once on one listener; more are closed as they are accepted. Each holds some 100 KiB.
    public var handshakes = 64
    /// Handshakes that run at once from one address, or from one /64 network with IPv6. So one unknown peer can't keep a user's devices out.
    public var handshakesPerSource = 8
    /// How long a failed handshake still counts to its address. It allows eight attempts a second: enough for a user, and little work for the daemon.
    public var failedHandshakePenalty = TimeAmount.seconds(1)
    /// Bytes that an unknown peer may send before its handshake is finished. A device's handshake, with a certificate of 350 bytes, takes 3 KiB.
    public var handshakeBytes = 16 << 10

    // MARK: Afterwards

    /// Links that one member may have opened at once. One is used, and others may be dead without having been noticed. A further one cuts the oldest.
    public var linksPerDevice = 4
    /// Links of devices that have yet to prove an invitation's secret.
    public var candidateLinks = 32
    /// How long such a link may last: long enough for one call.
    public var candidateLifetime = TimeAmount.seconds(30)
    /// Links of leaves. Each takes 40 to 70 KB, so all take at most 140 MB.
    public var leafLinks = 2_000
    /// All links that members and candidates opened. Beyond 100 devices a mesh costs too much, and each device may have a dead link. A further link is refused,
    /// and told so.
    public var inboundLinks = 128
    /// Open links from which on new ones get event loops of their own: more than a user's devices need.
    public var linksOnDaemonLoop = 32

    // MARK: Dialling

    /// How long a connection may take to be made, over all the addresses of a host's name.
    public var connectTimeout = TimeAmount.seconds(10)
    /// How long the other side may take to answer a request to join: one commit on its disk.
    public var joinTimeout = TimeAmount.seconds(15)

    public init() {}
}

/// Figures that nobody needs to set.
enum Tuning {
    /// TLS's name for the protocol; the number changes when old and new can't talk at all.
    static let applicationProtocol = "widgetd/1"
    /// How long to wait for the other side's close_notify when a link is closed.
    static let shutdownTimeout = TimeAmount.seconds(1)
    /// Connections waiting in the kernel to be accepted.
    static let listenBacklog: Int32 = 128
    /// Event loops for the links of a hub with many leaves, at most: more would only wait for the store's one loop.
    static let linkLoops = 4
    /// Bytes of read buffers: few while a link is idle, enough for a batch of changes when it is busy.
    static let readBuffer = (minimum: 512, initial: 2048, maximum: 256 << 10)
    /// TCP probes a silent peer after a minute, then every 15 s, and gives up after four probes. So a machine that lost its network is noticed within two
    /// minutes, even where nothing is sent.
    static let keepAlive = (idle: 60, interval: 15, count: 4)
    /// Milliseconds within which the peer must acknowledge sent data (TCP_USER_TIMEOUT). Then the connection is dropped, as soon as a silent one, and not after
    /// TCP's quarter of an hour.
    static let unacknowledged = 120_000
}

/// Limits of a device's identity.
enum IdentityLimits {
    /// Bytes of a file with a key or a certificate. One with both has 900 bytes.
    static let fileBytes = 16 << 10
    /// Random bytes of a certificate's serial number: RFC 5280 allows 20.
    static let serialBytes = 16
}

/// Limits of pairing.
public enum PairingLimits {
    /// How long an invitation is open, in milliseconds: long enough to walk to the other machine.
    public static let lifetime: Int64 = 10 * 60 * 1_000
    /// Bytes of an invitation's secret. 128 bits can't be guessed.
    public static let secretBytes = 16
    /// Wrong secrets, from any device, after which all open invitations are void. Check digits find a user's typing errors, so a wrong secret is an attack.
    public static let wrongSecrets = 5
    /// Invitations that may be open at once, for several new machines.
    public static let openInvitations = 4
    /// Addresses of one device: a few networks, each with two families.
    public static let addresses = 8
    /// Bytes of one address: a host's name has at most 253, a socket's path 107.
    public static let addressBytes = 255
    /// Members that an inviter names beside itself.
    public static let members = 64
    /// Bytes of a message of pairing: 65 devices with all their addresses in full.
    public static let messageBytes = 192 << 10
    /// Symbols of an invitation's code. It is more than eight of the longest addresses need.
    public static let codeSymbols = 6_000
}

/// The versions of the peer protocol.
public enum PeerProtocol {
    /// The version that this program speaks.
    public static let version: UInt32 = 1
    /// The oldest that it still speaks.
    public static let minimumVersion: UInt32 = 1
}
