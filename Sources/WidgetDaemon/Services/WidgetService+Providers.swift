import WidgetAPI
import WidgetCore
import WidgetProviders
import WidgetStore

extension WidgetService {
    func isInstalled(_ kind: String) -> Bool { kinds[kind].map { providers[$0.kind.provider] != nil } ?? false }

    /// The kind of that id or alias; waits for providers that are being asked for their kinds before it says that there is none. Never called in ``edits``, which
    /// a description may wait for.
    func kind(_ id: String) async throws -> Kind {
        for _ in 0..<2 {
            for name in [id, aliases[id] ?? id] where isInstalled(name) {
                if let installed = kinds[name] { return installed.kind }
            }
            if let given = peers.memberKinds[id] { return given }
            // One that has just been written is meant too.
            await filesMayHaveChanged()
            for task in describing.values { await task.value }
        }
        if let known = kinds[id] {
            throw WidgetError(
                .failedPrecondition, "kind: the provider of '\(id)' ('\(known.kind.provider)') isn't installed; `widgetctl provider list` shows which are")
        }
        throw WidgetError.unknownKind(id, known: kinds.keys.filter { isInstalled($0) } + peers.memberKinds.keys)
    }

    /// Waits until every provider that is being asked for its kinds has answered, but no longer than `limit`.
    func described(within limit: Duration) async {
        let tasks = Array(describing.values)
        guard !tasks.isEmpty else { return }
        await withCheckedContinuation { continuation in
            let first = FirstResult(continuation)
            Task {
                for task in tasks { await task.value }
                first.finish()
            }
            Task { [clock] in
                try? await clock.sleep(for: limit)
                first.finish()
            }
        }
    }

    /// Reads the manifest directories anew, asks providers that are new or have changed for their kinds, and asks at once for what failed last: what a user mended shows in
    /// no file, where it is a server or a program that was missing. A changed time zone or locale reloads everything.
    func rescan() async {
        await take(scan())
        environmentMayHaveChanged()
        apply(engine.retryFailed(at: now()))
        logger.info("manifests were read", metadata: ["providers": "\(providers.count)", "problems": "\(problems.count)"])
    }

    /// Manifests or programs may have changed: those that did are taken over, and what they give is asked for at once.
    func filesMayHaveChanged() async {
        guard !isStopping else { return }
        let found = scan()
        guard found.manifests != catalog.manifests || found.problems != catalog.problems else { return follow(found) }
        let before = Dictionary(catalog.manifests.map { ($0.id, $0) }) { $1 }
        let after = Dictionary(found.manifests.map { ($0.id, $0) }) { $1 }
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
        logger.info("files of providers have changed", metadata: ["providers": "\(changed.joined(separator: " "))", "problems": "\(found.problems.count)"])
        await take(found)
    }

    private func take(_ found: ProviderCatalog) async {
        let before = providers
        readManifests(found)
        apply(engine.setInstalled(Set(kinds.keys.filter { isInstalled($0) }), changed: [], at: now()))
        reassign(Array(widgets.values))
        relevanceKindsMayHaveChanged()
        for (id, provider) in before where providers[id] !== provider { await provider.stop() }
    }

    /// Has the files that a catalog came from watched.
    private func follow(_ found: ProviderCatalog) {
        catalog.files = found.files
        let failure = watchFiles(found.files)
        guard failure != watchFailure else { return }
        watchFailure = failure
        guard let failure else { return }
        logger.warning(
            "changes of providers aren't all noticed by themselves; `widgetctl provider rescan` finds them", metadata: ["error": "\(failure.message)"])
    }

