package import Logging
package import TTRPC
package import WidgetCore
package import WidgetProviders

/// Everything that a daemon is told at its start.
package struct DaemonConfiguration: Sendable {
    /// Absolute; made with mode 0700 where it doesn't exist.
    package var stateDirectory: String
    package var listening: ListeningAddress
    /// Where clients find the socket, for `status`.
    package var socketPath: String
    package var providerDirectories: [ProviderDirectory]
    package var access: AccessPolicy
    package var limits: ServerLimits
    package var reload: ReloadConfiguration
    /// How long a Live Activity is active; nil: as long as it takes.
    package var activityAge: Milliseconds?
    package var appearance: Appearance
    package var peers: PeerConfiguration
    package var push: PushConfiguration
    package var environment: [String: String]
    package var logger: Logger

    package init(
        stateDirectory: String, listening: ListeningAddress, socketPath: String, providerDirectories: [ProviderDirectory], access: AccessPolicy,
        limits: ServerLimits = ServerLimits(), reload: ReloadConfiguration = ReloadConfiguration(), activityAge: Milliseconds? = ActivityLimits.maximumAge,
        appearance: Appearance = Appearance(),
        peers: PeerConfiguration, push: PushConfiguration = PushConfiguration(), environment: [String: String], logger: Logger
    ) {
        self.stateDirectory = stateDirectory
        self.listening = listening
        self.socketPath = socketPath
        self.providerDirectories = providerDirectories
        self.access = access
        self.limits = limits
        self.reload = reload
        self.activityAge = activityAge
        self.appearance = appearance
        self.peers = peers
        self.push = push
        self.environment = environment
        self.logger = logger
    }
}
