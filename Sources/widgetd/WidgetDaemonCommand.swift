public import ArgumentParser
import Glibc
public import Logging
import Systemd
import TTRPC
import WidgetCore
import WidgetDaemon
import WidgetProviders

/// `widgetd`: reads the command line and the environment, and runs the daemon.
struct WidgetDaemonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgetd",
        abstract: "Keeps a user's widgets: asks their providers when it is time, and serves what is due to every surface.",
        discussion: """
            Without options it keeps its store under $XDG_STATE_HOME/widgetd and listens on $XDG_RUNTIME_DIR/widgetd/widgetd.sock; under systemd it takes the \
            directories and the socket that the unit gives. SIGHUP reads the providers' manifests and the push certificate anew; SIGTERM and SIGINT stop it \
            without loss.

            Example: widgetd --log-level debug
            """,
        version: Version.current)

    @Option(help: "Directory of the store.")
    var stateDirectory: String?

    @Option(help: "Path of the Unix socket.")
    var socket: String?

    @Option(
        help: """
            Another directory of provider manifests, such as a build's. Its providers replace installed ones of the same id; those of /etc/widgetd/providers \
            and ~/.config/widgetd/providers replace them. May be repeated.
            """)
    var providers: [String] = []

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level = .info

    @Option(help: "Pixels per point of the surfaces, for providers that draw pictures: 1 to 2.")
    var displayScale: Double = 1

    @OptionGroup var peers: PeerOptions
    @OptionGroup var pushes: PushOptions
    @OptionGroup var budgets: BudgetOptions

    @Option(
        help: """
            How long a Live Activity is active before the daemon ends it: 1min to 366d, as 90min, 12h or 2d, or never. \
            (default: \(ActivityAgeArgument(ActivityLimits.maximumAge)))
            """,
        transform: ActivityAgeArgument.init(parsing:))
    var activityAge = ActivityAgeArgument(ActivityLimits.maximumAge)

    @OptionGroup var clients: ClientOptions

    func validate() throws {
        guard Limits.displayScale.contains(displayScale) else {
            throw ValidationError("--display-scale: \(displayScale) is not from \(Limits.displayScale.lowerBound) to \(Limits.displayScale.upperBound)")
        }
    }

    mutating func run() async throws {
        let sockets = try SocketActivation.descriptors()
        let environment = Self.environment()
        let destination = LogDestination.detect(environment: environment)
        let level = logLevel
        LoggingSystem.bootstrap { label in destination.makeHandler(label: label, identifier: "widgetd", logLevel: level) }
        let logger = Logger(label: "widgetd")
        signal(SIGPIPE, SIG_IGN)
        do {
            try await Daemon.run(try configuration(environment, sockets, logger))
        } catch {
            logger.critical("\(error)")
            throw ExitCode(Self.exitStatus(of: error))
        }
    }

    private func configuration(_ environment: [String: String], _ sockets: [SocketActivation.Socket], _ logger: Logger) throws -> DaemonConfiguration {
        let directory = AbsolutePath.of(try stateDirectory ?? DaemonPaths.stateDirectory(environment))
        let path = AbsolutePath.of(socket ?? DaemonPaths.socket(environment, uid: getuid(), stateDirectory: directory))
        guard sockets.count <= 1 else {
            throw WidgetError(.invalidArgument, "\(sockets.count) sockets were handed over; the socket unit must have one ListenStream=")
        }
        let rights = try clients.rights()
        guard rights.isEmpty || !sockets.isEmpty else {
            throw WidgetError(
                .invalidArgument,
                "the group options need a socket that the group can reach: start widgetd through widgetd.socket, whose unit gives it a group and a mode")
        }
        let directories = ProviderDirectory.standard(environment: environment, given: providers.map(AbsolutePath.of))
        var limits = ServerLimits()
        limits.connectionsPerUID = clients.connectionsPerUser
        return DaemonConfiguration(
            stateDirectory: directory, listening: sockets.first.map { .descriptor($0.descriptor) } ?? .path(path), socketPath: path,
            providerDirectories: directories, access: AccessPolicy(owner: getuid(), rights: rights), limits: limits,
            reload: try budgets.configuration(), activityAge: activityAge.age,
            displayScale: displayScale, peers: try peers.configuration(), push: try pushes.configuration(), environment: environment, logger: logger)
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

    /// sysexits(3), so that systemd and scripts can tell what kind of failure it was.
    private static func exitStatus(of error: any Error) -> Int32 {
        guard let error = error as? WidgetError else { return 70 }
        return switch error.code {
        case .invalidArgument, .notFound: 64
        case .permissionDenied: 77
        case .resourceExhausted: 73
        case .unavailable, .failedPrecondition, .alreadyExists: 69
        case .dataLoss: 74
        default: 70
        }
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
