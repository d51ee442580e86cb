import CLinux
import Glibc

/// The process at the other end of a socket, held so that its number isn't another process's: while it lives, the number is its own.
final class PeerProcess: Sendable {
    private let descriptor: Int32
    let pid: Int32

    /// SO_PEERPIDFD, Linux 6.5; not in every Glibc module map. It names the process that connected. Before 6.5 the number is looked up: that process may have
    /// ended since it connected, a moment ago.
    private static let peerDescriptor: Int32 = 77

    /// - Returns: nil where the process has ended.
    init?(socket: Int32, pid: Int32) {
        var descriptor: Int32 = -1
        var length = socklen_t(MemoryLayout<Int32>.size)
        if getsockopt(socket, SOL_SOCKET, Self.peerDescriptor, &descriptor, &length) != 0 {
            guard errno == ENOPROTOOPT, pid > 0 else { return nil }
            descriptor = widgetd_pidfd_open(pid)
        }
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        (self.descriptor, self.pid) = (descriptor, pid)
    }

    deinit { close(descriptor) }

    /// A descriptor of a process is readable once that has ended.
    var isAlive: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 0
    }
}
