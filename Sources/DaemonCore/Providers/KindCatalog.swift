package import WidgetCore
package import WidgetProviders
package import WidgetStore

/// The kinds, controls and activity types that this device's providers give at a moment, and the hosts that run the providers.
///
/// A kind stays here after its provider was removed, so that its widgets keep their name and their parameters.
package struct KindCatalog: Sendable {
    /// A kind of widgets, with the fingerprint of the provider that described it.
    package struct InstalledKind: Sendable {
        package var kind: Kind
        /// Changes when the provider's program or manifest changes.
        var fingerprint: String
    }

    /// Kinds of widgets by id.
    package private(set) var kinds: [String: InstalledKind] = [:]
    /// Kinds of controls by id.
    package private(set) var controlKinds: [String: StoredControlKind] = [:]
    /// Types of Live Activities by name.
    package private(set) var activityTypes: [String: StoredActivityType] = [:]
    /// Installed providers by id.
    package private(set) var hosts: [String: ProviderHost] = [:]
    /// Rises with each change: the newer of two catalogs has the larger number.
    package private(set) var revision: UInt64 = 0
    /// The former id of a kind, and its present one.
    private var aliases: [String: String] = [:]

    // MARK: Questions

    /// Whether the provider of this kind is installed.
    package func isInstalled(_ kind: String) -> Bool { host(ofKind: kind) != nil }

    /// The provider of a kind of widgets; nil: it isn't installed.
    package func host(ofKind kind: String) -> ProviderHost? { kinds[kind].flatMap { hosts[$0.kind.provider] } }

    /// The id of the provider of a kind of widgets, installed or not; nil: nobody gave it.
    package func provider(of kind: String) -> String? { kinds[kind]?.kind.provider }

    /// The provider that performs and loads a kind of controls; nil: it isn't installed.
    package func host(ofControl kind: String) -> ProviderHost? { controlKinds[kind].flatMap { hosts[$0.kind.provider] } }

    /// The provider that draws a type of activities; nil: it isn't installed.
    package func host(ofActivity type: String) -> ProviderHost? { activityTypes[type].flatMap { hosts[$0.type.provider] } }

    /// The installed kind of that id or former id.
    package func installedKind(named name: String) -> Kind? {
        [name, aliases[name] ?? name].lazy.filter(isInstalled).compactMap { kinds[$0]?.kind }.first
    }

    /// The ids of all installed kinds of widgets.
    package var installed: Set<String> { Set(kinds.keys.filter(isInstalled)) }

    /// The kinds of controls that can be added, by id.
    package var installedControls: [ControlKind] { controlKinds.values.map(\.kind).filter { hosts[$0.provider] != nil }.sorted { $0.id < $1.id } }

    /// The activity types that installed providers draw, by name.
    package var drawnTypes: [ActivityType] { activityTypes.values.map(\.type).filter { hosts[$0.provider] != nil }.sorted { $0.name < $1.name } }

    /// The ids of all kinds of widgets and controls of a provider, each list sorted.
    func kinds(of provider: String) -> [String] {
        kinds.values.filter { $0.kind.provider == provider }.map(\.kind.id).sorted()
            + controlKinds.values.filter { $0.kind.provider == provider }.map(\.kind.id).sorted()
    }

    /// Whether this version of a provider has described its kinds, controls or activity types.
    func isDescribed(_ manifest: ProviderManifest) -> Bool {
        let (id, fingerprint) = (manifest.id, manifest.fingerprint)
        return kinds.values.contains { $0.kind.provider == id && $0.fingerprint == fingerprint }
            || controlKinds.values.contains { $0.kind.provider == id && $0.fingerprint == fingerprint }
            || activityTypes.values.contains { $0.type.provider == id && $0.fingerprint == fingerprint }
    }

    /// All kinds of widgets, as the store keeps them.
    var stored: [StoredKind] {
        kinds.values.map { StoredKind(kind: $0.kind, fingerprint: $0.fingerprint, isWithdrawn: !isInstalled($0.kind.id)) }
    }

    // MARK: Changes

    /// An empty catalog.
    package init() {}

    /// The kinds of the last run, from the store; no provider is installed yet.
    init(_ stored: StoredState) {
        for kind in stored.kinds { install(kind.kind, fingerprint: kind.fingerprint) }
        for kind in stored.controlKinds { controlKinds[kind.kind.id] = kind }
        for type in stored.activityTypes { activityTypes[type.type.name] = type }
    }

    /// Replaces the installed providers.
    mutating func set(_ hosts: [String: ProviderHost]) {
        self.hosts = hosts
        revision += 1
        for id in hosts.keys { tellSecrets(id) }
    }

    /// Tells a provider's host which parameters are marked as secret.
    private func tellSecrets(_ provider: String) {
        let ofKinds = kinds.values.filter { $0.kind.provider == provider }.flatMap(\.kind.parameters)
        let ofControls = controlKinds.values.filter { $0.kind.provider == provider }.flatMap(\.kind.parameters)
        hosts[provider]?.note(markedSecrets: Set((ofKinds + ofControls).filter { $0.isMarkedSecret == true }.map(\.name)))
    }

    /// Replaces the kinds, controls and activity types of a provider.
    /// - Returns: a message for each kind, control and type that another installed provider already has; these are left out.
    mutating func replace(with description: ProviderDescription, of manifest: ProviderManifest) -> [String] {
        var problems: [String] = []
        let (id, fingerprint) = (manifest.id, manifest.fingerprint)
        revision += 1
        kinds = kinds.filter { $0.value.kind.provider != id }
        for kind in description.kinds {
            if let other = kinds[kind.id]?.kind.provider, hosts[other] != nil {
                problems.append("kind '\(kind.id)' is given by provider '\(other)' already; rename one of them")
            } else {
                install(kind, fingerprint: fingerprint)
            }
        }
        controlKinds = controlKinds.filter { $0.value.kind.provider != id }
        for kind in description.controls {
            if let other = controlKinds[kind.id]?.kind.provider, hosts[other] != nil {
                problems.append("control '\(kind.id)' is given by provider '\(other)' already; rename one of them")
            } else {
                controlKinds[kind.id] = StoredControlKind(kind: kind, fingerprint: fingerprint)
            }
        }
        tellSecrets(id)
        activityTypes = activityTypes.filter { $0.value.type.provider != id }
        for type in description.activities {
            if let other = activityTypes[type.name]?.type.provider, hosts[other] != nil {
                problems.append("activities of the type '\(type.name)' are drawn by provider '\(other)' already; rename one of them")
            } else {
                activityTypes[type.name] = StoredActivityType(type: type, fingerprint: fingerprint)
            }
        }
        return problems
    }

    private mutating func install(_ kind: Kind, fingerprint: String) {
        kinds[kind.id] = InstalledKind(kind: kind, fingerprint: fingerprint)
        for alias in kind.aliases where kinds[alias] == nil { aliases[alias] = kind.id }
    }
}
