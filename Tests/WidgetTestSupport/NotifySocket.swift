public import Foundation

/// Stands where the service manager listens: a daemon that is started with its path in `NOTIFY_SOCKET` says there when it is ready.
public final class NotifySocket: Sendable {
    public let path: String
    private let descriptor: Int32

    public init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        unlink(path)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
        guard descriptor >= 0, result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    }

    /// Waits for a message that has `line`.
    /// - Returns: false when `process` ended or 120 s passed without one.
    public func wait(for line: String, from process: Process) -> Bool {
        for _ in 0..<1_200 {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if Glibc.poll(&poll, 1, 100) > 0 {
                var buffer = [UInt8](repeating: 0, count: 4_096)
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count > 0, String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n").contains(Substring(line)) { return true }
            } else if !process.isRunning {
                return false
            }
        }
        return false
    }

    deinit { close(descriptor) }
}
