import Logging
import Synchronization
import Systemd
package import TTRPC
package import WidgetAPI
package import WidgetCore
package import WidgetProviders
package import WidgetStore

/// A service that uses providers' kinds, controls or activity types.
package protocol ProviderObserver: Sendable {
    /// Providers, or their kinds, controls or activity types, have changed.
    /// - Parameters:
    ///   - catalog: the catalog as it is now. Two calls may come in either order: the catalog's revision tells which is newer.
    ///   - described: the kinds of widgets that a provider has just described.
    /// - Returns: the widgets whose reload records are to be written together with the kinds.
    func providersChanged(_ catalog: KindCatalog, described: Set<String>) async -> Set<WidgetID>
    /// The kinds that were just described are on the disk.
    func kindsWereWritten(_ kinds: [Kind]) async
    /// A provider's program reports that it has something new to show for a kind.
    func providerContentChanged(of kind: String) async
}

extension ProviderObserver {
    package func kindsWereWritten(_ kinds: [Kind]) async {}
    package func providerContentChanged(of kind: String) async {}
}

/// The installed providers. It reads their manifests, asks each for its description, and tells the services about changes.
package actor ProviderRegistry {
    private let store: WidgetStore
    private let records: ReloadRecordCache
    private let source: any ProviderSource
    private let clock: any Clock<Duration>
    private let logger: Logger
    /// Descriptions are taken over one after another.
    private let descriptions = SerialTaskQueue()
    private let current: Mutex<KindCatalog>
    private let placeholders = Mutex<[PlaceholderKey: ProvidedEntry]>([:])
    private var observers: [any ProviderObserver] = []
    /// The manifests, as the directories had them when they were read last.
    private var manifests = ProviderCatalog()
    private var problems: [ManifestProblem] = []
    /// The reason why some changes of files aren't noticed; nil: all are.
    private var watchFailure: WidgetError?
    /// The descriptions that are under way, by provider.
    private var describing: [String: Task<Void, Never>] = [:]
    private var isStopping = false

    private struct PlaceholderKey: Hashable {
        var kind: String
        var family: WidgetFamily
    }

    /// - Parameter stored: has the kinds, controls and types of the last run.
    package init(store: WidgetStore, stored: StoredState, journal: DecisionJournal, source: any ProviderSource, runtime: DaemonRuntime) {
        self.store = store
        records = journal.records
        self.source = source
        clock = runtime.clock
        logger = runtime.logger
        current = Mutex(KindCatalog(stored))
    }

    /// Kinds and providers as they are now. Any thread.
    package nonisolated var catalog: KindCatalog { current.withLock { $0 } }

    /// Reads the manifests. No provider is asked, and no service is told, before ``follow(_:)``.
    package func load() { read(source.scan()) }

    /// Tells these services about changes from now on, and asks providers of unknown versions for their descriptions.
    package func follow(_ observers: [any ProviderObserver]) {
        self.observers = observers
        describeUnknown()
    }

    /// Ends the programs. Descriptions that are under way are cancelled.
    package func stop() async {
        isStopping = true
        for task in describing.values { task.cancel() }
        await withTaskGroup { group in
            for host in catalog.hosts.values { group.addTask { await host.stop() } }
        }
    }

    // MARK: Manifests

    /// Reads the manifest directories anew, and asks providers that are new or have changed for their kinds.
    package func rescan() async {
        await update(with: source.scan())
        logger.info("manifests were read", metadata: ["providers": "\(catalog.hosts.count)", "problems": "\(problems.count)"])
    }

    /// Checks manifests and programs for changes, and takes these over.
    package func filesDidChange() async {
        guard !isStopping else { return }
        let found = source.scan()
        guard found.manifests != manifests.manifests || found.problems != manifests.problems else { return watch(found) }
        let before = Dictionary(manifests.manifests.map { ($0.id, $0) }) { $1 }
        let after = Dictionary(found.manifests.map { ($0.id, $0) }) { $1 }
        let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
        logger.info("files of providers have changed", metadata: ["providers": "\(changed.joined(separator: " "))", "problems": "\(found.problems.count)"])
        await update(with: found)
    }

    private func update(with found: ProviderCatalog) async {
        let before = catalog.hosts
        read(found)
        describeUnknown()
        _ = await tell(described: [])
        let now = catalog.hosts
        for (id, host) in before where now[id] !== host { await host.stop() }
    }

    private func read(_ found: ProviderCatalog) {
        manifests = found
        watch(found)
        problems = found.problems
        for problem in problems {
            logger.log(.providerNotLoaded, "a provider was not loaded", metadata: ["path": "\(problem.path)", "problem": "\(problem.message)"])
        }
        let before = catalog.hosts
        var hosts: [String: ProviderHost] = [:]
        for manifest in found.manifests {
            if let there = before[manifest.id], there.manifest.fingerprint == manifest.fingerprint {
                hosts[manifest.id] = there
            } else {
                hosts[manifest.id] = host(for: manifest)
            }
        }
        current.withLock { $0.set(hosts) }
        writeCatalog()
    }

    /// A host that isn't one of the installed providers, for a check of a manifest.
    package func host(for manifest: ProviderManifest) -> ProviderHost {
        source.host(for: manifest) { [weak self] kind in
            Task { await self?.notifyContentChange(of: kind) }
        }
    }

    private func watch(_ found: ProviderCatalog) {
        manifests.files = found.files
        let failure = source.watch(found.files)
        guard failure != watchFailure else { return }
        watchFailure = failure
        guard let failure else { return }
        logger.log(
            .providerChangesUnnoticed, "changes of providers aren't all noticed by themselves; `widgetctl provider rescan` finds them",
            metadata: ["error": "\(failure.message)"])
    }

    private func tell(described: Set<String>) async -> Set<WidgetID> {
        var changed: Set<WidgetID> = []
        for observer in observers { changed.formUnion(await observer.providersChanged(catalog, described: described)) }
        return changed
    }

    private func notifyContentChange(of kind: String) async {
        for observer in observers { await observer.providerContentChanged(of: kind) }
    }

    // MARK: Descriptions

    private func describeUnknown() {
        let catalog = catalog
        for host in catalog.hosts.values where !catalog.isDescribed(host.manifest) { describeSoon(host, retry: DaemonCoreLimits.descriptionRetry) }
    }

    private func describeSoon(_ host: ProviderHost, retry: Duration) {
        let id = host.manifest.id
        // A description that is under way checks at its end whether the program has been replaced.
        guard describing[id] == nil, !isStopping, !observers.isEmpty else { return }
        describing[id] = Task(executorPreference: ThreadPoolExecutor.shared) { await self.describe(host, retry: retry) }
    }

    /// Asks a provider for its kinds and keeps them. One that fails is asked again later.
    private func describe(_ host: ProviderHost, retry: Duration) async {
        let id = host.manifest.id
        var failure: (any Error)?
        do {
            let described = try await host.describe()
            try await descriptions.run { await self.receive(described, from: host) }
        } catch {
            failure = error
        }
        describing[id] = nil
        guard !isStopping, let current = catalog.hosts[id] else { return }
        guard current === host else { return describeSoon(current, retry: DaemonCoreLimits.descriptionRetry) }
        guard let failure else { return }
        logger.log(
            .providerSilent, "a provider could not say what it gives; it is asked again",
            metadata: ["provider": "\(id)", "in": "\(retry)", "error": "\(failure)"])
        problems.removeAll { $0.path == host.manifest.path }
        problems.append(ManifestProblem(path: host.manifest.path, message: "\(failure)"))
        Task {
            try? await clock.sleep(for: retry)
            if catalog.hosts[id] === host { describeSoon(host, retry: min(retry * 2, DaemonCoreLimits.longestDescriptionRetry)) }
        }
    }

    private func receive(_ description: ProviderDescription, from host: ProviderHost) async {
        let manifest = host.manifest
        guard catalog.hosts[manifest.id] === host else { return }
        let found = current.withLock { $0.replace(with: description, of: manifest) }
        problems = problems.filter { $0.path != manifest.path } + found.map { ManifestProblem(path: manifest.path, message: $0) }
        let catalog = catalog
        let mine = description.kinds.filter { catalog.kinds[$0.id]?.kind.provider == manifest.id }
        placeholders.withLock { placeholders in placeholders = placeholders.filter { key, _ in !mine.contains { $0.id == key.kind } } }
        let changed = await tell(described: Set(mine.map(\.id)))
        do {
            let controls = catalog.controlKinds.values.sorted { $0.kind.id < $1.kind.id }
            let types = catalog.activityTypes.values.sorted { $0.type.name < $1.type.name }
            try await store.write { [records] transaction in
                try transaction.setKinds(catalog.stored)
                try transaction.setControlKinds(controls)
                try transaction.setActivityTypes(types)
                try transaction.setDrawnTypes(catalog.drawnTypes)
                try records.write(changed, to: &transaction)
            }
        } catch {
            // The kinds are known in memory all the same: widgets go on, and the next start asks again.
            logger.error("kinds could not be written", metadata: ["provider": "\(manifest.id)", "error": "\(error)"])
        }
        for observer in observers { await observer.kindsWereWritten(mine) }
    }

    /// Writes which kinds are given and which activity types are drawn here, for other devices. So another one gives the kinds of a provider that was removed.
    private func writeCatalog() {
        Task {
            do {
                try await descriptions.run { [self] in
                    let (kinds, drawn) = (catalog.stored, catalog.drawnTypes)
                    try await store.write { transaction in
                        try transaction.setKinds(kinds)
                        try transaction.setDrawnTypes(drawn)
                    }
                }
            } catch {
                logger.error("which kinds are given here couldn't be told to other devices; the next start does it", metadata: ["error": "\(error)"])
            }
        }
    }

    /// Returns when every provider that is being asked for its kinds has answered, or after `limit`.
    package func described(within limit: Duration = DaemonCoreLimits.descriptionPatience) async {
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

    /// Returns when changes of files are taken over and all descriptions are in.
    package func waitForDescriptions() async {
        await filesDidChange()
        for task in describing.values { await task.value }
    }

    // MARK: Placeholders

    /// The placeholder of a kind, if its provider has given it already. Any thread.
    package nonisolated func placeholder(_ kind: String, _ family: WidgetFamily) -> ProvidedEntry? {
        placeholders.withLock { $0[PlaceholderKey(kind: kind, family: family)] }
    }

    /// Asks for the placeholder of a kind if there is none yet.
    /// - Returns: whether there is a new one. A placeholder that can't be had is no failure.
    package nonisolated func preparePlaceholder(_ request: ProviderRequest, from host: ProviderHost) async -> Bool {
        let key = PlaceholderKey(kind: request.kind, family: request.context.family)
        guard placeholders.withLock({ $0[key] }) == nil else { return false }
        do throws(WidgetError) {
            let entry = try await host.placeholder(request).entries.first
            placeholders.withLock { $0[key] = entry }
            return true
        } catch {
            logger.debug("no placeholder", metadata: ["kind": "\(request.kind)", "error": "\(error)"])
            return false
        }
    }

    /// The time zone or the locale has changed: placeholders are asked for anew.
    package nonisolated func forgetPlaceholders() { placeholders.withLock { $0 = [:] } }

    // MARK: Callers

    /// The kind of caller: a user's process, or a provider's program or a descendant of one.
    ///
    /// A provider's call counts as a user's while it performs an action of a widget, an activity or a control for a user. An action that a provider started
    /// itself doesn't count.
    package nonisolated func caller(_ peer: PeerIdentity) -> ReloadCaller {
        // The caller's ancestors are read from the kernel only while a program runs: this takes as long as a commit.
        let running = catalog.hosts.values.filter(\.isRunning)
        guard !running.isEmpty else { return .foreground }
        let process = ProcessLineage(of: peer.pid)
        guard let host = running.first(where: { $0.hasLaunched(process) }) else { return .foreground }
        return host.isServingUser ? .session : .background
    }

    // MARK: Questions

    /// Installed providers and the problems of manifests, as `widgetctl provider list` shows them.
    package func list() async -> ProtoProvidersResponse {
        await described()
        let catalog = catalog
        var response = ProtoProvidersResponse()
        for (id, host) in catalog.hosts.sorted(by: { $0.key < $1.key }) {
            let status = await host.status
            var info = ProtoProviderInfo()
            info.id = id
            info.name = host.manifest.name
            info.protocol = host.manifest.protocol.rawValue
            info.manifestPath = host.manifest.path
            info.kinds = catalog.kinds(of: id)
            info.processID = UInt32(clamping: status.processID ?? 0)
            info.launches = UInt64(clamping: status.launches)
            info.failures = UInt64(clamping: status.failures)
            info.lastError = status.lastError?.message ?? ""
            if let date = status.lastUsed { info.lastUsed = .init(date) }
            response.providers.append(info)
        }
        response.problems = problems.map { problem in .with { ($0.path, $0.message) = (problem.path, problem.message) } }
        response.shadowed = manifests.manifests.flatMap { manifest in
            manifest.overrides.map { hidden in
                .with {
                    ($0.provider, $0.path, $0.by, $0.isOwn) = (manifest.id, hidden.path, manifest.path, hidden.origin == .user && manifest.origin != .user)
                }
            }
        }
        response.watchError = watchFailure?.message ?? ""
        return response
    }

    /// Whether the manifest of an app exists but can't be read. Then its provider doesn't count as uninstalled.
    func isBroken(_ app: String) -> Bool { problems.contains { $0.path.hasSuffix("/\(app).json") } }

    /// The manifest of an installed provider, and every problem, for a check.
    package func findings(on id: String) -> (manifest: ProviderManifest?, problems: [ManifestProblem]) {
        (manifests.manifests.first { $0.id == id }, problems)
    }

    /// The manifest for a check of a provider that isn't installed.
    /// - Throws: NOT_FOUND where there is none; FAILED_PRECONDITION with the manifest's problem; as ``WidgetProviders/ProviderCatalog/load(manifest:)`` for a
    ///   path.
    package func manifest(notInstalled name: String) throws(WidgetError) -> ProviderManifest {
        guard !name.hasPrefix("/") else { return try ProviderCatalog.load(manifest: name) }
        if let problem = problems.first(where: { $0.path.hasSuffix("/\(name).json") }) { throw WidgetError(.failedPrecondition, "\(problem)") }
        let advice = Suggestion.advice(for: name, among: catalog.hosts.keys.sorted(), verb: "there are", source: "widgetctl provider list")
        throw WidgetError(.notFound, "provider: there is no '\(name)'\(advice); give a path to check a manifest that isn't installed")
    }
}

extension ProviderManifest {
    /// The shortest interval at which the provider's timelines may ask for reloads; nil: the daemon's minimum spacing holds.
    package var reloadInterval: Milliseconds? {
        interval.map { Milliseconds($0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000) }
    }
}
