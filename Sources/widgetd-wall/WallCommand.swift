public import ArgumentParser
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
        guard let signals = SessionProgram.begin("widgetd-wall", logLevel: logLevel) else { throw ExitCode(71) }
        let environment = SessionProgram.environment
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
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