    /// Takes over what the manifest directories have. A provider whose program is the one that the store knows keeps its kinds; the others are asked.
    func readManifests(_ found: ProviderCatalog) {
        catalog = found
        follow(found)
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
        // At once: a server's request for an app that is there must not be refused for ever.
        registry.setProviders(Set(providers.keys))
        controlsMayHaveChanged()
        tellActivityProviders()
        spaceReloads()
        for provider in providers.values {
            let manifest = provider.manifest
            let isKnown =
                kinds.values.contains { $0.kind.provider == manifest.id && $0.fingerprint == manifest.fingerprint }
                || controlKinds.values.contains { $0.kind.provider == manifest.id && $0.fingerprint == manifest.fingerprint }
                || activityTypes.values.contains { $0.type.provider == manifest.id && $0.fingerprint == manifest.fingerprint }
            if !isKnown { startDescribing(provider, retry: DaemonLimits.descriptionRetry) }
        }
    }

    private func startDescribing(_ provider: ProviderHost, retry: Duration) {
        let id = provider.manifest.id
        // One that is under way looks at its end whether the program has been replaced.
        guard describing[id] == nil, !isStopping else { return }
        describing[id] = Task(executorPreference: ThreadPoolExecutor.shared) { await self.describe(provider, retry: retry) }
    }

    /// Asks a provider for its kinds and keeps them. One that fails is asked again later.
    private func describe(_ provider: ProviderHost, retry: Duration) async {
        let id = provider.manifest.id
        var failure: (any Error)?
        do {
            let described = try await provider.describe()
            try await kindQueue.run { try await self.take(described, from: provider) }
        } catch {
            failure = error
        }
        describing[id] = nil
        guard !isStopping, let current = providers[id] else { return }
        guard current === provider else { return startDescribing(current, retry: DaemonLimits.descriptionRetry) }
        guard let failure else { return }
        logger.warning("a provider could not say what it gives; it is asked again", metadata: ["provider": "\(id)", "in": "\(retry)", "error": "\(failure)"])
        problems.removeAll { $0.path == provider.manifest.path }
        problems.append(ManifestProblem(path: provider.manifest.path, message: "\(failure)"))
        Task {
            try? await clock.sleep(for: retry)
            if providers[id] === provider { startDescribing(provider, retry: min(retry * 2, DaemonLimits.longestDescriptionRetry)) }
        }
    }

    private func take(_ description: ProviderDescription, from provider: ProviderHost) async throws {
        let id = provider.manifest.id
        guard providers[id] === provider else { return }
        var found = problems.filter { $0.path != provider.manifest.path }
        var mine: [Kind] = []
        for kind in description.kinds {
            if let other = kinds[kind.id], other.kind.provider != id, providers[other.kind.provider] != nil {
                let message = "kind '\(kind.id)' is given by provider '\(other.kind.provider)' already; rename one of them"
                found.append(ManifestProblem(path: provider.manifest.path, message: message))
            } else {
                mine.append(kind)
            }
        }
        controlKinds = controlKinds(replacing: description.controls, of: provider.manifest, problems: &found)
        controlsMayHaveChanged()
        problems = found
        takeActivityTypes(description.activities, from: provider)
        let fingerprint = provider.manifest.fingerprint
        let names = Set(mine.map(\.id))
        let others = kinds.values.filter { $0.kind.provider != id && !names.contains($0.kind.id) }
        let stored = others.map { StoredKind(kind: $0.kind, fingerprint: $0.fingerprint) } + mine.map { StoredKind(kind: $0, fingerprint: fingerprint) }
        let types = activityTypes.values.sorted { $0.type.name < $1.type.name }
        let before = kinds
        for (name, known) in kinds where known.kind.provider == id { kinds[name] = nil }
        for kind in mine { install(kind, fingerprint: fingerprint) }
        spaceReloads()
        let effects = engine.setInstalled(Set(kinds.keys.filter { isInstalled($0) }), changed: names, at: now())
        noteRecords(of: effects)
        let recorded = effects.recorded
        do {
            let storedControls = controlKinds.values.sorted { $0.kind.id < $1.kind.id }
            try await store.write { [book] transaction in
                try transaction.setKinds(stored)
                try transaction.setControlKinds(storedControls)
                try transaction.setActivityTypes(types)
                try book.write(recorded, to: &transaction)
            }
        } catch {
            // Known in memory all the same: widgets go on, and the next start asks again.
            logger.error("kinds could not be written", metadata: ["provider": "\(id)", "error": "\(error)"])
        }
        placeholders = placeholders.filter { key, _ in !names.contains(key.kind) }
        apply(effects)
        relevanceKindsMayHaveChanged()
        reassign(widgets.values.filter { names.contains($0.kind) || before[$0.kind]?.kind.provider == id })
        for kind in mine { await moveWidgets(to: kind) }
    }

