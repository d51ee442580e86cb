/// Who is at the other end of a Unix socket, as the kernel says (SO_PEERCRED, SO_PEERGROUPS): the process that connected,
/// at the moment it did.
public struct PeerIdentity: Hashable, Sendable {
    /// The process id; zero where the peer lives in a pid namespace that we can't see.
    public var pid: Int32
    /// The effective user id.
    public var uid: UInt32
    /// The effective group id.
    public var gid: UInt32
    /// The supplementary group ids.
    public var groups: [UInt32]

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
