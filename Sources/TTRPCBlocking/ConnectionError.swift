import Glibc

/// Why a connection couldn't be made, or was lost.
public enum ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no socket at the path: nothing is running, or it listens elsewhere.
    case noSocket(path: String)
    /// There is a socket, and nothing listens on it.
    case refused(path: String)
    /// The socket's permissions don't let this user in.
    case permission(path: String)
    /// The path is too long for a Unix socket.
    case pathTooLong(path: String, limit: Int)
    /// The other side closed the connection.
    case closed
    /// The other side broke the protocol. The text says how.
    case protocolViolation(String)
    /// A system call failed; `code` is its errno.
    case system(call: String, code: Int32)

    /// The errno that led here; zero where there was none.
    public var errno: Int32 {
        switch self {
        case .noSocket: ENOENT
        case .refused: ECONNREFUSED
        case .permission: EACCES
        case .pathTooLong: ENAMETOOLONG
        case .closed: EPIPE
        case .protocolViolation: EPROTO
        case .system(_, let code): code
        }
    }

    public var description: String {
        switch self {
        case .noSocket(let path): "no socket at \(path)"
        case .refused(let path): "nothing listens on \(path): connection refused"
        case .permission(let path): "no permission to connect to \(path)"
        case .pathTooLong(let path, let limit): "socket path \(path) is \(path.utf8.count) bytes long; the limit is \(limit)"
        case .closed: "the other side closed the connection"
        case .protocolViolation(let how): "the other side broke the protocol: \(how)"
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        }
    }

    static func last(_ call: String) -> ConnectionError {
        .system(call: call, code: Glibc.errno)
    }
}
