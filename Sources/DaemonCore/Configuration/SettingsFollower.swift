package import WidgetSettings

/// A part of the daemon that goes over to other settings while it runs, and that may fail to: an address may be taken.
package protocol SettingsFollower: Sendable {
    /// The keys that it follows.
    var keys: [ConfigurationKey] { get }
    /// Goes over to these settings, which have no mistakes. It is called for each reload, also where nothing has changed for it.
    /// - Throws: the reason why it can't. Then it goes on with the settings before.
    func follow(_ settings: ConfigurationSettings) async throws
}
