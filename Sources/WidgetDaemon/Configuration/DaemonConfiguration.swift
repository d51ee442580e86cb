package import Logging
package import TTRPC
package import WidgetCore
package import WidgetGateway
package import WidgetPeers
package import WidgetProviders

/// All settings of a daemon, given at its start.
package struct DaemonConfiguration: Sendable {
    /// Absolute; made with mode 0700 where it doesn't exist.
    package var stateDirectory: String
    package var listening: ListeningAddress
    /// The socket's path as clients know it, for `status`.
    package var socketPath: String
    package var providerDirectories: [ProviderDirectory]
    package var access: AccessPolicy
    package var limits: ServerLimits
    package var reload: ReloadConfiguration
    /// How long a Live Activity may be active; nil: without limit.
    package var activityAge: Milliseconds?
    /// Pixels per point of the surfaces, in ``Limits/displayScale``.
    package var displayScale: Double
    package var peers: PeerConfiguration
    package var push: PushConfiguration
    package var environment: [String: String]
    package var logger: Logger

    package init(
        stateDirectory: String, listening: ListeningAddress, socketPath: String, providerDirectories: [ProviderDirectory], access: AccessPolicy,
        limits: ServerLimits = ServerLimits(), reload: ReloadConfiguration = ReloadConfiguration(), activityAge: Milliseconds? = ActivityLimits.maximumAge,
        displayScale: Double = 1, peers: PeerConfiguration, push: PushConfiguration = PushConfiguration(), environment: [String: String], logger: Logger
    ) {
        self.stateDirectory = stateDirectory
        self.listening = listening
        self.socketPath = socketPath
        self.providerDirectories = providerDirectories
        self.access = access
        self.limits = limits
        self.reload = reload
        self.activityAge = activityAge
        self.displayScale = displayScale
        self.peers = peers
        self.push = push
        self.environment = environment
        self.logger = logger
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

    package init(listening: [PeerAddress] = [], name: String, announces: Bool = true) {
        self.listening = listening
        self.name = name
        self.announces = announces
    }
}

/// How a daemon takes pushes from servers.
package struct PushConfiguration: Sendable {
    /// Where the gateway listens; empty: there is none.
    package var listening: [GatewayAddress]
    /// Where broadcast channels are managed; empty: nowhere.
    package var managing: [GatewayAddress]
    /// The paths of a certificate's chain and its private key, in PEM; nil: the daemon makes its own certificate in the state directory.
    package var certificate: (chain: String, privateKey: String)?
    /// The host name by which servers reach this machine, for the daemon's own certificate.
    package var hostName: String
    /// The gateway's origin for Web Push's endpoints, as `https://push.example.org`. If nil, it has the host's name, or `localhost` if the gateway listens on
    /// loopback alone.
    package var origin: String?

    package init(
        listening: [GatewayAddress] = [], managing: [GatewayAddress] = [], certificate: (chain: String, privateKey: String)? = nil,
        hostName: String = "localhost",
        origin: String? = nil
    ) {
        self.listening = listening
        self.managing = managing
        self.certificate = certificate
        self.hostName = hostName
        self.origin = origin
    }

    package var isOn: Bool { !listening.isEmpty || !managing.isEmpty }
}

/// The rights on the local socket. The daemon's own user and root may do everything, members of named groups what their group may, others nothing.
package struct AccessPolicy: Sendable {
    /// The right that members of a group have, by group id.
    var rights: [UInt32: AccessRight]
    private let owner: UInt32

    /// - Parameters:
    ///   - owner: the daemon's own uid.
    ///   - rights: what the members of each group may do.
    package init(owner: UInt32, rights: [UInt32: AccessRight] = [:]) {
        self.owner = owner
        self.rights = rights
    }

    /// Whether `peer` has `right`; a right includes those below it.
    package func allows(_ peer: PeerIdentity, _ right: AccessRight) -> Bool {
        if peer.uid == owner || peer.uid == 0 { return true }
        if rights.isEmpty { return false }
        return ([peer.gid] + peer.groups).contains { group in rights[group].map { $0 >= right } ?? false }
    }
}
