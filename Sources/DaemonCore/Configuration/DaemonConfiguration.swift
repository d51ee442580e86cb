import Glibc
package import Logging
import Synchronization
package import Systemd
package import TTRPC
import WidgetAPI
package import WidgetCore
package import WidgetProviders
package import WidgetSettings

/// All that a daemon is started with.
package struct DaemonConfiguration: Sendable {
    /// Absolute; made with mode 0700 where it doesn't exist.
    package var stateDirectory: String
    package var listening: ListeningAddress
    /// The socket's path as clients know it, for `status`.
    package var socketPath: String
    package var environment: [String: String]
    package var logger: Logger
    /// The level of all loggers.
    package var threshold: LogThreshold
    /// Where the settings come from, for a reload.
    package var source: SettingsSource
    package var settings: ConfigurationSettings

    package let live: LiveSettings
    /// Whether this is the machine's own daemon, and not a user's.
    package var isSystemService: Bool { socketPath == SocketLocation.systemPath }

    package let providerDirectories: [ProviderDirectory]
    /// Pixels per point of the surfaces, in ``Limits/displayScale``.
    package let displayScale: Double
    package let peers: PeerConfiguration
    package let push: PushConfiguration
    /// Where metrics are given; empty: nowhere.
    package let metrics: [MetricsAddress]

    /// - Parameters:
    ///   - settings: what `source` gave, without mistakes.
    ///   - threshold: the level of all loggers. The settings' is set.
    /// - Throws: NOT_FOUND for a group that went meanwhile.
    package init(
        stateDirectory: String, listening: ListeningAddress, socketPath: String, environment: [String: String], logger: Logger, threshold: LogThreshold,
        source: SettingsSource, settings: ConfigurationSettings
    ) throws(WidgetError) {
        self.stateDirectory = stateDirectory
        self.listening = listening
        self.socketPath = socketPath
        self.environment = environment
        self.logger = logger
        self.threshold = threshold
        self.source = source
        self.settings = settings
        live = try LiveSettings(settings)
        providerDirectories = ProviderDirectory.standard(environment: environment, given: settings.texts(.providers))
        displayScale = settings.number(.displayScale)
        peers = try PeerConfiguration(settings)
        push = try PushConfiguration(settings)
        var addresses: [MetricsAddress] = []
        for text in settings.texts(.metricsListen) { addresses.append(try MetricsAddress(text, option: ConfigurationKey.metricsListen.name)) }
        metrics = addresses
        threshold.level = live.logLevel
    }
}

/// How a daemon finds and reaches other devices.
package struct PeerConfiguration: Sendable {
    /// The addresses at which it listens for them. If empty, it listens on every address of the machine, once it invites or has members.
    package var listening: [PeerAddress]
    /// The device's first name.
    package var name: String
    /// Whether it announces itself in the local network and looks for other devices there.
    package var announces: Bool
    /// The file with the connection string of the engine through which this device exchanges its changes. Nil: it uses links alone.
    package let carrier: String?

    /// - Throws: INVALID_ARGUMENT for an address that isn't one.
    package init(_ settings: ConfigurationSettings) throws(WidgetError) {
        listening = []
        for text in settings.texts(.peerListen) { listening.append(try PeerAddress(text)) }
        name = settings.text(.deviceName) ?? HostName.current
        announces = settings.isOn(.announce)
        carrier = settings.text(.carrier)
    }
}

/// How a daemon takes pushes from servers.
package struct PushConfiguration: Sendable, Equatable {
    /// A certificate's chain and its private key, in PEM.
    package struct CertificatePaths: Sendable, Equatable {
        package var chain: String
        package var privateKey: String
    }

    /// Where the gateway listens; empty: there is none.
    package var listening: [GatewayAddress]
    /// Where broadcast channels are managed; empty: nowhere.
    package var managing: [GatewayAddress]
    /// Nil: the daemon makes its own certificate in the state directory.
    package var certificate: CertificatePaths?
    /// The host name by which servers reach this machine, for the daemon's own certificate.
    package var hostName: String
    /// The gateway's origin for Web Push's endpoints, as `https://push.example.org`. If nil, it has the host's name, or `localhost` if the gateway listens on
    /// loopback alone.
    package var origin: String?

    /// - Throws: INVALID_ARGUMENT for an address that isn't one.
    package init(_ settings: ConfigurationSettings) throws(WidgetError) {
        (listening, managing) = ([], [])
        for text in settings.texts(.pushListen) { listening.append(try GatewayAddress(text, option: ConfigurationKey.pushListen.name)) }
        for text in settings.texts(.pushManage) { managing.append(try GatewayAddress(text, option: ConfigurationKey.pushManage.name)) }
        if let chain = settings.text(.pushCertificate), let key = settings.text(.pushPrivateKey) {
            certificate = CertificatePaths(chain: chain, privateKey: key)
        }
        hostName = HostName.current
        origin = settings.text(.pushOrigin)
    }

    package var isOn: Bool { !listening.isEmpty || !managing.isEmpty }
}

/// The machine's name without its domain.
enum HostName {
    static var current: String {
        var buffer = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
        guard gethostname(&buffer, buffer.count) == 0 else { return "this machine" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).prefix { $0 != "." }
        return name.isEmpty ? "this machine" : String(name)
    }
}
