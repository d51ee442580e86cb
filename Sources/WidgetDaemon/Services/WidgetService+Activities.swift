import WidgetCore
import WidgetProviders
import WidgetStore

// What this device's providers draw of Live Activities.
extension WidgetService {
    /// Keeps the types that a provider draws. One that another provider draws already is a problem of this one.
    func takeActivityTypes(_ described: [ActivityType], from provider: ProviderHost) {
        let id = provider.manifest.id
        for (name, known) in activityTypes where known.type.provider == id { activityTypes[name] = nil }
        for type in described {
            if let other = activityTypes[type.name], providers[other.type.provider] != nil {
                let message = "activities of the type '\(type.name)' are drawn by provider '\(other.type.provider)' already; rename one of them"
                problems.append(ManifestProblem(path: provider.manifest.path, message: message))
            } else {
                activityTypes[type.name] = StoredActivityType(type: type, fingerprint: provider.manifest.fingerprint)
            }
        }
        tellActivityProviders()
    }

    /// Says who draws what from now on.
    func tellActivityProviders() { activityProviders.set(activityTypes.compactMapValues { providers[$0.type.provider] }) }
}
