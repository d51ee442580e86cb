import WidgetAPI
import WidgetCore
import WidgetProviders

extension WidgetService {
    /// What a widget of a kind would show. Nothing is placed or stored.
    /// - Parameter family: nil: the kind's first.
    /// - Throws: as ``place(_:)`` for the kind, the family and the parameters; the provider's error where it gives nothing at all.
    func preview(kind name: String, family: WidgetFamily?, parameters: Parameters) async throws -> ProtoPreviewResponse {
        let kind = try await kind(name)
        let family = try kind.resolve(family: family)
        let parameters = kind.effective(try kind.validate(parameters: parameters))
        guard let provider = providers[kind.provider] else {
            throw WidgetError(.failedPrecondition, "kind: the provider of '\(kind.id)' ('\(kind.provider)') isn't installed")
        }
        let request = ProviderRequest(kind: kind.id, context: environment.context(family, isPreview: true, at: now()), parameters: parameters)
        var preview = try await ProviderPreview(provider: provider).run(request)
        // It may be the timeline's entry, with a user's own data.
        if let redacted = try privacy.redacted(preview.entry.archive) { preview.entry.archive = redacted }
        return try ProtoPreviewResponse(preview, kind: kind, family: family)
    }

    /// Launches a provider for every question that the daemon would ask, and stores nothing.
    /// - Parameters:
    ///   - name: a provider's id, or the path of a manifest, installed or not.
    ///   - kind: one of its kinds; empty: all.
    ///   - family: nil: every one.
    ///   - lints: says what works and could be better, and nothing else.
    /// - Throws: NOT_FOUND where there is no such provider or, to be linted, no such kind.
    func check(
        provider name: String, kind: String, family: WidgetFamily?, includeArchives: Bool, lints: Bool = false
    ) async throws(WidgetError) -> ProtoCheckProviderResponse {
        for _ in 0..<DaemonLimits.checkAttempts {
            // Who has just saved it means what stands there now.
            await filesMayHaveChanged()
            let installed = if let known = providers[name] { known } else { try provider(called: name) }
            guard let installed else {
                let provider = makeProvider(try manifest(notInstalled: name))
                let outcome = await outcome { () throws(WidgetError) in
                    try await check(provider, kind, family, includeArchives: includeArchives, lints: lints)
                }
                await provider.stop()
                return try outcome.get()
            }
            let outcome = await outcome { () throws(WidgetError) in try await check(installed, kind, family, includeArchives: includeArchives, lints: lints) }
            // A save in the meantime ended the program: that isn't the provider's failure, and what is there now is asked.
            if providers[installed.manifest.id] === installed || isStopping { return try outcome.get() }
        }
        throw WidgetError(
            .unavailable,
            "provider: the files of '\(name.cut(toBytes: 64))' changed each of the \(DaemonLimits.checkAttempts) times that it was asked; try again later")
    }

    private func outcome<T>(_ body: () async throws(WidgetError) -> T) async -> Result<T, WidgetError> {
        do throws(WidgetError) { return .success(try await body()) } catch { return .failure(error) }
    }

    /// The provider that lists call so; nil: none.
    /// - Throws: INVALID_ARGUMENT where several have that name.
    private func provider(called name: String) throws(WidgetError) -> ProviderHost? {
        let found = providers.filter { $0.value.manifest.name == name }
        guard found.count < 2 else {
            throw .invalid("provider", "'\(name.cut(toBytes: 64))' means several: \(found.keys.sorted().joined(separator: ", ")); name one by its id")
        }
        return found.first?.value
    }

    private func check(
        _ provider: ProviderHost, _ kind: String, _ family: WidgetFamily?, includeArchives: Bool, lints: Bool
    ) async throws(WidgetError) -> ProtoCheckProviderResponse {
        var check = ProviderCheck(
            provider: provider, environment: environment, includeArchives: includeArchives, isDeveloperMode: countsNothing, privacy: privacy, now: now,
            pause: { [clock] in try? await clock.sleep(for: .milliseconds($0.count)) })
        if !lints { check.sayWhere(provider.manifest, used: catalog.manifests.first { $0.id == provider.manifest.id }, problems: problems) }
        if lints {
            let interval = provider.manifest.reloadInterval
            try await check.lint(kind: kind) { [engine] in
                TimelineLint(budget: interval == nil ? engine.budget(ofKind: $0.id) : .unlimited, spacing: interval ?? engine.configuration.minimumSpacing)
            }
        } else {
            await check.run(kind: kind, family: family)
        }
        var response = check.response
        (response.manifestPath, response.programPath) = (provider.manifest.path, provider.manifest.program)
        return response
    }

    private func manifest(notInstalled name: String) throws(WidgetError) -> ProviderManifest {
        guard !name.hasPrefix("/") else { return try ProviderCatalog.load(manifest: name) }
        if let problem = problems.first(where: { $0.path.hasSuffix("/\(name).json") }) { throw WidgetError(.failedPrecondition, "\(problem)") }
        let advice = Suggestion.advice(for: name, among: providers.keys.sorted(), verb: "there are", source: "widgetctl provider list")
        throw WidgetError(.notFound, "provider: there is no '\(name)'\(advice); give a path to check a manifest that isn't installed")
    }
}

extension ProtoPreviewResponse {
    init(_ preview: ProviderPreview.Result, kind: Kind, family: WidgetFamily) throws(WidgetError) {
        self.init()
        self.kind = kind.id
        self.family = ProtoWidgetFamily(family)
        width = UInt32(family.size.width)
        height = UInt32(family.size.height)
        displayName = kind.displayName
        contentMarginsDisabled = kind.contentMarginsDisabled
        archive = try ProtoViewArchive(entry: preview.entry)
        entryDate = .init(preview.entry.date)
        source =
            switch preview.source {
            case .snapshot: .snapshot
            case .timeline: .timeline
            case .placeholder: .placeholder
            }
        snapshotError = preview.snapshotError?.message ?? ""
        let named = Set(archive.images.map(\.sha256))
        var room = DaemonLimits.previewImageBytes
        for image in preview.images.map(ProtoImageBlob.init) where named.contains(image.reference.sha256) {
            room -= image.data.count
            if room >= 0 { images.append(image) }
        }
    }
}

extension ProtoViewArchive {
    /// What a provider gave, as it came.
    init(entry: ProvidedEntry) throws(WidgetError) {
        do {
            try self.init(serializedBytes: entry.archive)
        } catch {
            throw WidgetError(.internal, "a view that was checked can't be read", cause: "\(error)")
        }
    }
}
