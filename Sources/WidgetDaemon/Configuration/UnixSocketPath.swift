import Glibc
import WidgetCore

/// The kernel's rules for the path of a Unix socket.
enum UnixSocketPath {
    /// Bytes, without the NUL that ends it: `sun_path` of unix(7).
    static let limit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// - Throws: INVALID_ARGUMENT with the limit.
    static func check(_ path: String) throws(WidgetError) {
        guard path.utf8.count <= limit else {
            throw .invalid("socket", "\(path) has \(path.utf8.count) bytes and the limit is \(limit); name a shorter path with --socket")
        }
    }
}
