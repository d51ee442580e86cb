import Glibc
import WidgetCore

/// The socket that systemd handed over, kept so that the program can start anew with it.
struct KeptSocket {
    private let copy: Int32?

    /// - Throws: UNAVAILABLE where there is no descriptor left.
    init(_ descriptor: Int32?) throws(WidgetError) {
        guard let descriptor else {
            copy = nil
            return
        }
        // Beyond the descriptors that systemd hands over.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 16)
        guard copy >= 0 else { throw Self.failure("the socket can't be kept") }
        self.copy = copy
    }

    /// Starts this program anew, in this process, with the same arguments.
    /// - Returns: the error, where it doesn't.
    func startAnew() -> WidgetError {
        if let copy {
            guard dup2(copy, Self.firstHandedOver) >= 0 else { return Self.failure("the socket can't be handed over") }
            setenv("LISTEN_FDS", "1", 1)
            setenv("LISTEN_PID", "\(getpid())", 1)
        }
        // Ignored signals would stay ignored, and blocked ones blocked. A reload before the new process is ready must not end it.
        for number in [SIGTERM, SIGINT, SIGPIPE] { signal(number, SIG_DFL) }
        signal(SIGHUP, SIG_IGN)
        var none = sigset_t()
        sigemptyset(&none)
        sigprocmask(SIG_SETMASK, &none, nil)
        // Under its own name, unless the file was replaced by an upgrade.
        var name = [CChar](repeating: 0, count: Int(PATH_MAX))
        if readlink("/proc/self/exe", &name, name.count - 1) > 0 { execv(name, CommandLine.unsafeArgv) }
        execv("/proc/self/exe", CommandLine.unsafeArgv)
        return Self.failure("widgetd can't be started anew; start it by hand")
    }

    /// sd_listen_fds(3).
    private static let firstHandedOver: Int32 = 3

    private static func failure(_ what: String) -> WidgetError { WidgetError(.unavailable, "\(what): \(String(cString: strerror(errno)))") }
}
