import Logging
import Systemd
import TTRPC
import WidgetAPI
import WidgetCore

/// The settings that the daemon runs with. It reads them anew for a reload, and applies those that can change while it runs.
actor ConfigurationService {
    private let source: SettingsSource
    private let widgets: WidgetService
    private let activities: ActivityService
    private let access: AccessControl
    private let threshold: LogThreshold
    private let logger: Logger

    /// The settings that hold now.
    private var settings: ConfigurationSettings
    /// The settings as files and command line said them last without a mistake.
    private var latest: ConfigurationSettings
    /// The mistakes of the last reload.
    private var mistakes: [ConfigurationMistake] = []
    /// The keys whose new values wait for a restart.
    private var waiting: [ConfigurationKey] = []

    init(_ configuration: DaemonConfiguration, widgets: WidgetService, activities: ActivityService, access: AccessControl) {
        source = configuration.source
        threshold = configuration.threshold
        logger = configuration.logger
        settings = configuration.settings
        latest = settings
        self.widgets = widgets
        self.activities = activities
        self.access = access
    }

    /// Reads the files anew. Where one has a mistake, nothing changes, and all mistakes are logged.
    func reload(_ server: TTRPCServer) async {
        let source = source
        let new = await ThreadPoolExecutor.run { source.read() }
        mistakes = new.mistakes
        let live: LiveSettings
        do throws(WidgetError) {
            guard new.mistakes.isEmpty else { throw WidgetError(.invalidArgument, "the settings before hold; `widgetctl config check` finds mistakes too") }
            live = try LiveSettings(new)
        } catch {
            for mistake in new.mistakes { logger.error("\(mistake)") }
            return logger.error("the settings weren't reloaded", metadata: ["why": "\(error)"])
        }
        let (applied, waiting) = settings.reload(new)
        (latest, self.waiting) = (new, waiting)
        threshold.level = live.logLevel
        access.setRights(live.rights)
        server.setConnectionsPerUID(live.connectionsPerUser)
        await widgets.setReloads(live.reload)
        await activities.setMaximumAge(live.activityAge)
        if !applied.isEmpty { logger.notice("settings changed", metadata: ["keys": "\(Self.names(applied))"]) }
        if !waiting.isEmpty { logger.warning("changed settings wait for a restart", metadata: ["keys": "\(Self.names(waiting))"]) }
        if settings.isOn(.developerMode) { Self.warnOfDeveloperMode(logger) }
    }

    static func warnOfDeveloperMode(_ logger: Logger) {
        logger.log(.developerMode, "developer mode: no reload is counted, and budgets and the minimum spacing are ignored")
    }

    private static func names(_ keys: [ConfigurationKey]) -> String { keys.map(\.name).joined(separator: ", ") }

    /// Every key with its values.
    func describe() -> ProtoConfigurationResponse {
        var response = ProtoConfigurationResponse()
        response.settings = ConfigurationKey.all.map { key in
            .with {
                ($0.section, $0.key) = (key.section.rawValue, key.name)
                $0.values = settings.values(of: key).map(ProtoConfigurationResponse.Value.init)
                guard waiting.contains(key) else { return }
                $0.waitsForRestart = true
                $0.next = latest.values(of: key).map(ProtoConfigurationResponse.Value.init)
            }
        }
        response.files = latest.files
        response.mistakes = mistakes.map(\.description)
        return response
    }
}
