import Glibc

/// Where a server listens.
public enum ListeningAddress: Sendable {
    /// A Unix socket at a path, made with these permissions (such as `0o600`) and removed at the end. A socket that a dead
    /// server left there is replaced.
    case path(String, mode: UInt32 = 0o600)
    /// A socket that listens already, such as one from systemd. The server takes the descriptor over, and doesn't remove the file.
    case descriptor(Int32)
}

/// A Unix socket that listens and isn't served yet. Clients that connect wait. A program makes it first, and then does what a second instance must not do.
public struct ListeningSocket: Sendable {
    let descriptor: Int32
    /// Nil for a socket that was handed over: its file belongs to its maker.
    let file: UnixListener?

    /// - Throws: ``TransportError``, ``TransportError/alreadyServed(path:)`` where another process answers there.
    public init(_ address: ListeningAddress) throws(TransportError) {
        switch address {
        case .path(let path, let mode):
            let listener = try UnixListener(path: path, mode: mode)
            (file, descriptor) = (listener, listener.descriptor)
        case .descriptor(let number):
            // Otherwise every program that this one starts would inherit the socket.
            _ = fcntl(number, F_SETFD, FD_CLOEXEC)
            (file, descriptor) = (nil, number)
        }
    }

    /// Closes a socket that is never served, and removes its file.
    public func discard() {
        _ = close(descriptor)
        // The next server replaces a file that stays behind.
        try? file?.removeFile()
    }
}

/// A listening Unix socket at a path. Nobody can connect before it has its permissions. It replaces a socket that a dead server left behind, and nothing else.
/// It is removed at the end if it is still ours.
package struct UnixListener: Sendable {
    package let descriptor: Int32
    private let path: String

    /// - Parameter mode: permission bits, such as `0o600`; the umask doesn't take any away.
    /// - Throws: ``TransportError``, ``TransportError/alreadyServed(path:)`` when another process answers there.
    package init(path: String, mode: UInt32) throws(TransportError) {
        let lock = try DirectoryLock(of: path)
        defer { lock.unlock() }
        try Self.removeStale(path)
        let descriptor = try UnixSocket.make(path)
        do throws(TransportError) {
            // Nobody can connect before listen(), so that the mode may be set after bind() made the file.
            try UnixSocket.bind(descriptor, to: path)
            guard chmod(path, mode) == 0 else { throw .last("chmod \(path)") }
            guard listen(descriptor, Tuning.listenBacklog) == 0 else { throw .last("listen on \(path)") }
        } catch {
            _ = close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.path = path
    }

    /// Removes the socket file, unless another server listens there by now. Call it after the socket is closed: only a file whose socket nobody serves is
    /// removed.
    /// - Throws: ``TransportError`` where the file can't be checked or removed.
    package func removeFile() throws(TransportError) {
        let lock = try DirectoryLock(of: path)
        defer { lock.unlock() }
        do throws(TransportError) {
            try Self.removeStale(path)
        } catch .alreadyServed {
            return
        }
    }

    private static func removeStale(_ path: String) throws(TransportError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw errno == EACCES ? .permission(path: path) : .last("lstat \(path)")
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        do throws(TransportError) {
            let descriptor = try UnixSocket.connect(path: path)
            _ = close(descriptor)
        } catch {
            switch error {
            case .refused: break
            case .noSocket: return
            case .busy: throw .alreadyServed(path: path)
            default: throw error
            }
            guard unlink(path) == 0 || errno == ENOENT else { throw .last("unlink \(path)") }
            return
        }
        throw .alreadyServed(path: path)
    }

    /// A lock on the socket's directory. It keeps two servers that start at once from removing each other's socket, and leaves no file behind.
    private struct DirectoryLock {
        private let descriptor: Int32

        init(of path: String) throws(TransportError) {
            let directory = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else {
                switch errno {
                case EACCES: throw .permission(path: path)
                case let code: throw .system(call: "open directory \(directory) of the socket", code: code)
                }
            }
            while flock(descriptor, LOCK_EX) != 0 {
                guard errno == EINTR else { break }
            }
        }

        func unlock() {
            _ = close(descriptor)
        }
    }
}

/// Unix sockets by path, with plain system calls. They are made once per process or connection, so an event loop would bring nothing.
enum UnixSocket {
    /// `sun_path` holds 108 bytes with the ending zero.
    private static let maximumPathLength = 107

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

    fileprivate static func bind(_ descriptor: Int32, to path: String) throws(TransportError) {
        let address = try Address(path)
        guard address.withPointer({ Glibc.bind(descriptor, $0, $1) }) == 0 else {
            switch errno {
            case EADDRINUSE: throw .alreadyServed(path: path)
            case EACCES, EPERM, EROFS: throw .permission(path: path)
            default: throw .last("bind to \(path)")
            }
        }
    }

    fileprivate static func make(_ path: String) throws(TransportError) -> Int32 {
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

/// Why a socket can't be served or reached.
public enum TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process answers on the path.
    case alreadyServed(path: String)
    /// The path has a file that isn't a socket.
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
