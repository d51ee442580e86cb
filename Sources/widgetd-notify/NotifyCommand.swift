public import ArgumentParser
import CLinux
import Glibc
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

    func run() throws {
        // Before there is a second thread, which would take the signal.
        guard let signals = Self.signals() else { throw ExitCode(71) }
        let environment: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
        var variables: [String: String] = [:]
        for name in ["JOURNAL_STREAM", "NO_COLOR", "TERM"] { variables[name] = environment(name) }
        let destination = LogDestination.detect(environment: variables)
        LoggingSystem.bootstrap { [logLevel] in destination.makeHandler(label: $0, identifier: "widgetd-notify", logLevel: logLevel) }
        let log = Logger(label: "notify")
        let client = WidgetClient(location: SocketLocation(explicit: socket, environment: environment, uid: getuid()))
        do {
            try NotificationLoop(
                client: client, address: .user, file: Self.file(environment), signals: signals, log: log, localTime: Self.localTime(environment)
            ).run()
        } catch {
            log.error("\(error)")
            // EX_UNAVAILABLE of sysexits(3).
            throw ExitCode(69)
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

    /// In the session's runtime directory, beside the daemon's socket; without one nothing is kept.
    private static func file(_ environment: (String) -> String?) -> NotificationStateFile? {
        guard let directory = environment("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else { return nil }
        mkdir("\(directory)/widgetd", 0o700)
        return NotificationStateFile(path: "\(directory)/widgetd/notifications")
    }

    /// Seconds that local time is ahead of UTC; other zones aren't known here, and a view has a text for that.
    private static func localTime(_ environment: (String) -> String?) -> LocalTime {
        LocalTime(formats: LocaleFormats(environment: environment)) { zone, date in
            guard zone.isEmpty else { return nil }
            var seconds = time_t(date.milliseconds / 1_000)
            var local = tm()
            return localtime_r(&seconds, &local) == nil ? 0 : local.tm_gmtoff
        }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
