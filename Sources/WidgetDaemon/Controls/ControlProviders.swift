import WidgetCore
import WidgetProviders

/// Which kinds of controls this device's providers give, and the providers.
struct ControlProviders: Sendable {
    /// Rises with each change.
    var revision: UInt64 = 0
    /// Also those of providers that aren't installed any more.
    var kinds: [String: ControlKind] = [:]
    /// Those that are installed, by id.
    var hosts: [String: ProviderHost] = [:]

    /// The provider that performs and loads controls of a kind; nil: none is installed.
    func host(of kind: String) -> ProviderHost? { kinds[kind].flatMap { hosts[$0.provider] } }

    /// Kinds that can be added.
    var installed: [ControlKind] { kinds.values.filter { hosts[$0.provider] != nil }.sorted { $0.id < $1.id } }
}
