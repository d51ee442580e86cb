import WidgetCarrier
import WidgetCore

/// The file of an engine that the settings name. With another one the daemon starts anew, once it has connected to that engine.
actor EngineSetting: SettingsFollower {
    nonisolated let keys: [ConfigurationKey] = [.carrier]
    private let file: String?
    private let restart: RestartRequest

    /// - Parameter file: the file that the daemon uses. Nil: the settings name none.
    init(_ file: String?, restart: RestartRequest) {
        self.file = file
        self.restart = restart
    }

    func follow(_ settings: ConfigurationSettings) async throws {
        let new = settings.text(.carrier)
        guard new != file else { return }
        if let new { try await CarrierLink.check(try ConnectionFile.read(new)) }
        restart.make()
    }
}
