public import NIOCore
import WidgetCore
import WidgetReplication

/// Limits of the peer links, each with its reason. The defaults are the documented ones; tests set smaller ones.
public struct PeerLimits: Sendable {
    // MARK: Before both sides are known

    /// How long a handshake may take, both ways: three messages, also over a slow mobile link.
    public var handshakeTimeout = TimeAmount.seconds(5)
    /// Handshakes that run at once on one listener; more are closed as they are accepted. Each holds some 100 KiB.
    public var handshakes = 64
    /// The same from one address (IPv6: one /64 network), so that one stranger doesn't keep a user's devices out.
    public var handshakesPerSource = 8
    /// How long a failed handshake still counts to its address: eight attempts a second are plenty for a user and little work for us.
    public var failedHandshakePenalty = TimeAmount.seconds(1)
    /// Bytes that a stranger may send before its handshake is finished; ours, with a certificate of 350 bytes, take 3 KiB.
    public var handshakeBytes = 16 << 10

    // MARK: Afterwards

    /// Links of one member at once that it opened: one is used, others may be dead ones that haven't been noticed yet. For a further one the oldest is cut.
    public var linksPerDevice = 4
    /// Links of devices that have yet to prove an invitation's secret.
    public var candidateLinks = 8
    /// How long such a link may last: a call and its answer.
    public var candidateLifetime = TimeAmount.seconds(30)
    /// All links that were opened to us: beyond about 50 devices a mesh costs too much, and each may have a dead one.
    public var links = 128

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
    /// How long we wait for the other side's farewell when a link is closed.
    static let shutdownTimeout = TimeAmount.seconds(1)
    /// Connections waiting in the kernel to be accepted.
    static let listenBacklog: Int32 = 128
    /// Read buffers: small while a link is idle, a batch of changes when it is busy. In bytes.
    static let readBuffer = (minimum: 512, initial: 2048, maximum: 256 << 10)
    /// TCP asks a silent peer after a minute whether it is there, then every 15 s, and gives up after four. So a machine that lost its network is noticed
    /// within two minutes, also where nothing is sent.
    static let keepAlive = (idle: 60, interval: 15, count: 4)
    /// Sent data is acknowledged within so many milliseconds, or the connection is given up: as soon as a silent one, not after TCP's quarter of an hour.
    static let unacknowledged = 120_000
}

/// Limits of a device's identity.
enum IdentityLimits {
    /// A file with a P-256 key and a certificate has 900 bytes; a large one isn't one.
    static let fileBytes = 16 << 10
    /// Random bytes of a certificate's serial number: RFC 5280 allows 20.
    static let serialBytes = 16
}

/// Limits of pairing.
public enum PairingLimits {
    /// How long an invitation is open, in milliseconds: long enough to walk to the other machine.
    public static let lifetime: Int64 = 10 * 60 * 1_000
    /// Bytes of an invitation's secret: 128 bits can't be guessed, whatever the tries.
    public static let secretBytes = 16
    /// Wrong secrets, from anyone, that void every open invitation: a user who types a code has its check digits, so that a wrong secret is an attack.
    public static let wrongSecrets = 5
    /// Invitations open at once: one for each machine of a shelf of new ones.
    public static let openInvitations = 4
    /// Bytes of a device's name, which is written into its row.
    public static let nameBytes = ReplicationLimits.deviceNameBytes
    /// Addresses of one device: a few networks, each with two families.
    public static let addresses = 8
    /// Bytes of one address: a host's name has at most 253, a socket's path 107.
    public static let addressBytes = 255
    /// Members that an inviter names beside itself.
    public static let members = 64
    /// Bytes of a message of pairing: 65 devices with all their addresses in full.
    public static let messageBytes = 192 << 10
    /// Symbols of an invitation's code, more than eight addresses of the longest take.
    public static let codeSymbols = 6_000
}

/// The versions of the peer protocol.
public enum PeerProtocol {
    /// The version that this program speaks.
    public static let version: UInt32 = 1
    /// The oldest that it still speaks.
    public static let minimumVersion: UInt32 = 1
    /// The port of peers where an address names none: "WIDG" on a telephone's keys.
    public static let defaultPort = 9434
}
