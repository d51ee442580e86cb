import Glibc
import Synchronization

/// Writes whole lines to a descriptor: lines from several threads don't mix.
final class LineWriter: Sendable {
    static let standardError = LineWriter(descriptor: STDERR_FILENO)

    private let descriptor: CInt
    private let turn = Mutex<Void>(())

    init(descriptor: CInt) {
        self.descriptor = descriptor
    }

    /// Writes `line` and a line break. What cannot be written is dropped: there is nowhere left to report it, and a daemon whose terminal is gone must go on.
    func write(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        turn.withLock { _ in
            bytes.withUnsafeBytes { buffer in
                var rest = buffer[...]
                while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                    let count = Glibc.write(descriptor, start, rest.count)
                    if count >= 0 {
                        rest = rest.dropFirst(count)
                    } else if errno != EINTR, !(errno == EAGAIN && waitUntilWritable()) {
                        return
                    }
                }
            }
        }
    }

    /// Waits, at most ``SystemdLimits/terminalWait``, for a descriptor that somebody set to non-blocking mode.
    private func waitUntilWritable() -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, SystemdLimits.terminalWait) == 1
    }
}
