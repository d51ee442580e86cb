import Glibc

/// Why a socket can't be served or reached.
public enum TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process answers on the path.
    case alreadyServed(path: String)
    /// Something that isn't a socket is in the way.
    case notASocket(path: String)
    /// The path is too long for a Unix socket.
    case pathTooLong(path: String, limit: Int)
    /// There is no socket at the path.
    case noSocket(path: String)
    /// There is a socket, and nothing listens on it.
    case refused(path: String)
    /// A server listens there, and its queue of new connections is full; try again in a moment.
    case busy(path: String)
    /// The permissions of the socket or its directory don't let this user in.
    case permission(path: String)
    /// A system call failed; `code` is its errno.
    case system(call: String, code: Int32)

    public var description: String {
        switch self {
        case .alreadyServed(let path): "another process listens on \(path); stop it first, or choose another socket path"
        case .notASocket(let path): "\(path) is there and isn't a socket; remove it, or choose another socket path"
        case .pathTooLong(let path, let limit): "socket path \(path) is \(path.utf8.count) bytes long; the limit is \(limit)"
        case .noSocket(let path): "no socket at \(path)"
        case .refused(let path): "nothing listens on \(path): connection refused"
        case .busy(let path): "the server at \(path) has too many new connections waiting; try again in a moment"
        case .permission(let path): "no permission for the socket at \(path)"
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        }
    }

    static func last(_ call: String) -> TransportError {
        .system(call: call, code: errno)
    }
}
