import Glibc
import Synchronization

/// Where the handler writes to; -1 while no pipe is open. Atomic, since a handler runs between any two instructions.
private let handlerEnd = Atomic<Int32>(-1)

/// Turns signals into bytes of a pipe, so that one poll(2) waits for them and for everything else.
final class SignalPipe {
    /// Becomes readable when a signal has come.
    let descriptor: Int32
    private let writeEnd: Int32
    private let signals: [Int32]

    /// Catches these signals until ``close()``. One at a time in a process; nil where no pipe can be had.
    init?(_ signals: [Int32]) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // A handler must never wait for a pipe that nobody empties.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (descriptor, writeEnd) = (ends[0], ends[1])
        self.signals = signals
        handlerEnd.store(writeEnd, ordering: .sequentiallyConsistent)
        for number in signals {
            // Only what is safe in a signal handler: one write, and errno as it was.
            signal(number) { number in
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(handlerEnd.load(ordering: .sequentiallyConsistent), &byte, 1)
                errno = saved
            }
        }
    }

    /// The signals that have come since the last time.
    func taken() -> [Int32] {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? buffer[..<count].map(Int32.init) : []
    }

    /// Gives the signals their default meaning back.
    func close() {
        for number in signals { signal(number, SIG_DFL) }
        handlerEnd.store(-1, ordering: .sequentiallyConsistent)
        _ = Glibc.close(descriptor)
        _ = Glibc.close(writeEnd)
    }
}
