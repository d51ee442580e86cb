import Glibc

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
