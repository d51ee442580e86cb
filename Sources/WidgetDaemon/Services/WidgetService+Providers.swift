import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore

extension WidgetService {
    func isInstalled(_ kind: String) -> Bool { kinds[kind].map { providers[$0.kind.provider] != nil } ?? false }

    /// The kind of that id or alias; waits for providers that are being asked for their kinds before it says that there is none.
    func kind(_ id: String) async throws -> Kind {
        for _ in 0..<2 {
            if let installed = kinds[aliases[id] ?? id], isInstalled(installed.kind.id) { return installed.kind }
            if describing.isEmpty { break }
            for task in describing.values { await task.value }
        }
        if let known = kinds[id] {
            throw WidgetError(.failedPrecondition, "kind: the provider of '\(id)' ('\(known.kind.provider)') isn't installed; `widgetctl provider list` shows which are")
        }
        throw WidgetError.unknownKind(id, known: kinds.keys.filter { isInstalled($0) })
    }

    /// Reads the manifest directories anew and asks providers that are new or have changed for their kinds.
    func rescan() async {
        let before = providers
        readManifests()
        for (id, provider) in before where providers[id]?.manifest.fingerprint != provider.manifest.fingerprint { await provider.stop() }
        apply(engine.setInstalled(Set(kinds.keys.filter { isInstalled($0) }), changed: [], at: now()))
        for id in widgets.keys { publish(id) }
        logger.info("manifests were read", metadata: ["providers": "\(providers.count)", "problems": "\(problems.count)"])
    }

    /// Reads the manifest directories. A provider whose program is the one that the store knows keeps its kinds; the others are asked.
    func readManifests() {
        let catalog = scan()
        problems = catalog.problems
        for problem in problems { logger.warning("a provider was not loaded", metadata: ["path": "\(problem.path)", "problem": "\(problem.message)"]) }
        var next: [String: ProviderHost] = [:]
        for manifest in catalog.manifests {
            if let there = providers[manifest.id], there.manifest.fingerprint == manifest.fingerprint {
                next[manifest.id] = there
            } else {
                next[manifest.id] = makeProvider(manifest)
            }
        }
        providers = next
        spaceReloads()
        for (id, provider) in providers where describing[id] == nil {
            let known = kinds.values.contains { $0.kind.provider == id && $0.fingerprint == provider.manifest.fingerprint }
            if !known { describing[id] = Task { await describe(provider) } }
        }
    }

    /// Asks a provider for its kinds and keeps them.
    private func describe(_ provider: ProviderHost) async {
        let id = provider.manifest.id
        defer { describing[id] = nil }
        do {
            try await take(try await provider.kinds(), from: provider)
        } catch {
            if isStopping { return }
            logger.warning("a provider could not say what it gives", metadata: ["provider": "\(id)", "error": "\(error)"])
            problems.append(ManifestProblem(path: provider.manifest.path, message: "\(error)"))
        }
    }

    private func take(_ described: [Kind], from provider: ProviderHost) async throws {
        let id = provider.manifest.id
        guard providers[id]?.manifest.fingerprint == provider.manifest.fingerprint else { return }
        var mine: [Kind] = []
        for kind in described {
            if let other = kinds[kind.id], other.kind.provider != id, providers[other.kind.provider] != nil {
                let message = "kind '\(kind.id)' is given by provider '\(other.kind.provider)' already; rename one of them"
                problems.append(ManifestProblem(path: provider.manifest.path, message: message))
            } else {
                mine.append(kind)
            }
        }
        let fingerprint = provider.manifest.fingerprint
        let others = kinds.values.filter { other in other.kind.provider != id && !mine.contains { $0.id == other.kind.id } }
        let stored = others.map { StoredKind(kind: $0.kind, fingerprint: $0.fingerprint) } + mine.map { StoredKind(kind: $0, fingerprint: fingerprint) }
        var plan = engine
        let installed = Set(kinds.keys.filter { isInstalled($0) }).union(mine.map(\.id))
        let records = plan.setInstalled(installed, changed: Set(mine.map(\.id)), at: now()).records
        try await store.write { transaction in
            try transaction.setKinds(stored)
            for (id, record) in records { try transaction.setReloadRecord(id, record) }
        }
        for (name, known) in kinds where known.kind.provider == id { kinds[name] = nil }
        for kind in mine { install(kind, fingerprint: fingerprint) }
        spaceReloads()
        try await followAliases(of: mine)
        placeholders = placeholders.filter { key, _ in !mine.contains { $0.id == key.kind } }
        apply(engine.setInstalled(Set(kinds.keys.filter { isInstalled($0) }), changed: Set(mine.map(\.id)), at: now()))
        for widget in widgets.values where mine.contains(where: { $0.id == widget.kind }) { publish(widget.id) }
    }

    func install(_ kind: Kind, fingerprint: String) {
        kinds[kind.id] = InstalledKind(kind: kind, fingerprint: fingerprint)
        for alias in kind.aliases where kinds[alias] == nil { aliases[alias] = kind.id }
    }

    /// Tells the engine how often each kind's provider wants to be asked at most.
    private func spaceReloads() {
        for installed in kinds.values {
            let interval = providers[installed.kind.provider]?.manifest.interval
            engine.setMinimumSpacing(interval.map { Milliseconds($0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000) }, forKind: installed.kind.id)
        }
    }

    /// Widgets of a kind that was renamed follow it.
    private func followAliases(of renamed: [Kind]) async throws {
        for kind in renamed {
            for widget in widgets.values where kind.aliases.contains(widget.kind) {
                var moved = widget
                moved.kind = kind.id
                try await write(moved, reloading: true)
            }
        }
    }

    func listProviders() async -> ProtoProvidersResponse {
        for task in describing.values { await task.value }
        var response = ProtoProvidersResponse()
        for (id, provider) in providers.sorted(by: { $0.key < $1.key }) {
            let status = await provider.status
            var info = ProtoProviderInfo()
            info.id = id
            info.name = provider.manifest.name
            info.protocol = provider.manifest.protocol.rawValue
            info.manifestPath = provider.manifest.path
            info.kinds = kinds.values.filter { $0.kind.provider == id }.map(\.kind.id).sorted()
            info.processID = UInt32(clamping: status.processID ?? 0)
            info.launches = UInt64(clamping: status.launches)
            info.failures = UInt64(clamping: status.failures)
            info.lastError = status.lastError?.message ?? ""
            if let date = status.lastUsed { info.lastUsed = .init(date) }
            response.providers.append(info)
        }
        response.problems = listProblems()
        return response
    }

    /// Launches a provider for every question that the daemon would ask, and stores nothing.
    /// - Parameters:
    ///   - name: a provider's id.
    ///   - kind: one of its kinds; empty: all.
    func check(provider name: String, kind: String) async throws(WidgetError) -> [ProviderCheck.Finding] {
        if let problem = problems.first(where: { $0.path == name || $0.path.hasSuffix("/\(name).json") }) {
            throw WidgetError(.failedPrecondition, "\(problem)")
        }
        guard let provider = providers[name] ?? providers.values.first(where: { $0.manifest.path == name }) else {
            throw WidgetError(.notFound, "provider: there is no '\(name)'; `widgetctl provider list` shows those there are, and where manifests are looked for")
        }
        return await ProviderCheck(provider: provider, environment: environment, now: now).run(only: kind)
    }

    func listProblems() -> [ProtoManifestProblem] {
        problems.map { problem in
            var proto = ProtoManifestProblem()
            proto.path = problem.path
            proto.message = problem.message
            return proto
        }
    }
}
