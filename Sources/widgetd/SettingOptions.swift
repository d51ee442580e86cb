import ArgumentParser
import WidgetSettings

/// The options that widgetd.conf has as keys. `ConfigurationKey` says what each is; an option goes before the files.
struct SettingOptions: ParsableArguments {
    @Option(help: .of(.logLevel))
    var logLevel: String?

    @Option(help: .of(.providers))
    var providers: [String] = []

    @Option(help: .of(.displayScale))
    var displayScale: String?

    @Option(help: .of(.widgetLimit))
    var widgetLimit: String?

    @OptionGroup var peers: PeerOptions
    @OptionGroup var pushes: PushOptions
    @OptionGroup var reloads: ReloadOptions

    @Option(help: .of(.activityAge))
    var activityAge: String?

    @OptionGroup var clients: AccessOptions

    @Option(help: .of(.metricsListen))
    var metricsListen: [String] = []

    /// The values of the command line, by key.
    var given: [(key: ConfigurationKey, texts: [String])] {
        let own: [(key: ConfigurationKey, texts: [String])] = [
            (.logLevel, .of(logLevel)), (.providers, providers.map(AbsolutePath.of)), (.displayScale, .of(displayScale)), (.widgetLimit, .of(widgetLimit)),
            (.activityAge, .of(activityAge)),
            (.metricsListen, metricsListen),
        ]
        return (own + peers.given + pushes.given + reloads.given + clients.given).filter { !$0.texts.isEmpty }
    }

    func validate() throws {
        var settings = ConfigurationSettings()
        for (key, texts) in given { settings.set(key, texts, from: .commandLine) }
        if !settings.mistakes.isEmpty { throw ValidationError(settings.mistakes.map(\.description).joined(separator: "\n")) }
    }
}

/// How this device finds and reaches the user's other devices.
struct PeerOptions: ParsableArguments {
    @Option(help: .of(.peerListen))
    var peerListen: [String] = []

    @Option(help: .of(.deviceName))
    var deviceName: String?

    @Flag(inversion: .prefixedNo, help: .of(.announce))
    var announce: Bool?

    @Option(help: .of(.carrier))
    var carrier: String?

    var given: [(key: ConfigurationKey, texts: [String])] {
        [(.peerListen, peerListen), (.deviceName, .of(deviceName)), (.announce, .of(announce)), (.carrier, .of(carrier))]
    }
}

/// Where servers reach the push gateway.
struct PushOptions: ParsableArguments {
    @Option(help: .of(.pushListen))
    var pushListen: [String] = []

    @Option(help: .of(.pushOrigin))
    var pushOrigin: String?

    @Option(help: .of(.pushManage))
    var pushManage: [String] = []

    @Option(help: .of(.pushCertificate))
    var pushCertificate: String?

    @Option(help: .of(.pushPrivateKey))
    var pushPrivateKey: String?

    var given: [(key: ConfigurationKey, texts: [String])] {
        [
            (.pushListen, pushListen), (.pushOrigin, .of(pushOrigin)), (.pushManage, pushManage), (.pushCertificate, .of(pushCertificate.map(AbsolutePath.of))),
            (.pushPrivateKey, .of(pushPrivateKey.map(AbsolutePath.of))),
        ]
    }
}

/// How many reloads widgets have a day.
struct ReloadOptions: ParsableArguments {
    @Option(help: .of(.reloadsPerDay))
    var reloadsPerDay: String?

    @Option(help: .of(.savedReloads))
    var savedReloads: String?

    @Option(help: .of(.kindBudget))
    var kindBudget: [String] = []

    @Flag(inversion: .prefixedNo, help: .of(.developerMode))
    var developerMode: Bool?

    var given: [(key: ConfigurationKey, texts: [String])] {
        [
            (.reloadsPerDay, .of(reloadsPerDay)), (.savedReloads, .of(savedReloads)), (.kindBudget, kindBudget), (.developerMode, .of(developerMode)),
        ]
    }
}

/// Which local users may connect, and what they may do.
struct AccessOptions: ParsableArguments {
    @Option(help: .of(.connectionsPerUser))
    var connectionsPerUser: String?

    @Option(help: .of(.readGroup))
    var readGroup: [String] = []

    @Option(help: .of(.actGroup))
    var actGroup: [String] = []

    @Option(help: .of(.manageGroup))
    var manageGroup: [String] = []

    @Option(help: .of(.allow))
    var allow: [String] = []

    @Option(help: .of(.deny))
    var deny: [String] = []

    @Flag(inversion: .prefixedNo, help: .of(.polkit))
    var polkit: Bool?

    var given: [(key: ConfigurationKey, texts: [String])] {
        [
            (.connectionsPerUser, .of(connectionsPerUser)), (.readGroup, readGroup), (.actGroup, actGroup), (.manageGroup, manageGroup), (.allow, allow),
            (.deny, deny), (.polkit, .of(polkit)),
        ]
    }
}

extension ArgumentHelp {
    static func of(_ key: ConfigurationKey) -> ArgumentHelp { ArgumentHelp(key.help) }
}

extension [String] {
    /// A key's values where the option of a key with one value was given.
    fileprivate static func of(_ text: String?) -> [String] { text.map { [$0] } ?? [] }
    fileprivate static func of(_ isOn: Bool?) -> [String] { isOn.map { [$0 ? "yes" : "no"] } ?? [] }
}
