import WidgetCore
import WidgetProviders
import WidgetStore

// Asking providers when their cards are of use.
extension WidgetService {
    /// Looks which kinds have a relevance that can be asked for, and asks those that are new or whose provider has changed.
    func relevanceKindsMayHaveChanged() {
        let known = kinds.values.filter { $0.kind.configuration == .relevance }
        let installed = known.filter { isInstalled($0.kind.id) }
        let forgotten = stack.schedule.set(
            installed: Dictionary(installed.map { ($0.kind.id, $0.fingerprint) }) { first, _ in first }, known: Set(known.map(\.kind.id)), at: now())
        if !forgotten.isEmpty { Task { await self.writeRelevance(forgotten) } }
        askRelevance()
        stackMayHaveChanged()
    }

    /// Says that what a kind's provider said of its relevance doesn't hold any more.
    /// - Returns: the kind's id, and what became of the request.
    /// - Throws: NOT_FOUND for an unknown kind, FAILED_PRECONDITION for one that has no relevance.
    func invalidateRelevance(_ name: String) async throws -> (kind: String, outcome: ReloadOutcome) {
        let kind = try await kind(name)
        guard kind.configuration == .relevance, let outcome = stack.schedule.invalidate(kind.id, at: now()) else {
            let relevant = stack.schedule.installed.keys.sorted()
            let advice = relevant.isEmpty ? "no kind here has one" : "those of \(relevant.prefix(10).joined(separator: ", ")) have one"
            throw WidgetError(.failedPrecondition, "kind: '\(kind.id)' has no relevance to invalidate, \(advice)")
        }
        askRelevance()
        return (kind.id, outcome)
    }

    /// Asks those that are due, each in a task of its own, and arms the timer for the next.
    func askRelevance() {
        guard !isStopping else { return }
        for id in stack.schedule.due(at: now(), limit: RelevanceLimits.askedAtOnce) {
            guard let kind = kinds[id]?.kind, let provider = providers[kind.provider], let family = kind.families.first else {
                stack.schedule.cancel(id, at: now())
                continue
            }
            let request = ProviderRequest(kind: id, context: environment.context(family, at: now()))
            stack.asking[id] = Task(executorPreference: ThreadPoolExecutor.shared) {
                let result: Result<ProvidedRelevance, WidgetError>
                do throws(WidgetError) {
                    result = .success(try await provider.relevance(request, of: kind))
                } catch {
                    result = .failure(error)
                }
                await self.takeRelevance(id, result, from: provider)
            }
        }
        armTimer()
    }

    private func takeRelevance(_ id: String, _ result: Result<ProvidedRelevance, WidgetError>, from provider: ProviderHost) async {
        stack.asking[id] = nil
        // A daemon that stops has ended the program: that says nothing of the provider. One that was replaced meanwhile doesn't speak for the kind any more.
        if isStopping { return stack.schedule.cancel(id, at: now()) }
        if let kind = kinds[id]?.kind, providers[kind.provider] !== provider {
            stack.schedule.cancel(id, at: now())
        } else {
            if case .failure(let error) = result {
                logger.warning("a provider could not say its relevance; what it said before stays", metadata: ["kind": "\(id)", "error": "\(error)"])
            }
            stack.schedule.finish(id, result, at: now())
        }
        stackMayHaveChanged()
        askRelevance()
        await writeRelevance([id])
    }

    private func writeRelevance(_ kinds: [String]) async {
        let records = kinds.map { ($0, stack.schedule.records[$0]) }
        do {
            try await store.write { transaction in
                for (kind, record) in records { try transaction.setRelevance(kind, record) }
            }
        } catch {
            // Known in memory all the same; the next start asks again.
            logger.error("the relevance of kinds could not be written", metadata: ["kinds": "\(kinds.joined(separator: ", "))", "error": "\(error)"])
        }
    }
}
