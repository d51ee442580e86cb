import Glibc

/// Asks systemd how the daemon's units are.
enum UnitQuery {
    /// The loaded ones of the units; none where systemd isn't the init, or systemctl doesn't answer in ``CommandLimits/unitQueryTimeout``.
    static func units(of manager: DoctorFindings.Manager) -> [DoctorFindings.Unit] {
        guard access("/run/systemd/system", F_OK) == 0 else { return [] }
        return output(of: arguments(manager)).map(parse) ?? []
    }

    static func arguments(_ manager: DoctorFindings.Manager) -> [String] {
        let show = ["show", "--property=Id,LoadState,ActiveState,Result", "widgetd.socket", "widgetd.service"]
        return switch manager {
        case .system: ["systemctl"] + show
        case .user: ["systemctl", "--user"] + show
        }
    }

    /// Blocks of `Key=value` lines, one for each unit, an empty line between them.
    static func parse(_ text: String) -> [DoctorFindings.Unit] {
        var units: [DoctorFindings.Unit] = []
        var fields: [Substring: Substring] = [:]
        let lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false) + [""]
        for line in lines {
            if let separator = line.firstIndex(of: "=") {
                fields[line[..<separator]] = line[line.index(after: separator)...]
            } else if let id = fields["Id"] {
                if fields["LoadState"] == "loaded" {
                    let state = fields["ActiveState"] ?? "unknown"
                    units.append(.init(name: String(id), activeState: String(state), result: String(fields["Result"] ?? "unknown")))
                }
                fields = [:]
            }
        }
        return units
    }

    /// What a program prints; nil where it can't be run, fails or takes too long.
    private static func output(of arguments: [String]) -> String? {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, ends[0])
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, arguments[0], &actions, nil, &pointers, environ)
        close(ends[1])
        defer { close(ends[0]) }
        guard failure == 0 else { return nil }
        let text = read(from: ends[0])
        // One that didn't end by itself is ended, so that the wait is short.
        if text == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status == 0 ? text : nil
    }

    private static func read(from descriptor: Int32) -> String? {
        let clock = ContinuousClock()
        let end = clock.now + CommandLimits.unitQueryTimeout
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < CommandLimits.unitQueryBytes {
            let left = clock.now.duration(to: end)
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = left.components.seconds * 1_000 + left.components.attoseconds / 1_000_000_000_000_000
            guard left > .zero, poll(&entry, 1, Int32(clamping: milliseconds)) > 0 else { return nil }
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += buffer[..<count]
        }
        return nil
    }
}
