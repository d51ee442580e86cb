import WidgetCore
import WidgetProviders

/// Runs intents by themselves, outside of widgets, activities and controls.
struct IntentRunner {
    let registry: ProviderRegistry

    /// The intents of this device's providers. One that can't be asked has none, unless it alone is meant.
    /// - Parameter provider: empty: all.
    /// - Throws: NOT_FOUND for an unknown provider; its own error.
    func intents(of provider: String) async throws(WidgetError) -> [IntentInfo] {
        if !provider.isEmpty { return try await host(provider).intents().sorted { $0.name < $1.name } }
        let hosts = registry.catalog.hosts.values
        let intents = await withTaskGroup(of: [IntentInfo].self) { group in
            for host in hosts { group.addTask { (try? await host.intents()) ?? [] } }
            var all: [IntentInfo] = []
            for await some in group { all += some }
            return all
        }
        return intents.sorted { ($0.provider, $0.name) < ($1.provider, $1.name) }
    }

    /// Runs an intent.
    /// - Parameter provider: empty: the one that has it.
    /// - Throws: NOT_FOUND where no provider has it, INVALID_ARGUMENT where several have; the provider's error.
    func run(_ name: String, of provider: String, with parameters: Parameters, key: WidgetID) async throws(WidgetError) -> (provider: String, IntentOutcome) {
        let all = try await intents(of: provider)
        let found = all.filter { $0.name == name }
        guard let intent = found.first else {
            let advice = Suggestion.advice(for: name, among: all.map(\.name), verb: "there are", source: "widgetctl intent list")
            throw WidgetError(.notFound, "name: no provider has the intent '\(name.cut(toBytes: 64))'\(advice)")
        }
        guard found.count == 1 else {
            throw .invalid("name", "several providers have '\(name)': \(found.map(\.provider).joined(separator: ", ")); say which")
        }
        let host = try host(intent.provider)
        let request = IntentRequest(name: name, intentParameters: parameters, kind: "", widget: key, idempotencyKey: "\(key)")
        var outcome = IntentOutcome()
        try await host.serve(isForUser: true) { () throws(WidgetError) in outcome = try await host.perform(request) }
        return (intent.provider, outcome)
    }

    private func host(_ provider: String) throws(WidgetError) -> ProviderHost {
        if let host = registry.catalog.hosts[provider] { return host }
        let advice = Suggestion.advice(for: provider, among: Array(registry.catalog.hosts.keys), verb: "there are", source: "widgetctl provider list")
        throw WidgetError(.notFound, "provider: there is no '\(provider.cut(toBytes: 64))'\(advice)")
    }
}
