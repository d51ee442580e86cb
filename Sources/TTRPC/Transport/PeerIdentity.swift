/// The process or device at the other end. For a Unix socket, the kernel says it (SO_PEERCRED, SO_PEERGROUPS): the process that connected, at
/// the moment it did; of any other transport, the name that the transport proved.
public struct PeerIdentity: Hashable, Sendable {
    /// The process id; zero where the peer lives in a pid namespace that we can't see.
    public var pid: Int32
    /// The effective user id.
    public var uid: UInt32
    /// The effective group id.
    public var gid: UInt32
    /// The supplementary group ids.
    public var groups: [UInt32]
    /// The name of whoever is at the other end of a transport that isn't a Unix socket; nil for a process of this machine.
    public private(set) var remoteName: String?

    /// Someone on another machine. Its ids are those that the kernel gives to nobody, so that no rule for local users lets it in.
    public static func remote(name: String) -> PeerIdentity {
        var identity = PeerIdentity(pid: 0, uid: .max, gid: .max, groups: [])
        identity.remoteName = name
        return identity
    }

    public init(pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32]) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
        self.groups = groups
    }
}

/// A connection of this process's life; never used again.
public struct ConnectionID: Hashable, Sendable, CustomStringConvertible {
    public var number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }

    public var description: String { "#\(number)" }
}
