import DaemonCore
import WidgetSettings

/// Renames this device when a reload names it otherwise. A name that a user gave it since stays until then, and over a restart.
actor ConfiguredName: SettingsFollower {
    nonisolated var keys: [ConfigurationKey] { [.deviceName] }
    private let peers: PeerService
    private var name: String?

    /// - Parameter name: the setting's value so far.
    init(_ name: String?, of peers: PeerService) {
        self.name = name
        self.peers = peers
    }

    /// - Throws: ALREADY_EXISTS, where another device is called so; the store's errors.
    func follow(_ settings: ConfigurationSettings) async throws {
        let wanted = settings.text(.deviceName)
        if let wanted, wanted != name { _ = try await peers.rename("\(peers.identity.id)", to: wanted) }
        name = wanted
    }
}
