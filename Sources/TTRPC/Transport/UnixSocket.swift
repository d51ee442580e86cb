import Glibc

/// Unix sockets by path, with plain system calls: once per process or connection, where an event loop has nothing to add.
enum UnixSocket {
    /// `sun_path` holds 108 bytes with the ending zero.
    static let maximumPathLength = 107

    /// A connected, close-on-exec, non-blocking socket.
    ///
    /// - Throws: ``TransportError``; ``TransportError/busy(path:)`` when the listener's queue is full.
    static func connect(path: String) throws(TransportError) -> Int32 {
        let address = try Address(path)
        let descriptor = try make(path)
        while true {
            if address.withPointer({ Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
            let code = errno
            if code == EINTR { continue }
            _ = close(descriptor)
            switch code {
            case ENOENT, ENOTDIR: throw .noSocket(path: path)
            case ECONNREFUSED: throw .refused(path: path)
            case EAGAIN: throw .busy(path: path)
            case EACCES, EPERM: throw .permission(path: path)
            default: throw .system(call: "connect to \(path)", code: code)
            }
        }
    }

    static func bind(_ descriptor: Int32, to path: String) throws(TransportError) {
        let address = try Address(path)
        guard address.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0 else {
            switch errno {
            case EADDRINUSE: throw .alreadyServed(path: path)
            case EACCES, EPERM, EROFS: throw .permission(path: path)
            default: throw .last("bind to \(path)")
            }
        }
    }

    static func make(_ path: String) throws(TransportError) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .last("socket for \(path)") }
        return descriptor
    }

    private struct Address {
        private var address = sockaddr_un()

        init(_ path: String) throws(TransportError) {
            guard !path.isEmpty, path.utf8.count <= maximumPathLength else { throw .pathTooLong(path: path, limit: maximumPathLength) }
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        }

        func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
            withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
        }
    }
}