    /// Widgets of a kind that was renamed follow it, unless another provider gives the old one.
    private func moveWidgets(to kind: Kind) async {
        for id in widgets.values.filter({ kind.aliases.contains($0.kind) && !isInstalled($0.kind) }).map(\.id) {
            do {
                try await edits.run { try await self.moveInTurn(id, to: kind) }
            } catch {
                logger.error("a widget could not follow its renamed kind", metadata: ["widget": "\(id)", "kind": "\(kind.id)", "error": "\(error)"])
            }
        }
    }

    private func moveInTurn(_ id: WidgetID, to kind: Kind) async throws {
        guard let before = widgets[id], kind.aliases.contains(before.kind) else { return }
        var widget = before
        widget.kind = kind.id
        try await write(widget, insteadOf: before)
    }

    func install(_ kind: Kind, fingerprint: String) {
        kinds[kind.id] = InstalledKind(kind: kind, fingerprint: fingerprint)
        for alias in kind.aliases where kinds[alias] == nil { aliases[alias] = kind.id }
    }

    /// Tells the engine how often each kind's provider wants to be asked at most. Where a user chose an interval, that is the budget.
    private func spaceReloads() {
        let date = now()
        var effects: [ReloadEffect] = []
        for installed in kinds.values {
            let interval = providers[installed.kind.provider]?.manifest.reloadInterval
            effects += engine.setBudget(interval == nil ? nil : .unlimited, forKind: installed.kind.id, at: date)
            engine.setMinimumSpacing(interval, forKind: installed.kind.id)
        }
        if !effects.isEmpty { apply(effects) }
    }

    func listProviders() async -> ProtoProvidersResponse {
        await described(within: DaemonLimits.descriptionPatience)
        var response = ProtoProvidersResponse()
        for (id, provider) in providers.sorted(by: { $0.key < $1.key }) {
            let status = await provider.status
            var info = ProtoProviderInfo()
            info.id = id
            info.name = provider.manifest.name
            info.protocol = provider.manifest.protocol.rawValue
            info.manifestPath = provider.manifest.path
            info.kinds = kinds.values.filter { $0.kind.provider == id }.map(\.kind.id).sorted()
            info.kinds += controlKinds.values.filter { $0.kind.provider == id }.map(\.kind.id).sorted()
            info.processID = UInt32(clamping: status.processID ?? 0)
            info.launches = UInt64(clamping: status.launches)
            info.failures = UInt64(clamping: status.failures)
            info.lastError = status.lastError?.message ?? ""
            if let date = status.lastUsed { info.lastUsed = .init(date) }
            response.providers.append(info)
        }
        response.problems = listProblems()
        response.shadowed = listShadowed()
        response.watchError = watchFailure?.message ?? ""
        return response
    }

    /// Manifests that aren't used, and what is instead.
    private func listShadowed() -> [ProtoShadowedManifest] {
        catalog.manifests.flatMap { manifest in
            manifest.overrides.map { hidden in
                .with {
                    ($0.provider, $0.path, $0.by, $0.isOwn) = (manifest.id, hidden.path, manifest.path, hidden.origin == .user && manifest.origin != .user)
                }
            }
        }
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

extension ProviderManifest {
    /// How often a user wants the provider to be asked; nil: its timelines say it.
    var reloadInterval: Milliseconds? {
        interval.map { Milliseconds($0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000) }
    }
}
