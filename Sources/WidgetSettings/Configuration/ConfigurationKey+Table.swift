import WidgetCore

/// The keys of `widgetd.conf`.
extension ConfigurationKey {
    // MARK: [Daemon]

    public static let logLevel = ConfigurationKey(
        .daemon, "LogLevel", .choice(["trace", "debug", "info", "notice", "warning", "error", "critical"]), standard: "info",
        "The least severe messages that are logged.")

    public static let providers = ConfigurationKey(
        .daemon, "Providers", listOf: .path,
        """
        Another directory of provider manifests, such as a build's. Its providers replace installed ones of the same id; those of /etc/widgetd/providers and \
        ~/.config/widgetd/providers replace them.
        """)

    public static let displayScale = ConfigurationKey(
        .daemon, "DisplayScale", .number(Limits.displayScale), standard: "1",
        "Pixels per point of the surfaces, for providers that draw pictures.")

    public static let widgetLimit = ConfigurationKey(
        .daemon, "WidgetLimit", .integer(Limits.widgetLimit), standard: "\(Limits.widgets)",
        "Widgets that can be placed. Those that are there stay, and so do those of other devices.")

    // MARK: [Reloads]

    public static let reloadsPerDay = ConfigurationKey(
        .reloads, "ReloadsPerDay", .integer(1...Limits.reloadsPerDay), standard: "\(ReloadBudget.standard.perDay)",
        "Background reloads that each widget may use in a day.")

    public static let savedReloads = ConfigurationKey(
        .reloads, "SavedReloads", .integer(1...Limits.savedReloads), standard: "\(ReloadBudget.standard.capacity)",
        "How many of them can be saved up.")

    public static let kindBudget = ConfigurationKey(
        .reloads, "KindBudget", listOf: .kindBudget,
        "The budget of one kind. It also counts reloads whose interval their provider's manifest sets.")

    public static let developerMode = ConfigurationKey(
        .reloads, "DeveloperMode", .boolean, standard: "no",
        "Developer mode, for writing a provider: reloads aren't counted, and may follow each other after a second.")

    // MARK: [Activities]

    public static let activityAge = ConfigurationKey(
        .activities, "ActivityAge", .age, standard: ActivityAge(ActivityLimits.maximumAge).description,
        "How long a Live Activity is active before the daemon ends it.")

    // MARK: [Peers]

    public static let peerListen = ConfigurationKey(
        .peers, "PeerListen", listOf: .peerAddress,
        """
        Where to listen for the user's other devices. Without it: on every address, port \(PeerAddress.defaultPort), once this device has invited another or \
        joined one.
        """)

    public static let deviceName = ConfigurationKey(
        .peers, "DeviceName", .text(bytes: Limits.deviceNameBytes), standard: nil,
        "How this device is called at first. A reload (not a restart) with another name renames it. Without it: the machine's host name.")

    public static let announce = ConfigurationKey(
        .peers, "Announce", .boolean, standard: "yes",
        "Whether this device announces itself on the local network (mDNS), and looks for others there.")

    public static let carrier = ConfigurationKey(
        .peers, "Carrier", .path, standard: nil,
        """
        A file with the connection string of a PostgreSQL database, through which this device exchanges changes with others that have the same. Nobody else \
        may read the file. Without it, devices exchange changes over their links alone.
        """)

    // MARK: [Push]

    public static let pushListen = ConfigurationKey(
        .push, "PushListen", listOf: .address,
        "Where to take pushes from servers that speak APNs. Without it there is no gateway.")

    public static let pushOrigin = ConfigurationKey(
        .push, "PushOrigin", .origin, standard: nil,
        "Where servers reach this gateway, for Web Push's endpoints. Without it: the machine's name, or localhost.")

    public static let pushManage = ConfigurationKey(
        .push, "PushManage", listOf: .address, "Where servers manage broadcast channels.")

    public static let pushCertificate = ConfigurationKey(
        .push, "PushCertificate", .path, standard: nil,
        """
        A certificate's chain in PEM for pushes, with PushPrivateKey=. A reload reads the file anew. Without it, and without a credential \
        widgetd.push-certificate of systemd, one of this machine's own is made in the state directory, which servers are given as the authority to trust.
        """)

    public static let pushPrivateKey = ConfigurationKey(
        .push, "PushPrivateKey", .path, standard: nil,
        "The certificate's private key in PEM, without a password, that nobody else may read. Its credential of systemd is widgetd.push-private-key.")

    // MARK: [Access]

    public static let connectionsPerUser = ConfigurationKey(
        .access, "ConnectionsPerUser", .integer(ConfigurationLimits.connectionsPerUser), standard: "\(ConfigurationLimits.usualConnectionsPerUser)",
        "Connections of one user at a time.")

    public static let readGroup = ConfigurationKey(
        .access, "ReadGroup", listOf: .group, "A group whose members may only read.")

    public static let actGroup = ConfigurationKey(
        .access, "ActGroup", listOf: .group, "A group whose members may also reload widgets and press their buttons.")

    public static let manageGroup = ConfigurationKey(
        .access, "ManageGroup", listOf: .group, "A group whose members may also place, configure and remove widgets.")

    public static let allow = ConfigurationKey(
        .access, "Allow", listOf: .accessRule,
        "Methods that a user, or a @group's members, may call beside those of their right.")

    public static let deny = ConfigurationKey(
        .access, "Deny", listOf: .accessRule,
        "Methods that a user, or a @group's members, may not call, whatever else allows them. It doesn't bind root and the daemon's own user.")

    public static let polkit = ConfigurationKey(
        .access, "Polkit", .boolean, standard: "yes",
        "Whether the machine's own daemon asks polkit about callers without the right. A user's own daemon never asks.")

    // MARK: [Metrics]

    public static let metricsListen = ConfigurationKey(
        .metrics, "MetricsListen", listOf: .metricsAddress,
        "Where Prometheus gets metrics, at /metrics. Without it nothing listens. It has no password, so it listens on this machine alone.")

    /// Every key, in the order of the file.
    public static let all: [ConfigurationKey] = [
        logLevel, providers, displayScale, widgetLimit, reloadsPerDay, savedReloads, kindBudget, developerMode, activityAge, peerListen, deviceName, announce,
        carrier,
        pushListen, pushOrigin, pushManage, pushCertificate, pushPrivateKey, connectionsPerUser, readGroup, actGroup, manageGroup, allow, deny, polkit,
        metricsListen,
    ]

    /// The keys of a section, in their order.
    public static func keys(of section: Section) -> [ConfigurationKey] { all.filter { $0.section == section } }
}
