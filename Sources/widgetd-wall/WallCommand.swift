public import ArgumentParser
import CLinux
import Glibc
public import Logging
import Systemd
import WidgetAPI
import WidgetCore
import WidgetWall

/// `widgetd-wall`: shows widgets on a Wayland desktop.
struct WallCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgetd-wall",
        abstract: "Shows widgets on a Wayland desktop: on its background, in a panel, or on a whole display.",
        discussion: """
            The file ~/.config/widgetd/wall.json says what is shown where, and `widgetctl wall` edits it. A change is shown at once. Without a file, all \
            widgets of the board are on the background of every display. It waits for a daemon that restarts, and ends with the compositor. With systemd: \
            systemctl --user enable --now widgetd-wall.service

            Example: widgetd-wall --log-level debug
            """,
        version: Version.current)

    @Option(help: ArgumentHelp("The daemon's socket. Without it: $WIDGETD_SOCKET, or the first of the user's and the system's daemon.", valueName: "path"))
    var socket: String?

    @Option(help: ArgumentHelp("The file that says what is shown, in place of ~/.config/widgetd/wall.json.", valueName: "path"))
    var file: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level = .info

    func run() throws {
        // Before there is a second thread, which would take the signal.
        guard let signals = Self.signals() else { throw ExitCode(71) }
        // A clock of another zone changes the variable for a moment (`LocalClock`). One that is there is never taken away.
        setenv("TZ", ":/etc/localtime", 0)
        let environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
        var variables: [String: String] = [:]
        for name in ["JOURNAL_STREAM", "NO_COLOR", "TERM"] { variables[name] = environment(name) }
        let destination = LogDestination.detect(environment: variables)
        LoggingSystem.bootstrap { [logLevel] in destination.makeHandler(label: $0, identifier: "widgetd-wall", logLevel: logLevel) }
        let log = Logger(label: "wall")
        do {
            let location = SocketLocation(explicit: socket, environment: environment, uid: getuid())
            let file = try file.map { WallFile(path: $0) } ?? WallFile(environment: environment)
            try WallLoop(location, file: file, signals: signals, system: .system, log: log).run()
        } catch let error as WidgetError {
            log.error("\(error.message)")
            // EX_CONFIG and EX_UNAVAILABLE of sysexits(3).
            throw ExitCode(error.code == .invalidArgument ? 78 : 69)
        }
    }

    /// Becomes readable with SIGTERM and SIGINT; nil where there is no descriptor.
    private static func signals() -> Int32? {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC))
        return descriptor >= 0 ? descriptor : nil
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
