import DaemonCore
import WidgetCarrier
import WidgetSettings

/// The file of an engine that the settings name. The daemon starts anew for another one, once it has connected to that engine.
struct EngineSetting: SettingsFollower {
    let keys: [ConfigurationKey] = [.carrier]
    /// The file that the daemon uses. Nil: the settings name none.
    let file: String?

    func follow(_ settings: ConfigurationSettings) async throws {
        guard let new = settings.text(.carrier), new != file else { return }
        try await CarrierLink.check(try ConnectionFile.read(new))
    }
}
