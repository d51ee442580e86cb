import Glibc
package import Logging
import TTRPC
package import WidgetAPI
package import WidgetCore
package import WidgetSettings

/// Where a daemon's settings come from: its files, and then its command line.
package struct SettingsSource: Sendable {
    private let files: ConfigurationFiles
    private let options: [(key: ConfigurationKey, texts: [String])]
    /// systemd opened the socket. Only then can a group reach it.
    private let isSocketHandedOver: Bool
    /// The directory of systemd's credentials; nil: it gave none.
    private let credentials: String?

    /// - Parameter credentials: the directory of systemd's credentials (`$CREDENTIALS_DIRECTORY`); nil: there is none.
    package init(
        files: ConfigurationFiles, options: [(key: ConfigurationKey, texts: [String])], isSocketHandedOver: Bool, credentials: String? = nil
    ) {
        self.files = files
        self.options = options
        self.isSocketHandedOver = isSocketHandedOver
        self.credentials = credentials
    }

    /// The settings as they are now, with all mistakes. It blocks while it reads.
    package func read() -> ConfigurationSettings {
        var settings = files.read()
        for (key, texts) in options { settings.set(key, texts, from: .commandLine) }
        if let credentials { settings.takeCredentials(in: credentials) { access($0, F_OK) == 0 } }
        settings.checkTogether()
        for key in LiveSettings.groupKeys {
            for value in settings.values(of: key) {
                if Accounts.group(value.text) == nil {
                    settings.refuse(key, Accounts.unknownGroup(value.text), from: value.source)
                } else {
                    checkSocket(key, value, &settings)
                }
            }
        }
        for key in [ConfigurationKey.allow, .deny] {
            for value in settings.values(of: key) {
                do throws(WidgetError) {
                    _ = try AccessPolicy.Rule(value, of: key)
                    if key == .allow { checkSocket(key, value, &settings) }
                } catch {
                    settings.refuse(key, error.message, from: value.source)
                }
            }
        }
        return settings
    }

    /// An option gives a right for which the socket has to be open to others. A file may be read by several daemons, so its lines say nothing of one socket.
    private func checkSocket(_ key: ConfigurationKey, _ value: ConfigurationSettings.Value, _ settings: inout ConfigurationSettings) {
        guard value.source == .commandLine, !isSocketHandedOver else { return }
        let callers = key == .allow ? "others" : "the group"
        let advice = "start widgetd through widgetd.socket, whose unit gives it a group and a mode"
        settings.refuse(key, "needs a socket that \(callers) can reach: \(advice)", from: value.source)
    }
}

/// The settings that a reload changes.
package struct LiveSettings: Sendable {
    package var logLevel: Logger.Level
    package var reload: ReloadConfiguration
    /// How long a Live Activity may be active; nil: without limit.
    package var activityAge: Milliseconds?
    package var connectionsPerUser: Int
    /// The callers' rights, but for the daemon's own user and root.
    package var access: AccessPolicy

    /// - Throws: NOT_FOUND for a group or a user that doesn't exist.
    package init(_ settings: ConfigurationSettings) throws(WidgetError) {
        logLevel = settings.text(.logLevel).flatMap { Logger.Level(rawValue: $0) } ?? .info
        reload = try settings.reloadConfiguration()
        activityAge = settings.activityAge
        connectionsPerUser = settings.integer(.connectionsPerUser)
        access = AccessPolicy()
        for (key, right) in zip(Self.groupKeys, [AccessRight.read, .act, .manage]) {
            for name in settings.texts(key) {
                guard let group = Accounts.group(name) else { throw WidgetError(.notFound, Accounts.unknownGroup(name)) }
                access.rights[group] = right
            }
        }
        for value in settings.values(of: .allow) { access.allowed.append(try AccessPolicy.Rule(value, of: .allow)) }
        for value in settings.values(of: .deny) { access.denied.append(try AccessPolicy.Rule(value, of: .deny)) }
        access.asksPolkit = settings.isOn(.polkit)
    }

    /// From the lowest right to the highest.
    static let groupKeys: [ConfigurationKey] = [.readGroup, .actGroup, .manageGroup]
}
