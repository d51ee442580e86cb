import Glibc

/// One way of a command's output: from a pipe or its pseudoterminal to where widgetctl's own goes.
///
/// Nothing here waits: while nobody reads what was written, signals are heard all the same. No more is read then, which holds the command up as if it wrote there itself.
struct CommandOutput {
    let from: Int32
    let to: Int32
    /// What was read and isn't written yet.
    private var unwritten: ArraySlice<UInt8> = []
    /// Bytes that the command had written when it ended, and that aren't read yet.
    private var owed = 0

    init(from: Int32, to: Int32) {
        self.from = from
        self.to = to
    }

    /// What it waits for.
    var entry: pollfd { isRead ? pollfd(fd: from, events: Int16(POLLIN), revents: 0) : pollfd(fd: to, events: Int16(POLLOUT), revents: 0) }

    /// All that was read is written.
    var isRead: Bool { unwritten.isEmpty }

    /// All that the command itself wrote has passed; what still comes is of others.
    var isDone: Bool { isRead && owed <= 0 }

    /// The command has ended.
    mutating func commandEnded() {
        var count: Int32 = 0
        if ioctl(from, UInt(FIONREAD), &count) == 0 { owed = Int(count) }
    }

    /// Writes what was read, or reads more, once ``entry`` is ready.
    /// - Returns: what was read; nil: nothing comes any more.
    mutating func pass() throws(OutputFile.WriteError) -> [UInt8]? {
        guard isRead else {
            try write()
            return []
        }
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(from, &buffer, buffer.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else { return nil }
        let bytes = Array(buffer[..<count])
        unwritten = bytes[...]
        owed -= count
        return bytes
    }

    private mutating func write() throws(OutputFile.WriteError) {
        // A pipe that is ready has room for that.
        let count = unwritten.prefix(Int(PIPE_BUF)).withUnsafeBytes { Glibc.write(to, $0.baseAddress, $0.count) }
        if count < 0, errno != EINTR, errno != EAGAIN { throw OutputFile.WriteError(code: errno) }
        unwritten = unwritten.dropFirst(max(0, count))
    }
}
