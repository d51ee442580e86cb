package import WidgetCore
import WidgetProviders

/// Runs intents by themselves, outside of widgets, activities and controls.
package struct IntentRunner {
    package let registry: ProviderRegistry
    package let runtime: DaemonRuntime

    package init(registry: ProviderRegistry, runtime: DaemonRuntime) { (self.registry, self.runtime) = (registry, runtime) }

    /// The intents of this device's providers, and the providers that couldn't be asked.
    /// - Parameter provider: only this provider, which must answer; empty: all.
    /// - Throws: NOT_FOUND for an unknown provider; that provider's own error.
    package func intents(of provider: String) async throws(WidgetError) -> (intents: [IntentInfo], silent: [String]) {
        if !provider.isEmpty { return (try await host(provider).intents().sorted { $0.name < $1.name }, []) }
        // Scripts and plugins have none.
        let hosts = registry.catalog.hosts.values.filter { $0.manifest.protocol == .rpc }
        let answers = await withTaskGroup(of: (String, [IntentInfo]?).self) { group in
            for host in hosts { group.addTask { (host.manifest.id, try? await host.intents()) } }
            var answers: [(String, [IntentInfo]?)] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
        let intents = answers.flatMap { $0.1 ?? [] }.sorted { ($0.provider, $0.name) < ($1.provider, $1.name) }
        return (intents, answers.filter { $0.1 == nil }.map(\.0).sorted())
    }

    /// Runs an intent.
    /// - Parameters:
    ///   - provider: empty: the one that has it.
    ///   - caller: an intent that a provider runs doesn't have a user's priority.
    ///   - isLocked: whether the session is locked.
    /// - Throws: NOT_FOUND if no provider has the intent, INVALID_ARGUMENT if several have it, PERMISSION_DENIED for an intent that needs its user while the
    ///   session is locked; else the provider's error.
    package func run(
        _ name: String, of provider: String, with parameters: Parameters, caller: ReloadCaller, isLocked: Bool
    ) async throws(WidgetError) -> (provider: String, IntentOutcome) {
        let (all, silent) = try await intents(of: provider)
        let found = all.filter { $0.name == name }
        guard let intent = found.first else {
            let advice = Suggestion.advice(for: name, among: all.map(\.name), verb: "there are", source: "widgetctl intent list")
            let rest = silent.isEmpty ? "" : "; \(silent.joined(separator: ", ")) couldn't be asked"
            throw WidgetError(.notFound, "name: no provider has the intent '\(name.cut(toBytes: 64))', or it isn't discoverable\(advice)\(rest)")
        }
        guard found.count == 1 else {
            throw .invalid("name", "several providers have '\(name)': \(found.map(\.provider).joined(separator: ", ")); say which")
        }
        if intent.needsUser, isLocked {
            throw WidgetError(.permissionDenied, "the session is locked, and '\(name)' needs its user: unlock it first")
        }
        let host = try host(intent.provider)
        var random = SystemRandomNumberGenerator()
        let key = WidgetID(date: runtime.now(), using: &random)
        let request = IntentRequest(name: name, intentParameters: parameters, kind: "", widget: key, idempotencyKey: "\(key)")
        var outcome = IntentOutcome()
        try await host.serve(isForUser: caller != .background) { () throws(WidgetError) in outcome = try await host.perform(request) }
        return (intent.provider, outcome)
    }

    private func host(_ provider: String) throws(WidgetError) -> ProviderHost {
        if let host = registry.catalog.hosts[provider] { return host }
        let advice = Suggestion.advice(for: provider, among: Array(registry.catalog.hosts.keys), verb: "there are", source: "widgetctl provider list")
        throw WidgetError(.notFound, "provider: there is no '\(provider.cut(toBytes: 64))'\(advice)")
    }
}
