import Glibc

/// Connecting to a Unix socket.
enum UnixSocket {
    /// Connects a stream socket. It is closed on exec.
    ///
    /// - Throws: ``ConnectionError``; it tells apart a missing socket, a socket that nobody serves, and one that this user may not use.
    static func connect(path: String) throws(ConnectionError) -> Int32 {
        guard path.utf8.count <= BlockingLimits.maximumPathLength else {
            throw .pathTooLong(path: path, limit: BlockingLimits.maximumPathLength)
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .last("socket") }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { target in
            target.copyBytes(from: path.utf8)
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        while true {
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, length) }
            }
            if result == 0 { return descriptor }
            let code = errno
            if code == EINTR { continue }
            _ = close(descriptor)
            switch code {
            case ENOENT, ENOTDIR: throw .noSocket(path: path)
            // A file that isn't a socket gives ECONNREFUSED too.
            case ECONNREFUSED: throw .refused(path: path)
            case EACCES, EPERM: throw .permission(path: path)
            default: throw .system(call: "connect to \(path)", code: code)
            }
        }
    }
}
