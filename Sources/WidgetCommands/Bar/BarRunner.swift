import Glibc
import WidgetSurfaces

/// Does what a click asks for: with widgetctl itself, as every other bar's clicks do. What it prints goes to standard error, which bars write into their log.
struct BarRunner {
    /// By which it finds the daemon.
    let options: [String]

    /// Starts it, and waits for nothing.
    func start(_ intent: BarIntent) { _ = spawn(intent) }

    /// Does it, and returns when it is done.
    func run(_ intent: BarIntent) {
        guard let process = spawn(intent) else { return }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }

    private func spawn(_ intent: BarIntent) -> pid_t? {
        guard let arguments = intent.arguments else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        // Standard output is the bar's.
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        var words: [UnsafeMutablePointer<CChar>?] = (["widgetctl"] + arguments + options).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        // The running program, wherever it is and whatever a new one has taken its place.
        guard posix_spawn(&process, "/proc/self/exe", &actions, nil, &words, environ) == 0 else { return nil }
        return process
    }
}
