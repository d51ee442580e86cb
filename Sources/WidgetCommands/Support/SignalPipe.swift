import CLinux
import Glibc

/// Turns signals into bytes of a pipe, so that one poll(2) waits for them and for everything else.
final class SignalPipe {
    /// Becomes readable when a signal has come.
    let descriptor: Int32
    private let writeEnd: Int32
    private let signals: [Int32]

    /// Catches these signals until ``close()``. A process can have one of these at a time; nil where no pipe can be had.
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
        widgetd_set_signal_end(writeEnd)
        for number in signals { catchAgain(number) }
    }

    /// Catches a signal whose meaning was changed meanwhile.
    func catchAgain(_ number: Int32) {
        _ = widgetd_catch_signal(number)
    }

    /// The bit of the pipe's bytes that marks a signal from the kernel. The other bits are the signal's number: at most 64.
    private static let kernelMark = UInt8(WIDGETD_SIGNAL_OF_KERNEL)

    /// A signal that has come.
    struct Arrival {
        let number: Int32
        /// The kernel sent it: somebody typed it at the terminal, whose whole foreground group has it; else a process did.
        let isTyped: Bool
    }

    /// The signals that have come since the last time.
    func arrivals() -> [Arrival] {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return [] }
        return buffer[..<count].map { Arrival(number: Int32($0 & ~Self.kernelMark), isTyped: $0 & Self.kernelMark != 0) }
    }

    /// Their numbers.
    func taken() -> [Int32] { arrivals().map(\.number) }

    /// Gives the signals their default meaning back.
    func close() {
        for number in signals { signal(number, SIG_DFL) }
        widgetd_set_signal_end(-1)
        _ = Glibc.close(descriptor)
        _ = Glibc.close(writeEnd)
    }
}
