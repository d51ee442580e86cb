public import ArgumentParser
import Glibc
import Linux
public import Logging
import Systemd
import WidgetAPI
import WidgetCore
import WidgetLayout
import WidgetNotifications

/// `widgetd-notify`: shows Live Activities as desktop notifications.
struct NotifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgetd-notify",
        abstract: "Shows Live Activities as desktop notifications: one for each, replaced in place, gone when the activity is.",
        discussion: """
            It runs in a user's graphical session, beside whatever shows notifications there, and waits for that and for the daemon when they restart. SIGTERM \
            and SIGINT end it, and close what it shows. With systemd: systemctl --user enable --now widgetd-notify.service

            Example: widgetd-notify --log-level debug
            """,
        version: Version.current)

    @Option(help: ArgumentHelp("The daemon's socket. Without it: $WIDGETD_SOCKET, or the first of the user's and the system's daemon.", valueName: "path"))
    var socket: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level = .info

    /// For widgetd-failed@.service.
    @Flag(help: .hidden)
    var reportFailure = false

    func run() throws {
        // Before there is a second thread, which would take the signal.
        guard let signals = SessionProgram.begin("widgetd-notify", logLevel: logLevel) else { throw ExitCode(71) }
        let environment = SessionProgram.environment
        let localTime = LocalTime(formats: LocaleFormats(environment: environment), zoneOffset: LocalClock.offset(zone:at:))
        let log = Logger(label: "notify")
        if reportFailure { Self.report(ServiceFailure(isUser: true, environment: environment), log) }
        let client = WidgetClient(location: SocketLocation(explicit: socket, environment: environment, uid: getuid()))
        do {
            try NotificationLoop(
                client: client, address: .user, file: Self.file(environment), signals: signals, log: log, localTime: localTime
            ).run()
        } catch {
            log.error("\(error)")
            // EX_UNAVAILABLE of sysexits(3).
            throw ExitCode(69)
        }
    }

    /// Shows once that the daemon's unit has failed, and ends the program.
    private static func report(_ failure: ServiceFailure, _ log: Logger) -> Never {
        Task {
            do {
                try await FailureNotice.show(failure, on: .user)
                Glibc.exit(0)
            } catch {
                log.notice("nothing shows notifications here", metadata: ["error": "\(error)"])
                Glibc.exit(69)
            }
        }
        while true { pause() }
    }

    /// In the session's runtime directory, beside the daemon's socket; without one nothing is kept.
    private static func file(_ environment: (String) -> String?) -> NotificationStateFile? {
        guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else { return nil }
        mkdir("\(directory)/widgetd", 0o700)
        return NotificationStateFile(path: "\(directory)/widgetd/notifications")
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
