import Glibc

/// A pipe that wakes who waits for it in poll(2). Where none can be had, nobody is woken and waits end by their time.
final class WakePipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        if pipe(&ends) != 0 { ends = [-1, -1] }
        for end in ends where end >= 0 {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // One byte is as good as a thousand; nobody waits for room.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit { for end in [readEnd, writeEnd] where end >= 0 { close(end) } }

    func ring() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    func drain() {
        var buffer = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &buffer, buffer.count) > 0 {}
    }

    /// - Returns: whether it rang within `milliseconds`.
    func wait(_ milliseconds: Int64) -> Bool {
        var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Int32(clamping: milliseconds)) != 0
    }
}
