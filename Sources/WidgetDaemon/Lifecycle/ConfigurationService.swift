import DaemonCore
import Logging
import Systemd
import TTRPC
import WidgetAPI
import WidgetCore
import WidgetSettings

/// The settings that the daemon runs with. It reads them anew for a reload, and applies them.
actor ConfigurationService {
    private let source: SettingsSource
    private let widgets: WidgetService
    private let activities: ActivityService
    private let access: AccessControl
    private let followers: [any SettingsFollower]
    /// The file of the engine that this process uses.
    private let carrier: String?
    private let restart: RestartRequest
    private let threshold: LogThreshold
    private let logger: Logger

    /// The settings that hold now.
    private var settings: ConfigurationSettings
    /// The settings as files and command line said them last without a mistake.
    private var latest: ConfigurationSettings
    /// The mistakes of the last reload.
    private var mistakes: [ConfigurationMistake] = []
    /// The reasons why keys couldn't be changed by the last reload.
    private var refusals: [ConfigurationKey: String] = [:]

    /// - Parameter followers: asked at each reload, in this order.
    init(
        _ configuration: DaemonConfiguration, widgets: WidgetService, activities: ActivityService, access: AccessControl, followers: [any SettingsFollower],
        restart: RestartRequest
    ) {
        source = configuration.source
        threshold = configuration.threshold
        logger = configuration.logger
        settings = configuration.settings
        latest = settings
        self.widgets = widgets
        self.activities = activities
        self.access = access
        self.followers = followers
        carrier = configuration.peers.carrier
        self.restart = restart
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
        refusals = await refusals(of: new)
        let applied = settings.reload(new, except: Set(refusals.keys))
        latest = new
        threshold.level = live.logLevel
        access.replace(live.access)
        server.setConnectionsPerUID(live.connectionsPerUser)
        await widgets.setReloads(live.reload)
        // The scale of the display may have changed.
        await widgets.environmentDidChange()
        await activities.setMaximumAge(live.activityAge)
        if !applied.isEmpty { logger.notice("settings changed", metadata: ["keys": "\(Self.names(applied))"]) }
        // A new process would not have what was refused.
        if settings.text(.carrier) != carrier, refusals.isEmpty { restart.make() }
        if settings.isOn(.developerMode) { Self.warnOfDeveloperMode(logger) }
    }

    /// Has the parts that may refuse new settings go over to them.
    /// - Returns: why they couldn't, by the keys that have changed. Where nothing has changed and a part still can't listen, the reason is of its first key.
    private func refusals(of new: ConfigurationSettings) async -> [ConfigurationKey: String] {
        var refused: [ConfigurationKey: String] = [:]
        for follower in followers {
            do {
                try await follower.follow(new)
            } catch {
                let changed = follower.keys.filter { settings.texts($0) != new.texts($0) }
                for key in changed.isEmpty ? Array(follower.keys.prefix(1)) : changed {
                    refused[key] = "\(error)"
                    let what = "\(key.name): it couldn't be applied, and a value before it holds"
                    let place = new.values(of: key).first.map { ConfigurationMistake(source: $0.source, message: what).description }
                    logger.error("\(place ?? what)", metadata: ["error": "\(error)"])
                }
            }
        }
        return refused
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
                $0.refused = refusals[key] ?? ""
                guard settings.texts(key) != latest.texts(key) else { return }
                $0.next = latest.values(of: key).map(ProtoConfigurationResponse.Value.init)
            }
        }
        response.files = latest.files
        response.mistakes = mistakes.map(\.description)
        return response
    }
}
