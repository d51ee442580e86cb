import CLinux
import Glibc
public import Logging

/// A program of a user's session, such as one that shows widgets.
public enum SessionProgram {
    /// Begins the program: its log goes where it is read, and SIGTERM and SIGINT wait for who asks. To be called once, before there is a second thread.
    ///
    /// - Parameters:
    ///   - identifier: the program's name, by which `journalctl -t` selects.
    ///   - logLevel: the least severe level that is written.
    /// - Returns: a descriptor that is readable when a signal asks the program to end; nil: no descriptor is left.
    public static func begin(_ identifier: String, logLevel: Logger.Level) -> Int32? {
        // A clock of another zone changes the variable for a moment (`LocalClock`). One that is there is never taken away, so other threads can read it.
        setenv("TZ", ":/etc/localtime", 0)
        var variables: [String: String] = [:]
        for name in ["JOURNAL_STREAM", "NO_COLOR", "TERM"] { variables[name] = environment(name) }
        let destination = LogDestination.detect(environment: variables)
        LoggingSystem.bootstrap { destination.makeHandler(label: $0, identifier: identifier, logLevel: logLevel) }
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC))
        return descriptor >= 0 ? descriptor : nil
    }

    /// A variable of the environment; nil: it isn't set.
    public static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
