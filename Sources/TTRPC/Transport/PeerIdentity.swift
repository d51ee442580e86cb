import Glibc

/// The process or device at the other end. For a Unix socket it is the process that connected, as the kernel recorded it then (SO_PEERCRED, SO_PEERGROUPS). For
/// any other transport it is the name that the transport verified.
public struct PeerIdentity: Hashable, Sendable {
    /// The process id; zero where the peer lives in a pid namespace that we can't see.
    public var pid: Int32
    /// The effective user id.
    public var uid: UInt32
    /// The effective group id.
    public var gid: UInt32
    /// The supplementary group ids.
    public var groups: [UInt32]
    /// The peer's name on a transport that isn't a Unix socket. Nil for a process of this machine.
    public private(set) var remoteName: String?

    /// A peer on another machine. The kernel gives its ids to no user, so no rule for local users lets the peer in.
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

/// The number of a connection. A server never uses it twice.
public struct ConnectionID: Hashable, Sendable, CustomStringConvertible {
    public var number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }

    public var description: String { "#\(number)" }
}

/// SO_PEERCRED and SO_PEERGROUPS of a connected Unix socket.
enum PeerCredentials {
    /// The kernel's `struct ucred`, which Swift doesn't import.
    private struct Credentials {
        var pid: Int32 = 0
        var uid: UInt32 = 0
        var gid: UInt32 = 0
    }

    /// SO_PEERGROUPS, Linux 4.13; not in every Glibc module map.
    private static let peerGroups: Int32 = 59

    static func read(from descriptor: Int32) throws(TransportError) -> PeerIdentity {
        var credentials = Credentials()
        var length = socklen_t(MemoryLayout<Credentials>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else { throw .last("getsockopt(SO_PEERCRED)") }
        return PeerIdentity(pid: credentials.pid, uid: credentials.uid, gid: credentials.gid, groups: try groups(of: descriptor))
    }

    private static func groups(of descriptor: Int32) throws(TransportError) -> [UInt32] {
        var groups = [UInt32](repeating: 0, count: Tuning.usualGroupCount)
        while true {
            var length = socklen_t(groups.count * MemoryLayout<UInt32>.size)
            if getsockopt(descriptor, SOL_SOCKET, peerGroups, &groups, &length) == 0 {
                return Array(groups.prefix(Int(length) / MemoryLayout<UInt32>.size))
            }
            // The length says how much room is needed.
            let needed = Int(length) / MemoryLayout<UInt32>.size
            guard errno == ERANGE, needed > groups.count else { throw .last("getsockopt(SO_PEERGROUPS)") }
            groups = [UInt32](repeating: 0, count: needed)
        }
    }
}
