import CLinux
import Glibc
import Synchronization

/// A program that goes on by itself: in a process group of its own, without input and output, with no signal blocked.
public enum DetachedProgram {
    /// Those that went on, until they are reaped.
    private static let children = Mutex<[pid_t]>([])

    /// Starts a program that is found as a shell finds it, and looks for a moment whether it fails. Blocks the thread for `limit` at most.
    /// - Parameter words: its name and its arguments; no shell has a part in it.
    /// - Returns: how it failed, such as `status 3`; nil: it ended well, or goes on.
    /// - Throws: ``SpawnError`` where it can't be started.
    public static func run(_ words: [String], lookingFor limit: Duration) throws(SpawnError) -> String? {
        // An end that who started this program has turned off can't be waited for.
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
                // An end that who started this program has turned off can't be waited for.
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

    /// A shell's exit status for it: 127 where there is no such program, 126 where it can't be run.
    public var status: Int32 { code == ENOENT ? 127 : 126 }

    public var reason: String { code == ENOENT ? "there is no such program" : String(cString: strerror(code)) }

    /// Calls `body` with the words as C has them, the last of them null.
    public static func withWords<Result>(_ arguments: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        return body(words)
    }
}

/// A program that the user's service manager starts in a unit of its own (systemd-run(1)). It isn't among the processes of who asks for it: it has its own
/// limits, and lives on.
public enum TransientUnit {
    /// Whether there is such a manager, and a bus on which it says how the unit ended.
    /// - Parameter runtimeDirectory: `$XDG_RUNTIME_DIR`.
    public static func hasManager(_ runtimeDirectory: String?) -> Bool {
        guard let runtimeDirectory, runtimeDirectory.hasPrefix("/") else { return false }
        return ["systemd/private", "bus"].allSatisfy { access("\(runtimeDirectory)/\($0)", F_OK) == 0 }
    }

    /// The words that start a program so.
    /// - Parameters:
    ///   - words: the program and its arguments, which reach it as they are.
    ///   - program: where systemd-run is.
    ///   - environment: names of variables that the program gets from who starts it; systemd 250 and later.
    ///   - waits: systemd-run stays until the program ends, and ends as that does.
    public static func words(
        running words: [String], by program: String = "systemd-run", environment: [String] = [], waits: Bool = false
    ) -> [String] {
        let options = ["--user", "--quiet", "--collect", "--slice=app.slice"] + (waits ? ["--wait"] : []) + environment.sorted().map { "--setenv=\($0)" }
        // The manager puts variables' values in place of `$NAME` in arguments, and `$` for `$$`, in all versions; --expand-environment=no came with 254.
        return [program] + options + ["--"] + words.prefix(1) + words.dropFirst().map { $0.replacing("$", with: "$$") }
    }
}
