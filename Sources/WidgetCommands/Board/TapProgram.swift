import Glibc
import Linux
import WidgetCore

/// This program once more, which taps something: what it says is told when it has ended.
final class TapProgram {
    /// Readable when it says something, or ends.
    let descriptor: Int32
    private let process: pid_t
    private var said: [UInt8] = []
    /// What it exited with; nil: it runs, or a signal ended it.
    private(set) var status: Int32?

    /// - Throws: RESOURCE_EXHAUSTED where it can't be started.
    init(_ arguments: [String]) throws(WidgetError) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw Self.failure(errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        var process: pid_t = 0
        // The running program, wherever it is and whatever a new one has taken its place.
        let code = SpawnError.withWords(["widgetctl"] + arguments) { posix_spawn(&process, "/proc/self/exe", &actions, nil, $0, environ) }
        guard code == 0 else {
            close(ends[0])
            throw Self.failure(code)
        }
        descriptor = ends[0]
        self.process = process
    }

    /// What it said, in a line; nil while it runs. Then the descriptor is closed.
    func end() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                said += buffer[..<count].prefix(CommandLimits.programOutputBytes - said.count)
            } else if count == 0 {
                break
            } else if errno != EINTR {
                return nil
            }
        }
        close(descriptor)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        if status & 0x7F == 0 { self.status = status >> 8 & 0xFF }
        let lines = String(decoding: said, as: UTF8.self).split(separator: "\n").map { $0.hasPrefix("widgetctl: ") ? $0.dropFirst(11) : $0 }
        return PlainText.line(lines.joined(separator: ": "))
    }

    private static func failure(_ code: Int32) -> WidgetError {
        WidgetError(.resourceExhausted, "nothing can be opened: \(String(cString: strerror(code)))")
    }
}
