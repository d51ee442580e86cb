import Glibc
import Logging
import TTRPC
package import WidgetAPI
package import WidgetCore

/// Where a daemon's settings come from: its files, and then its command line.
package struct SettingsSource: Sendable {
    private let files: ConfigurationFiles
    private let options: [(key: ConfigurationKey, texts: [String])]
    /// systemd opened the socket. Only then can a group reach it.
    private let isSocketHandedOver: Bool

    package init(files: ConfigurationFiles, options: [(key: ConfigurationKey, texts: [String])], isSocketHandedOver: Bool) {
        self.files = files
        self.options = options
        self.isSocketHandedOver = isSocketHandedOver
    }

    /// The settings as they are now, with all mistakes. It blocks while it reads.
    package func read() -> ConfigurationSettings {
        var settings = files.read()
        for (key, texts) in options { settings.set(key, texts, from: .commandLine) }
        settings.checkTogether()
        for key in LiveSettings.groupKeys {
            for value in settings.values(of: key) {
                if LiveSettings.group(value.text) == nil {
                    settings.refuse(key, "there is no group \(value.text.quoted); `getent group` lists them", from: value.source)
                } else if value.source == .commandLine, !isSocketHandedOver {
                    let advice = "start widgetd through widgetd.socket, whose unit gives it a group and a mode"
                    settings.refuse(key, "needs a socket that the group can reach: \(advice)", from: value.source)
                }
            }
        }
        return settings
    }
}

/// The settings that a reload changes.
struct LiveSettings: Sendable {
    var logLevel: Logger.Level
    var reload: ReloadConfiguration
    /// How long a Live Activity may be active; nil: without limit.
    var activityAge: Milliseconds?
    var connectionsPerUser: Int
    /// The right of each group's members, by group id.
    var rights: [UInt32: AccessRight]

    /// - Throws: NOT_FOUND for a group that doesn't exist.
    init(_ settings: ConfigurationSettings) throws(WidgetError) {
        logLevel = settings.text(.logLevel).flatMap { Logger.Level(rawValue: $0) } ?? .info
        reload = try settings.reloadConfiguration()
        activityAge = settings.activityAge
        connectionsPerUser = settings.integer(.connectionsPerUser)
        rights = [:]
        for (key, right) in zip(Self.groupKeys, [AccessRight.read, .act, .manage]) {
            for name in settings.texts(key) {
                guard let group = Self.group(name) else { throw WidgetError(.notFound, "there is no group \(name.quoted); `getent group` lists them") }
                rights[group] = right
            }
        }
    }

    /// From the lowest right to the highest.
    static let groupKeys: [ConfigurationKey] = [.readGroup, .actGroup, .manageGroup]

    /// The number of a group; nil: there is none of the name.
    static func group(_ name: String) -> UInt32? {
        if let number = UInt32(name) { return number }
        return getgrnam(name)?.pointee.gr_gid
    }
}
