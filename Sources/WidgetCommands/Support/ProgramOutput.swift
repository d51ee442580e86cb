import Glibc
import Linux

/// Asks another program something.
enum ProgramOutput {
    /// The output of a program; nil where it can't be run, fails, prints more than a limit or takes longer than ``CommandLimits/programTimeout``.
    /// - Parameters:
    ///   - arguments: its name, which is looked for in `PATH`, and what it is called with.
    ///   - limit: bytes.
    static func of(_ arguments: [String], limit: Int = CommandLimits.programOutputBytes) -> String? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var process: pid_t = 0
        let failure = SpawnError.withWords(arguments) { posix_spawnp(&process, arguments[0], &actions, nil, $0, environ) }
        close(ends[1])
        defer { close(ends[0]) }
        guard failure == 0 else { return nil }
        let text = read(from: ends[0], limit: limit)
        // One that didn't end by itself is ended, so that the wait is short.
        if text == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? text : nil
    }

    private static func read(from descriptor: Int32, limit: Int) -> String? {
        let clock = ContinuousClock()
        let end = clock.now + CommandLimits.programTimeout
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < limit {
            let left = clock.now.duration(to: end)
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard left > .zero, poll(&entry, 1, Int32(clamping: left.wholeMilliseconds)) > 0 else { return nil }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
        return nil
    }
}
