import ArgumentParser
import DaemonCore
import Glibc
import Logging
import Systemd
import WidgetAPI
import WidgetCore
import WidgetDaemon

/// `widgetd`: reads the files of settings, the command line and the environment, and runs the daemon.
struct WidgetDaemonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgetd",
        abstract: "Keeps a user's widgets: asks their providers when it is time, and serves what is due to every surface.",
        discussion: """
            Without options it keeps its store under $XDG_STATE_HOME/widgetd and listens on $XDG_RUNTIME_DIR/widgetd/widgetd.sock; under systemd it takes the \
            directories and the socket that the unit gives. SIGHUP reads the files of settings, the providers' manifests and the push certificate anew; \
            SIGTERM and SIGINT stop it without loss.

            Most options are keys of widgetd.conf too, as --log-level is LogLevel=. An option goes before the files.

            Example: widgetd --log-level debug
            """,
        version: Version.current)

    @Option(
        help: ArgumentHelp(
            "A file of settings instead of /etc/widgetd/widgetd.conf, ~/.config/widgetd/widgetd.conf and their drop-ins. None is read with `none`.",
            valueName: "file"))
    var config: String?

    @Option(help: "Directory of the store.")
    var stateDirectory: String?

    @Option(help: "Path of the Unix socket.")
    var socket: String?

    /// For widgetd-failed@.service.
    @Flag(help: .hidden)
    var reportFailure = false

    @OptionGroup var options: SettingOptions

    mutating func run() async throws {
        let sockets = try SocketActivation.descriptors()
        let environment = Self.environment()
        let destination = LogDestination.detect(environment: environment)
        let threshold = LogThreshold(.info)
        LoggingSystem.bootstrap { label in destination.makeHandler(label: label, identifier: "widgetd", threshold: threshold) }
        let logger = Logger(label: "widgetd")
        signal(SIGPIPE, SIG_IGN)
        if reportFailure { return Self.report(ServiceFailure(isUser: environment["XDG_RUNTIME_DIR"] != nil) { environment[$0] }, logger) }
        let source = SettingsSource(
            files: files(environment), options: options.given, isSocketHandedOver: !sockets.isEmpty,
            credentials: environment["CREDENTIALS_DIRECTORY"])
        let settings = source.read()
        guard settings.mistakes.isEmpty else {
            for mistake in settings.mistakes { logger.critical("\(mistake)") }
            throw ExitCode(settings.mistakes.contains(where: \.isOfFile) ? Self.wrongConfiguration : Self.wrongUsage)
        }
        do {
            let directory = AbsolutePath.of(try stateDirectory ?? DaemonPaths.stateDirectory(environment))
            let path = AbsolutePath.of(socket ?? DaemonPaths.socket(environment, uid: getuid(), stateDirectory: directory))
            guard sockets.count <= 1 else {
                throw WidgetError(.invalidArgument, "\(sockets.count) sockets were handed over; the socket unit must have one ListenStream=")
            }
            let kept = try KeptSocket(sockets.first?.descriptor)
            let end = try await Daemon.run(
                DaemonConfiguration(
                    stateDirectory: directory, listening: sockets.first.map { .descriptor($0.descriptor) } ?? .path(path), socketPath: path,
                    environment: environment, logger: logger, threshold: threshold, source: source, settings: settings))
            if case .startsAnew = end { throw kept.startAnew() }
        } catch {
            logger.log(.startFailed, "\(error)")
            throw ExitCode(Self.exitStatus(of: error))
        }
    }

    /// Says that the unit has failed, since the daemon itself can't.
    private static func report(_ failure: ServiceFailure, _ logger: Logger) {
        logger.log(
            .unitFailed, "the daemon has failed, and isn't started again",
            metadata: ["unit": "\(failure.unit)", "reason": "\(failure.reason)", "command": "\(failure.command)"])
    }

    private func files(_ environment: [String: String]) -> ConfigurationFiles {
        switch config {
        case nil: ConfigurationFiles { environment[$0] }
        case "none": ConfigurationFiles(paths: [])
        case let path?: ConfigurationFiles(paths: [AbsolutePath.of(path)])
        }
    }

    private static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let parts = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        return variables
    }

    /// EX_USAGE and EX_CONFIG of sysexits(3).
    private static let wrongUsage: Int32 = 64
    private static let wrongConfiguration: Int32 = 78

    /// sysexits(3), so that systemd and scripts can tell what kind of failure it was.
    private static func exitStatus(of error: any Error) -> Int32 {
        guard let error = error as? WidgetError else { return 70 }
        return switch error.code {
        case .invalidArgument, .notFound: wrongUsage
        case .permissionDenied: 77
        case .resourceExhausted: 73
        case .unavailable, .failedPrecondition, .alreadyExists: 69
        case .dataLoss: 74
        default: 70
        }
    }
}
