public import ArgumentParser
import Glibc
public import Logging
import Systemd
import TTRPC
import WidgetCore
import WidgetDaemon
import WidgetGateway
import WidgetPeers
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

    @Option(help: "What surfaces draw on, for providers whose pictures depend on it.")
    var colorScheme = ColorSchemeArgument(scheme: .dark)

    @Option(help: "Pixels per point of the surfaces, for providers that draw pictures: 1 to 2.")
    var displayScale: Double = 1

    @Option(
        help: """
            Where to listen for the user's other devices: host:port, [IPv6]:port or unix:/path. May be repeated. Without it: on every address, port \
            \(PeerProtocol.defaultPort), once this device has invited another or joined one.
            """)
    var peerListen: [String] = []

    @Option(help: "How this device is called at first; by default the machine's host name.")
    var deviceName: String?

    @Flag(inversion: .prefixedNo, help: "Tell the local network that this device is there, and look for others.")
    var announce = true

    @Option(
        help: """
            Where to take pushes from servers that speak APNs: address:port or [IPv6]:port, as 127.0.0.1:2197. May be repeated. Without it there is no \
            gateway.
            """)
    var pushListen: [String] = []

    @Option(
        help: "Where servers reach this gateway, for Web Push's endpoints: https://name or https://name:port. Without it: the machine's name, or localhost.")
    var pushOrigin: String?

    @Option(help: "Where servers manage broadcast channels: address:port. May be repeated.")
    var pushManage: [String] = []

    @Option(
        help: """
            A certificate's chain in PEM for pushes, with --push-private-key. Without it one of this machine's own is made in the state directory, \
            \(PushConfiguration.certificateName), which servers are given as the authority to trust.
            """)
    var pushCertificate: String?

    @Option(help: "The certificate's private key in PEM, without a password, that nobody else may read.")
    var pushPrivateKey: String?

    @Option(help: "Reloads of a widget a day that nobody waits for: 1 to \(Limits.reloadsPerDay).")
    var reloadsPerDay: Int = ReloadBudget.standard.perDay

    @Option(help: "How many of them can be saved up: 1 to \(Limits.savedReloads).")
    var savedReloads: Int = ReloadBudget.standard.capacity

    @Option(
        help:
            "The same for one kind: KIND=PER_DAY or KIND=PER_DAY/SAVED. It also counts reloads whose interval their provider's manifest sets. May be repeated.",
        transform: KindBudgetArgument.init(parsing:))
    var kindBudget: [KindBudgetArgument] = []

    @Flag(help: "Count no reloads, and space them by a second only, for whoever writes a provider.")
    var developerMode = false

    @Option(
        help: """
            How long a Live Activity is active before the daemon ends it: 1min to 366d, as 90min, 12h or 2d, or never. \
            (default: \(ActivityAgeArgument(ActivityLimits.maximumAge)))
            """,
        transform: ActivityAgeArgument.init(parsing:))
    var activityAge = ActivityAgeArgument(ActivityLimits.maximumAge)

    @Option(help: "Connections of one user at a time.")
    var connectionsPerUser: Int = ServerLimits().connectionsPerUID

    @Option(help: "A group, by name or number, whose members may look.")
    var readGroup: [String] = []

    @Option(help: "A group whose members may also reload widgets and press their buttons.")
    var actGroup: [String] = []

    @Option(help: "A group whose members may also place, configure and remove widgets.")
    var manageGroup: [String] = []

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

    private func reload() throws -> ReloadConfiguration {
        var kinds: [String: ReloadBudget] = [:]
        for budget in kindBudget { kinds[budget.kind] = try ReloadBudget(perDay: budget.perDay, capacity: budget.saved ?? savedReloads) }
        return ReloadConfiguration(
            budget: try ReloadBudget(perDay: reloadsPerDay, capacity: savedReloads), kindBudgets: kinds, isDeveloperMode: developerMode)
    }

    private func configuration(_ environment: [String: String], _ sockets: [SocketActivation.Socket], _ logger: Logger) throws -> DaemonConfiguration {
        let directory = Self.absolute(try stateDirectory ?? DaemonPaths.stateDirectory(environment))
        let path = Self.absolute(socket ?? DaemonPaths.socket(environment, uid: getuid(), stateDirectory: directory))
        guard sockets.count <= 1 else {
            throw WidgetError(.invalidArgument, "\(sockets.count) sockets were handed over; the socket unit must have one ListenStream=")
        }
        let rights = try rights()
        guard rights.isEmpty || !sockets.isEmpty else {
            throw WidgetError(
                .invalidArgument,
                "the group options need a socket that the group can reach: start widgetd through widgetd.socket, whose unit gives it a group and a mode")
        }
        let directories = ProviderDirectory.standard(environment: environment, given: providers.map(Self.absolute))
        var limits = ServerLimits()
        limits.connectionsPerUID = connectionsPerUser
        return DaemonConfiguration(
            stateDirectory: directory, listening: sockets.first.map { .descriptor($0.descriptor) } ?? .path(path), socketPath: path,
            providerDirectories: directories, access: AccessPolicy(owner: getuid(), rights: rights), limits: limits,
            reload: try reload(), activityAge: activityAge.age, appearance: Appearance(colorScheme: colorScheme.scheme, displayScale: displayScale),
            peers: PeerConfiguration(listening: try peerListen.map { try PeerAddress($0) }, name: deviceName ?? Self.hostName(), announces: announce),
            push: try push(), environment: environment, logger: logger)
    }

    private func push() throws -> PushConfiguration {
        guard (pushCertificate == nil) == (pushPrivateKey == nil) else {
            throw WidgetError(.invalidArgument, "--push-certificate and --push-private-key go together; give both or neither")
        }
        if let pushOrigin, !pushOrigin.hasPrefix("https://") || pushOrigin.dropFirst("https://".count).contains("/") {
            throw WidgetError(.invalidArgument, "--push-origin: write https://name or https://name:port, without a path")
        }
        var certificate: (chain: String, privateKey: String)?
        if let chain = pushCertificate, let key = pushPrivateKey { certificate = (Self.absolute(chain), Self.absolute(key)) }
        return PushConfiguration(
            listening: try pushListen.map { try GatewayAddress($0, option: "--push-listen") },
            managing: try pushManage.map { try GatewayAddress($0, option: "--push-manage") }, certificate: certificate, hostName: Self.hostName(),
            origin: pushOrigin)
    }

    private static func hostName() -> String {
        var buffer = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&buffer, buffer.count) == 0 else { return "this machine" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).prefix { $0 != "." }
        return name.isEmpty ? "this machine" : String(name)
    }

    private func rights() throws -> [UInt32: AccessRight] {
        var rights: [UInt32: AccessRight] = [:]
        for (names, right) in [(readGroup, AccessRight.read), (actGroup, .act), (manageGroup, .manage)] {
            for name in names { rights[try Self.group(name)] = right }
        }
        return rights
    }

    private static func group(_ name: String) throws -> UInt32 {
        if let number = UInt32(name) { return number }
        guard let entry = getgrnam(name) else { throw WidgetError(.notFound, "there is no group '\(name)'; `getent group` lists them") }
        return entry.pointee.gr_gid
    }

    private static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") { return path }
        guard let directory = getcwd(nil, 0) else { return path }
        defer { free(directory) }
        return String(cString: directory) + "/" + path
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
