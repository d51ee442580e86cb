import Glibc

/// A listening Unix socket at a path: bound without a moment in which it has other permissions than its own, replacing
/// what a dead server left behind and nothing else, and removed at the end if it is still ours.
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

    /// Removes the socket file, unless another server has put its own there. To be called when the socket is closed: a
    /// file that nobody answers behind is of no use to anyone.
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

    /// Keeps two servers that start at once from removing each other's socket: a lock on the directory, which leaves no
    /// file behind.
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
