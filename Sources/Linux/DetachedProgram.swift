import CLinux
import Glibc
import Synchronization

/// Starts a program that outlives its starter: in a process group of its own, with /dev/null as input and output, no other descriptor, and no
/// signal blocked.
public enum DetachedProgram {
    /// Programs that were still running when ``run(_:lookingFor:)`` returned, until they are reaped.
    private static let children = Mutex<[pid_t]>([])

    /// Starts a program that is found in `PATH`, and waits for a moment to see whether it fails. It blocks the thread for `limit` at most.
    /// - Parameter words: the program's name and its arguments. No shell reads them.
    /// - Returns: how the program failed, such as `status 3`. Nil when it succeeded or still runs.
    /// - Throws: ``SpawnError`` where it can't be started.
    public static func run(_ words: [String], lookingFor limit: Duration) throws(SpawnError) -> String? {
        // Where this program's starter ignored SIGCHLD, the kernel would reap children itself, and waitpid(2) would fail.
        signal(SIGCHLD, SIG_DFL)
        children.withLock { $0.removeAll { waitpid($0, nil, WNOHANG) != 0 } }
        let process = try start(words)
        let descriptor = widgetd_pidfd_open(process)
        defer { if descriptor >= 0 { close(descriptor) } }
        let end = ContinuousClock.now + limit
        var status: Int32 = 0
        while waitpid(process, &status, WNOHANG) != process {
            let left = ContinuousClock.now.duration(to: end)
            guard descriptor >= 0, left > .zero else {
                // Where this program's starter ignored SIGCHLD, the kernel would reap children itself, and waitpid(2) would fail.
                signal(SIGCHLD, SIG_DFL)
                children.withLock { $0.append(process) }
                return nil
            }
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&entry, 1, Int32(clamping: Int64(left / .milliseconds(1)) + 1))
        }
        let signal = status & 0x7F
        if signal != 0 { return "signal \(signal)" }
        let code = status >> 8 & 0xFF
        return code == 0 ? nil : "status \(code)"
    }

    private static func start(_ words: [String]) throws(SpawnError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
        }
        // Where this program's starter waits for a descriptor's end, it isn't to wait for the other one.
        widgetd_close_others_on_exec()
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        let code = SpawnError.withWords(words) { posix_spawnp(&process, words[0], &actions, &attributes, $0, environ) }
        guard code == 0 else { throw SpawnError(code: code) }
        return process
    }
}

/// Why a program couldn't be started.
public struct SpawnError: Error, Sendable, Hashable {
    /// errno.
    public let code: Int32

    public init(code: Int32) { self.code = code }

    /// The exit status that a shell would give: 127 where there is no such program, 126 where it can't be run.
    public var status: Int32 { code == ENOENT ? 127 : 126 }

    public var reason: String { code == ENOENT ? "there is no such program" : String(cString: strerror(code)) }

    /// Calls `body` with the words as a null-terminated array of C strings.
    public static func withWords<Result>(_ arguments: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        return body(words)
    }
}

/// A program that the user's service manager starts in a unit of its own (systemd-run(1)). The program has its own limits, and outlives the process that asked
/// for it.
public enum TransientUnit {
    /// Whether the user has a service manager, and a bus on which it reports how the unit ended.
    /// - Parameter runtimeDirectory: `$XDG_RUNTIME_DIR`.
    public static func hasManager(_ runtimeDirectory: String?) -> Bool {
        guard let runtimeDirectory, runtimeDirectory.hasPrefix("/") else { return false }
        return ["systemd/private", "bus"].allSatisfy { access("\(runtimeDirectory)/\($0)", F_OK) == 0 }
    }

    /// The command line that starts a program in a unit of its own.
    /// - Parameters:
    ///   - words: the program and its arguments, which reach it as they are.
    ///   - program: the name or path of systemd-run.
    ///   - environment: names of variables that the program gets from its starter. This needs systemd 250 or later.
    ///   - waits: whether systemd-run waits for the program, and ends with its status.
    public static func words(
        running words: [String], by program: String = "systemd-run", environment: [String] = [], waits: Bool = false
    ) -> [String] {
        let options = ["--user", "--quiet", "--collect", "--slice=app.slice"] + (waits ? ["--wait"] : []) + environment.sorted().map { "--setenv=\($0)" }
        // Every version of the manager replaces `$NAME` in arguments by the variable's value, and `$$` by `$`. The option --expand-environment=no came with
        // systemd 254.
        return [program] + options + ["--"] + words.prefix(1) + words.dropFirst().map { $0.replacing("$", with: "$$") }
    }
}
